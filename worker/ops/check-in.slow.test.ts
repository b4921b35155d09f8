import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { CONTACT_DAYS, DAY_MS, MAX_SCANS } from '../../contract/limits.ts'
import type { Fields, Op, SyncResponse } from '../../contract/sync.ts'
import { runRetention } from '../jobs/retention.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'

const MINUTE_MS = 60_000
/** The scans of these tests were made an hour ago, in whole minutes. */
const AT_MS = Math.floor(Date.now() / MINUTE_MS - 60) * MINUTE_MS
const minutesLater = (minutes: number) => new Date(AT_MS + minutes * MINUTE_MS).toISOString()
const AT = minutesLater(0)
let marathonId = ''
let ada = ''
let olivia: TestClient
let ravi: TestClient

const scan = (other: Fields = {}, id = newId('check-in')) =>
  op('checkIn.create', id, { marathonId, applicationId: ada, at: AT, gate: 'A', ...other })
const voided = (id: string, at = AT) => op('checkIn.void', id, { at })

async function codes(client: TestClient, ops: Op[]) {
  const { results } = await client.sync({ ops })
  return results.map(({ status, code }) => code ?? status)
}

async function rows(): Promise<Record<string, unknown>[]> {
  return (await env.DB.prepare('SELECT * FROM recording WHERE marathon_id = ?').bind(marathonId).all()).results
}

async function apply(client: TestClient, event = marathonId, other: Fields = {}) {
  const id = newId('application')
  expect(await codes(client, [op('application.create', id, applicationFields(event, other))])).toEqual(['applied'])
  return id
}

async function addEvent(client: TestClient, other: Fields = {}) {
  const id = newId('marathon')
  await client.sync({ ops: [op('marathon.create', id, marathonFields(other))] })
  return id
}

async function raced(client: TestClient, ops: Op[], between: () => Promise<unknown>) {
  const { results } = await syncAs(client.uid, ops, { d1: racing(between), isLimited: false })
  return results.map(({ status, code }) => code ?? status)
}

beforeEach(async () => {
  olivia = await TestClient.signedIn(newId('olivia'))
  ravi = await TestClient.signedIn(newId('ravi'))
  marathonId = await addEvent(olivia)
  ada = await apply(ravi)
})

describe('a scan', () => {
  it('is a check-in with who made it, and every further one of the same entry is one more', async () => {
    const [first, second] = [scan({ gate: ' Gate A ' }), scan({ at: minutesLater(1).replace('.000Z', 'Z'), gate: '' })]
    const { results, checkIns } = await olivia.sync({ ops: [first, second] })
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied'])
    const by = `Name of ${olivia.uid}`
    const whole = { marathonId, applicationId: ada, by, voidedAt: null, confirmed: true, ver: 1 }
    expect(checkIns).toEqual([
      { _id: first.id, ...whole, at: AT, gate: 'Gate A' },
      { _id: second.id, ...whole, at: minutesLater(1), gate: '' },
    ])
  })

  it('of the waiting list, and at a cancelled event, is applied', async () => {
    marathonId = await addEvent(olivia, { capacity: 1 })
    await apply(ravi)
    const waiting = await apply(ravi, marathonId, { firstName: 'Bo', waitingList: true })
    await olivia.sync({ ops: [op('marathon.update', marathonId, { cancelled: 'Storm' }, { cancelled: null })] })
    expect(await codes(olivia, [scan({ applicationId: waiting })])).toEqual(['applied'])
  })

  it('of an entry that was withdrawn, or of an event that was deleted, is GONE', async () => {
    await ravi.sync({ ops: [op('application.delete', ada)] })
    expect(await codes(olivia, [scan()])).toEqual(['GONE'])
    await olivia.sync({ ops: [op('marathon.delete', marathonId)] })
    expect(await codes(olivia, [scan()])).toEqual(['GONE'])
  })

  it('is for the organiser alone, of entries of this event alone', async () => {
    expect(await codes(ravi, [scan()])).toEqual(['FORBIDDEN'])
    expect(await codes(olivia, [scan({ applicationId: newId('application') })])).toEqual(['NOT_FOUND'])
    expect(await codes(olivia, [scan({ marathonId: newId('marathon') })])).toEqual(['NOT_FOUND'])
    expect(await codes(olivia, [scan({ marathonId: await addEvent(olivia) })])).toEqual(['NOT_FOUND'])
    const other = await apply(ravi, await addEvent(ravi))
    await ravi.sync({ ops: [op('application.delete', other)] })
    expect(await codes(olivia, [scan({ applicationId: other })])).toEqual(['NOT_FOUND'])
    expect(await rows()).toEqual([])
  })

  it('says which field is wrong', async () => {
    const wrong = async (other: Fields) => {
      const { results } = await olivia.sync({ ops: [scan(other)] })
      return results[0]?.fields
    }
    expect(await wrong({ gate: 'x'.repeat(41) })).toEqual({ gate: { code: 'TOO_LONG', values: { max: 40 } } })
    expect(await wrong({ at: 'this morning' })).toEqual({ at: { code: 'NOT_VALID', values: { expected: 'datetime' } } })
    expect(await wrong({ at: '2027-02-30T06:40:00Z' })).toEqual({
      at: { code: 'NOT_VALID', values: { expected: 'datetime' } },
    })
    expect(await wrong({ applicationId: 'x' })).toEqual({
      applicationId: { code: 'NOT_VALID', values: { expected: 'id' } },
    })
    expect(await wrong({ by: 'Mallory' })).toEqual({ by: { code: 'UNKNOWN_FIELD' } })
    expect(await wrong({ gate: 'x'.repeat(40) })).toBeUndefined()
  })

  it('with the id of another scan is rejected, and repeated it changes nothing', async () => {
    const first = scan()
    await olivia.sync({ ops: [first] })
    const bo = await apply(ravi, marathonId, { firstName: 'Bo' })
    expect(await codes(olivia, [scan({}, first.id), scan({ applicationId: bo }, first.id)])).toEqual([
      'applied',
      'FORBIDDEN',
    ])
    expect(await rows()).toMatchObject([{ application_id: ada, ver: 1 }])
  })

  it('is told to the staff in the live room of its marathon, and so is a bib', async () => {
    const assigned = op('application.assignBib', ada, { bib: '7' }, { bib: null })
    const { commit } = await syncAs(olivia.uid, [scan(), assigned])
    expect([...commit.staffMarathonIds]).toEqual([marathonId])
    expect([...commit.marathonIds]).toEqual([])
  })

  it('is refused by field above the most that an entry may have, and other entries are not', async () => {
    const many = Array.from({ length: MAX_SCANS - 1 }, () => scan())
    await olivia.sync({ ops: many })
    const [last, oneMore] = [scan(), scan()]
    const { results } = await olivia.sync({ ops: [last, oneMore, voided(last.id), scan()] })
    const refused = {
      status: 'rejected',
      code: 'INVALID',
      fields: { checkIns: { code: 'MOST_CHECK_INS', values: { max: MAX_SCANS } } },
    }
    expect(results).toMatchObject([{ status: 'applied' }, refused, { status: 'applied' }, refused])
    expect(await rows()).toHaveLength(MAX_SCANS)
    const bo = await apply(ravi, marathonId, { firstName: 'Bo' })
    expect(await codes(olivia, [scan(), scan({ applicationId: bo })])).toEqual(['INVALID', 'applied'])
  })

  it('costs a hundredth of another change', async () => {
    const spent = async () => {
      const row = await env.DB.prepare('SELECT spent_until AS ms FROM op_budget WHERE uid = ?').bind(olivia.uid).first()
      return Number(row?.ms)
    }
    const before = await spent()
    const first = scan()
    await olivia.sync({ ops: [first, scan(), voided(first.id)] })
    expect((await spent()) - before).toBe(300)
    // A rejection has a larger record, and costs as much as another change.
    await olivia.sync({ ops: [scan({ at: 'never' }), scan({ applicationId: newId('unknown') })] })
    expect((await spent()) - before).toBe(20_300)
  })
})

describe('taking a scan back', () => {
  it('keeps it with the time, and a second time changes nothing', async () => {
    const first = scan()
    const ops = [first, voided(first.id, minutesLater(5)), voided(first.id, minutesLater(10))]
    expect(await codes(olivia, ops)).toEqual(['applied', 'applied', 'applied'])
    expect(await rows()).toMatchObject([{ id: first.id, at: AT, voided_at: minutesLater(5), ver: 2 }])
  })

  it('is for the organiser alone, and of what is not there it is done already', async () => {
    const first = scan()
    await olivia.sync({ ops: [first] })
    expect(await codes(ravi, [voided(first.id)])).toEqual(['FORBIDDEN'])
    expect(await codes(olivia, [voided(newId('check-in'))])).toEqual(['applied'])
    expect((await olivia.sync({ ops: [op('checkIn.void', first.id, { at: 'now' })] })).results).toMatchObject([
      { code: 'INVALID', fields: { at: { code: 'NOT_VALID', values: { expected: 'datetime' } } } },
    ])
    await olivia.sync({ ops: [op('marathon.delete', marathonId)] })
    expect(await codes(olivia, [voided(first.id)])).toEqual(['applied'])
  })
})

describe('between read and write of a scan', () => {
  it('INV-17 the entry was withdrawn: the scan is GONE', async () => {
    expect(await raced(olivia, [scan()], () => ravi.sync({ ops: [op('application.delete', ada)] }))).toEqual(['GONE'])
    expect(await rows()).toEqual([])
  })

  it('another phone took the same scan back: the first time stays', async () => {
    const first = scan()
    await olivia.sync({ ops: [first] })
    const other = voided(first.id, minutesLater(5))
    expect(await raced(olivia, [voided(first.id)], () => olivia.sync({ ops: [other] }))).toEqual(['applied'])
    expect(await rows()).toMatchObject([{ voided_at: minutesLater(5), ver: 2 }])
  })
})

describe('the check-ins of an entry', () => {
  it('go to every phone of the organiser and to nobody else', async () => {
    await olivia.sync({ ops: [scan()] })
    expect((await olivia.sync()).checkIns).toHaveLength(1)
    expect((await ravi.sync()).checkIns).toEqual([])
  })

  it('leave with it, also those of the same request and those that come in between', async () => {
    const own = await apply(olivia)
    await olivia.sync({ ops: [scan({ applicationId: own })] })
    const ops = [scan({ applicationId: own }), op('application.delete', own), scan({ applicationId: own })]
    expect(await codes(olivia, ops)).toEqual(['applied', 'applied', 'GONE'])
    const leave = [op('application.delete', ada)]
    expect(await raced(ravi, leave, () => olivia.sync({ ops: [scan()] }))).toEqual(['applied'])
    expect(await rows()).toEqual([])
  })

  it('leave with the marathon, also those of the same request and those that come in between', async () => {
    const other = marathonId
    const kept = scan()
    await olivia.sync({ ops: [kept] })
    marathonId = await addEvent(olivia)
    ada = await apply(ravi)
    const first = scan()
    await olivia.sync({ ops: [first] })
    const deletion = op('marathon.delete', marathonId)
    const between = () => olivia.sync({ ops: [scan()] })
    const ops = [scan(), deletion, voided(first.id), scan()]
    expect(await raced(olivia, ops, between)).toEqual(['applied', 'applied', 'applied', 'GONE'])
    expect(await rows()).toEqual([])
    marathonId = other
    expect(await rows()).toMatchObject([{ id: kept.id }])
  })

  it('tell when it was withdrawn', async () => {
    const { cursor } = await olivia.sync()
    const before = new Date().toISOString()
    await ravi.sync({ ops: [op('application.delete', ada)] })
    const { deleted } = (await olivia.sync({ cursor })) as SyncResponse
    expect(deleted).toEqual([{ type: 'application', id: ada, at: expect.any(String) }])
    expect(deleted[0]?.at && deleted[0].at >= before).toBe(true)
  })

  it('are deleted with its contact data, and a later scan is GONE', async () => {
    await olivia.sync({ ops: [scan()] })
    await runRetention(env.DB, { now: Date.now() + (CONTACT_DAYS + 21) * DAY_MS })
    expect(await rows()).toEqual([])
    expect(await codes(olivia, [scan()])).toEqual(['GONE'])
  })
})

it('INV-17 two phones that scanned the same entry offline both have both check-ins', async () => {
  const { cursor } = await olivia.sync()
  const [here, there] = [scan({ gate: 'A' }), scan({ gate: 'B' })]
  const first = await olivia.sync({ cursor, ops: [here] })
  const second = await olivia.sync({ cursor, ops: [there] })
  const again = await olivia.sync({ cursor: first.cursor })
  const gates = ({ checkIns }: SyncResponse) => checkIns.map(({ gate }) => gate).sort()
  expect([...gates(first), ...gates(again)]).toEqual(['A', 'B'])
  expect(gates(second)).toEqual(['A', 'B'])
})
