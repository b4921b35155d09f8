import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Fields, Op } from '../../contract/sync.ts'
import { entryToken } from '../../contract/text/entry-link.ts'
import { addStaff, signIn } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'
import { applyOps } from './apply-ops.ts'
import { parseOp } from './decide/known-op.ts'
import { HIDE_SQL } from './hide-sql.ts'
import { NEW_EPOCH_SQL } from './new-epoch.ts'

const SECRET = 'c2VjcmV0LW9mLWFuLW9mZg'
const CODE = 'KAAAAAA5'

let olivia: TestClient
let ann: TestClient
let bea: TestClient
let cem: TestClient
let event = ''
/** Ann's entry, who has the only place, and Bea's, who waits. */
let place = ''
let waiting = ''

/** Makes an event of Olivia's. @returns its id */
async function newEvent(other: Fields = {}): Promise<string> {
  const id = newId('event')
  const fields = marathonFields({ capacity: 1, handOverUntil: inDays(5), ...other })
  expect(await verdicts(olivia, op('marathon.create', id, fields))).toEqual(['applied'])
  return id
}

async function apply(client: TestClient, marathonId: string, firstName: string): Promise<string> {
  const id = newId('entry')
  const fields = applicationFields(marathonId, { firstName, waitingList: true })
  expect(await verdicts(client, op('application.create', id, fields))).toEqual(['applied'])
  return id
}

beforeEach(async () => {
  ;[olivia, ann, bea, cem] = await signIn(newId('olivia'), newId('ann'), newId('bea'), newId('cem'))
  event = await newEvent()
  place = await apply(ann, event, 'Ann')
  waiting = await apply(bea, event, 'Bea')
})

async function verdicts(client: TestClient, ...ops: Op[]) {
  const { results } = await client.sync({ ops })
  return results.map(({ status, code, fields }) => {
    const [[field, error] = []] = Object.entries(fields ?? {})
    return field && error ? `${code} ${field} ${error.code}` : (code ?? status)
  })
}
const update = (patch: Fields, id = event) => op('marathon.update', id, patch, { ...patch, ...WAS[id] })
/** What an update of an event has seen, where that is not what it wants. */
const WAS: Record<string, Fields> = {}
const offer = (secret: string | null = SECRET, id = place) => op('application.offer', id, { secret })
const takeOver = (other: Fields = {}, id = newId('entry')) =>
  op('application.takeOver', id, {
    ...applicationFields(event, { firstName: 'Cem' }),
    from: place,
    secret: SECRET,
    ...other,
  })

async function numbers(id = event) {
  const text = `SELECT reg_count AS registered, waiting_count AS waiting, unclaimed_count AS unclaimed,
    (SELECT count(*) FROM application WHERE marathon_id = m.id AND status = 'registered') AS places,
    (SELECT count(*) FROM application WHERE marathon_id = m.id AND status = 'waiting') AS list,
    (SELECT count(*) FROM application WHERE marathon_id = m.id AND owner_uid IS NULL) AS without
    FROM marathon m WHERE id = ?`
  const { registered, waiting, unclaimed, places, list, without } = (await env.DB.prepare(text).bind(id).first()) as {
    [name: string]: number
  }
  // The numbers of the marathon are those of its entries.
  expect([registered, waiting, unclaimed]).toEqual([places, list, without])
  return { registered, waiting }
}
const rowOf = (id: string) => env.DB.prepare('SELECT * FROM application WHERE id = ?').bind(id).first<Fields>()
const set = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run()
const hide = (id: string) => env.DB.batch(HIDE_SQL.map((one) => env.DB.prepare(one).bind(id)))

/** What the op comes to where `between` happens after it was decided, and before it is written. */
async function raced({ uid }: TestClient, one: Op, between: () => Promise<unknown>) {
  const { results } = await syncAs(uid, [one], { d1: racing(between) })
  return results.map(({ status, code }) => code ?? status)
}

/** The ops of several accounts in one transaction, as a group commit has them. */
async function together(...all: [TestClient, Op][]) {
  const requests = all.map(([{ uid }, one]) => {
    return { actor: { uid, email: '', name: uid }, ops: [parseOp({ ...one, base: null, content: one.opId } as never)] }
  })
  const { outcomes } = await applyOps(env.DB, requests, { timeSource: Date.now, isLimited: false })
  return outcomes.flatMap((one) =>
    one.kind === 'decided' ? one.opResults.map(({ verdict: { code, status } }) => code ?? status) : [one.kind],
  )
}

describe('handing a place on', () => {
  it('INV-30 gives place and bib to who has the link, ends the old code, and overtakes nobody', async () => {
    await verdicts(olivia, op('application.assignBib', place, { bib: '007' }, { bib: null }))
    const old = await rowOf(place)
    const [ofAnn, ofOlivia] = [await ann.sync(), await olivia.sync()]
    await verdicts(ann, offer())
    const taken = takeOver()
    expect(await verdicts(cem, taken)).toEqual(['applied'])
    expect([await rowOf(place), await numbers()]).toEqual([null, { registered: 1, waiting: 1 }])
    const mine = (await cem.sync()).applications
    expect(mine).toMatchObject([{ _id: taken.id, status: 'registered', bib: '007', mine: true, firstName: 'Cem' }])
    expect(mine[0]?.code).not.toBe(old?.code)
    const told = await ann.sync({ cursor: ofAnn.cursor })
    expect(told.deleted).toMatchObject([{ type: 'application', id: place, isHandedOn: true }])
    expect(told.notices).toMatchObject([{ kind: 'handedOn', parts: [{ kind: 'handedOn', person: 'Ann Lauf' }] }])
    expect((await olivia.sync({ cursor: ofOlivia.cursor })).deleted).toMatchObject([{ id: place, isHandedOn: true }])
    expect((await bea.sync()).applications).toMatchObject([{ _id: waiting, status: 'waiting' }])
    const scan = { marathonId: event, applicationId: place, at: inDays(0), gate: 'A' }
    expect(await verdicts(olivia, op('checkIn.create', newId('scan'), scan))).toEqual(['GONE'])
    // It takes effect once, and the place may go on.
    expect(await verdicts(cem, taken)).toEqual(['applied'])
    expect(await verdicts(cem, offer(SECRET, taken.id))).toEqual(['applied'])
    expect(await verdicts(bea, takeOver({ from: taken.id, firstName: 'Rosa' }))).toEqual(['applied'])
    expect(await numbers()).toEqual({ registered: 1, waiting: 1 })
  })

  it('needs the secret of now: another one, or an offer that was taken back, is STALE', async () => {
    expect(await verdicts(cem, takeOver())).toEqual(['STALE'])
    await verdicts(ann, offer())
    expect(await verdicts(cem, takeOver({ secret: `${SECRET.slice(1)}A` }))).toEqual(['STALE'])
    await verdicts(ann, offer(null))
    expect(await verdicts(cem, takeOver())).toEqual(['STALE'])
    await verdicts(ann, offer())
    const other = await newEvent()
    expect(await verdicts(cem, takeOver({ marathonId: other }))).toEqual(['STALE'])
    expect([await numbers(), await numbers(other)]).toEqual([
      { registered: 1, waiting: 1 },
      { registered: 0, waiting: 0 },
    ])
    expect(await verdicts(cem, takeOver())).toEqual(['applied'])
  })

  it('offers an own place alone, while the organiser lets it be handed on', async () => {
    expect(await verdicts(bea, offer(SECRET, waiting))).toEqual(['INVALID offer NO_PLACE'])
    expect(await verdicts(cem, offer())).toEqual(['NOT_FOUND'])
    expect(await verdicts(olivia, offer())).toEqual(['NOT_FOUND'])
    await verdicts(ann, offer())
    await set('UPDATE marathon SET hand_over_until = ?1 WHERE id = ?2', inDays(-0.1), event)
    expect(await verdicts(ann, offer(`${SECRET.slice(1)}A`))).toEqual(['REG_CLOSED handOverUntil ENDED'])
    expect(await verdicts(cem, takeOver())).toEqual(['REG_CLOSED handOverUntil ENDED'])
    expect(await verdicts(ann, offer(null))).toEqual(['applied'])
    await set('UPDATE marathon SET hand_over_until = NULL WHERE id = ?', event)
    expect(await verdicts(ann, offer())).toEqual(['REG_CLOSED handOverUntil NOT_OFFERED'])
  })

  it('ends with the start, and is closed at an event that is cancelled, hidden or deleted', async () => {
    await verdicts(ann, offer())
    WAS[event] = { cancelled: null }
    await verdicts(olivia, update({ cancelled: 'Storm.' }))
    expect(await verdicts(cem, takeOver())).toEqual(['REG_CLOSED handOverUntil ENDED'])
    WAS[event] = { cancelled: 'Storm.' }
    await verdicts(olivia, update({ cancelled: null }))
    await set('UPDATE marathon SET start_date = ?1 WHERE id = ?2', inDays(-0.1), event)
    expect(await verdicts(cem, takeOver())).toEqual(['REG_CLOSED handOverUntil ENDED'])
    await set('UPDATE marathon SET start_date = ?1 WHERE id = ?2', inDays(20), event)
    await hide(event)
    expect(await verdicts(cem, takeOver())).toEqual(['REG_CLOSED handOverUntil NOT_OFFERED'])
    await verdicts(olivia, op('marathon.delete', event))
    expect(await verdicts(cem, takeOver())).toEqual(['GONE'])
  })

  it('counts to the limits of both accounts, and asks about a namesake', async () => {
    await verdicts(ann, offer())
    expect(await verdicts(ann, takeOver())).toEqual(['INVALID from OWN_ENTRY'])
    await set('UPDATE marathon SET per_account = 1, ver = ver + 1 WHERE id = ?', event)
    expect(await verdicts(bea, takeOver())).toEqual(['ACCOUNT_LIMIT perAccount MOST_PER_ACCOUNT'])
    await set('UPDATE marathon SET per_account = 2, ver = ver + 1 WHERE id = ?', event)
    expect(await verdicts(bea, takeOver({ firstName: 'BEA' }))).toEqual(['ALREADY_APPLIED'])
    expect(await verdicts(bea, takeOver({ firstName: 'BEA', namesake: true }))).toEqual(['applied'])
    expect(await verdicts(bea, takeOver({ firstName: 'Third' }))).toEqual(['GONE'])
    // Ann's own number is free again.
    await set('UPDATE marathon SET per_account = 1, ver = ver + 1 WHERE id = ?', event)
    await apply(ann, event, 'Ann')
  })

  it('is for the first of two, in one transaction and in racing ones', async () => {
    await verdicts(ann, offer())
    expect(await together([bea, takeOver({ firstName: 'Rosa' })], [cem, takeOver()])).toEqual(['applied', 'GONE'])
    expect(await numbers()).toEqual({ registered: 1, waiting: 1 })
    event = await newEvent()
    place = await apply(ann, event, 'Ann')
    await verdicts(ann, offer())
    const faster = () => verdicts(bea, takeOver({ firstName: 'Rosa' }))
    expect(await raced(cem, takeOver(), faster)).toEqual(['GONE'])
    expect(await numbers()).toEqual({ registered: 1, waiting: 0 })
  })

  it('beside a withdrawal the place goes one way: to the link, or to who waits', async () => {
    await verdicts(ann, offer())
    const leave = () => op('application.delete', place)
    expect(await together([ann, leave()], [cem, takeOver()])).toEqual(['applied', 'GONE'])
    expect([await numbers(), (await rowOf(waiting))?.status]).toEqual([{ registered: 1, waiting: 0 }, 'registered'])
    place = waiting
    waiting = await apply(ann, event, 'Ann')
    await verdicts(bea, offer())
    // Who withdraws after it was taken over changes nothing.
    expect(await together([cem, takeOver()], [bea, leave()])).toEqual(['applied', 'applied'])
    expect([await numbers(), (await rowOf(waiting))?.status]).toEqual([{ registered: 1, waiting: 1 }, 'waiting'])
  })

  it('in racing requests too, also beside a promotion and the end of the offer', async () => {
    await verdicts(ann, offer())
    expect(await raced(cem, takeOver(), () => verdicts(ann, op('application.delete', place)))).toEqual(['GONE'])
    expect([await numbers(), (await rowOf(waiting))?.status]).toEqual([{ registered: 1, waiting: 0 }, 'registered'])
    place = waiting
    waiting = await apply(ann, event, 'Ann')
    await verdicts(bea, offer())
    WAS[event] = { capacity: 1 }
    expect(await raced(cem, takeOver(), () => verdicts(olivia, update({ capacity: 2 })))).toEqual(['applied'])
    expect([await numbers(), (await rowOf(waiting))?.status]).toEqual([{ registered: 2, waiting: 0 }, 'registered'])
    place = waiting
    await verdicts(ann, offer())
    expect(await raced(cem, takeOver({ firstName: 'Rosa' }), () => verdicts(ann, offer(null)))).toEqual(['STALE'])
    const closed = () => set('UPDATE marathon SET hand_over_until = NULL, ver = ver + 1 WHERE id = ?', event)
    await verdicts(ann, offer())
    expect(await raced(cem, takeOver({ firstName: 'Rosa' }), closed)).toEqual(['REG_CLOSED'])
    expect(await numbers()).toEqual({ registered: 2, waiting: 0 })
  })

  it('INV-22 halts in a new epoch for a missing entry, and is decided for a known one', async () => {
    await verdicts(ann, offer())
    await env.DB.prepare(NEW_EPOCH_SQL).run()
    const lost = takeOver({ from: newId('entry') })
    const { results, halted } = await cem.sync({ ops: [lost] })
    expect([results, halted]).toEqual([[], { code: 'UNAVAILABLE' }])
    const claim = op('application.claim', newId('entry'), { marathonId: event, secret: CODE })
    expect((await cem.sync({ ops: [claim] })).halted).toEqual({ code: 'UNAVAILABLE' })
    // A wrong code of an entry that is there never becomes right.
    expect(await verdicts(cem, op('application.claim', place, { marathonId: event, secret: CODE }))).toEqual([
      'NOT_FOUND',
    ])
    expect(await verdicts(cem, takeOver())).toEqual(['applied'])
    await set('UPDATE clock SET restored_at = ?', Date.now() - 31 * 86_400_000)
    expect(await verdicts(cem, lost)).toEqual(['NOT_FOUND'])
    await set('UPDATE clock SET restored_at = 0')
  })
})

describe('claiming an entry that a desk made', () => {
  let entry = ''
  const claim = (secret = CODE) => op('application.claim', entry, { marathonId: event, secret })
  beforeEach(async () => {
    entry = newId('entry')
    const person = { firstName: 'Dee', lastName: 'Desk', bib: '9', code: CODE, above: 1 }
    const walkIn = op('application.walkIn', entry, { marathonId: event, ...person })
    expect(await verdicts(olivia, walkIn)).toEqual(['applied'])
  })

  it('INV-30 is done once, by who has its code, and then the entry is like any other', async () => {
    expect(await verdicts(cem, claim('KAAAAABA'))).not.toEqual(['applied'])
    const { cursor } = await cem.sync()
    expect(await verdicts(cem, claim(), claim())).toEqual(['applied', 'applied'])
    const mine = (await cem.sync({ cursor })).applications
    expect(mine).toMatchObject([{ _id: entry, mine: true, isClaimed: true, bib: '9', email: `${cem.uid}@example.com` }])
    expect(await verdicts(bea, claim())).toEqual(['STALE'])
    expect(await numbers()).toEqual({ registered: 2, waiting: 1 })
    expect(await verdicts(cem, op('application.update', entry, { lastName: 'Gate' }, { lastName: 'Desk' }))).toEqual([
      'applied',
    ])
    expect(await verdicts(cem, op('application.delete', entry))).toEqual(['applied'])
    expect(await verdicts(bea, claim())).toEqual(['GONE'])
    expect(await numbers()).toEqual({ registered: 1, waiting: 1 })
  })

  it('is refused to helpers, who see its code, also where they become helpers meanwhile', async () => {
    for (const role of ['desk', 'gate', 'timer'] as const) {
      const [helper] = await signIn(newId('helper'))
      const hire = () => addStaff(event, helper.uid, role)
      expect(await raced(helper, claim(), hire)).toEqual(['FORBIDDEN'])
      expect(await verdicts(helper, claim())).toEqual(['FORBIDDEN'])
      const wrong = op('application.claim', entry, { marathonId: event, secret: 'KAAAAABA' })
      expect((await helper.sync({ ops: [wrong] })).results).not.toMatchObject([{ code: 'FORBIDDEN' }])
    }
    expect((await rowOf(entry))?.owner_uid).toBeNull()
    await addStaff(event, bea.uid, 'organiser')
    expect(await verdicts(bea, claim())).toEqual(['applied'])
  })

  it('is for the first of two, in one transaction and in racing ones', async () => {
    expect(await together([bea, claim()], [cem, claim()])).toEqual(['applied', 'STALE'])
    await set('UPDATE application SET owner_uid = NULL, ver = ver + 1 WHERE id = ?', entry)
    await set('UPDATE marathon SET unclaimed_count = 1 WHERE id = ?', event)
    expect(await raced(cem, claim(), () => verdicts(bea, claim()))).toEqual(['STALE'])
    expect((await rowOf(entry))?.owner_uid).toBe(bea.uid)
    await numbers()
  })

  it('counts to the limit of the account, and takes a namesake', async () => {
    await set('UPDATE marathon SET per_account = 1, ver = ver + 1 WHERE id = ?', event)
    expect(await verdicts(bea, claim())).toEqual(['ACCOUNT_LIMIT perAccount MOST_PER_ACCOUNT'])
    await set('UPDATE marathon SET per_account = 9, ver = ver + 1 WHERE id = ?', event)
    await verdicts(
      bea,
      op('application.update', waiting, { firstName: 'Dee', lastName: 'Desk' }, { firstName: 'Bea', lastName: 'Lauf' }),
    )
    expect(await verdicts(bea, claim())).toEqual(['applied'])
    expect((await bea.sync()).applications).toHaveLength(2)
  })
})

describe('deferring a place', () => {
  let target = ''
  beforeEach(async () => {
    target = await newEvent({ startDate: inDays(380), capacity: 1 })
    await apply(cem, target, 'Cem')
    await set('UPDATE marathon SET defer_to = ?1, ver = ver + 1 WHERE id = ?2', target, event)
  })
  const defer = (other: Fields = {}, id = newId('entry')) =>
    op('application.defer', id, { marathonId: target, from: place, ...other })

  it('INV-8 gives the place here to who waits, and one there above the capacity', async () => {
    await verdicts(olivia, op('application.assignBib', place, { bib: '7' }, { bib: null }))
    await verdicts(ann, offer())
    const { cursor } = await ann.sync()
    const deferred = defer()
    expect(await verdicts(ann, deferred, deferred)).toEqual(['applied', 'applied'])
    expect([await numbers(), await numbers(target)]).toEqual([
      { registered: 1, waiting: 0 },
      { registered: 2, waiting: 0 },
    ])
    expect((await rowOf(waiting))?.status).toBe('registered')
    const told = await ann.sync({ cursor })
    expect(told.applications).toMatchObject([
      {
        _id: deferred.id,
        marathonId: target,
        status: 'registered',
        bib: null,
        offer: null,
        phoneNumber: '+49 40 123456',
      },
    ])
    expect(told.deleted).toMatchObject([{ type: 'application', id: place }])
    expect(told.deleted[0]?.isHandedOn).toBeUndefined()
    expect(await verdicts(cem, takeOver())).toEqual(['GONE'])
  })

  it('is for a place of one’s own, and to the event that the organiser names', async () => {
    expect(await verdicts(bea, defer())).toEqual(['NOT_FOUND'])
    expect(await verdicts(bea, defer({ from: waiting }))).toEqual(['INVALID from NO_PLACE'])
    expect(await verdicts(ann, defer({ marathonId: await newEvent() }))).toEqual(['REG_CLOSED deferTo NOT_OFFERED'])
    await set('UPDATE marathon SET start_date = ?1 WHERE id = ?2', inDays(-0.1), event)
    expect(await verdicts(ann, defer())).toEqual(['REG_CLOSED deferTo ENDED'])
    expect([await numbers(), await numbers(target)]).toEqual([
      { registered: 1, waiting: 1 },
      { registered: 1, waiting: 0 },
    ])
  })

  it('goes to no event that is undrawn, cancelled, started, hidden or deleted', async () => {
    const closed = ['REG_CLOSED marathonId NOT_OFFERED']
    await set("UPDATE marathon SET registration = 'ballot', ver = ver + 1 WHERE id = ?", target)
    expect(await verdicts(ann, defer())).toEqual(closed)
    await set("UPDATE marathon SET seed = 'drawn', cancelled = 'Storm.', ver = ver + 1 WHERE id = ?", target)
    expect(await verdicts(ann, defer())).toEqual(closed)
    await set('UPDATE marathon SET cancelled = NULL, start_date = ?1, ver = ver + 1 WHERE id = ?2', inDays(-1), target)
    expect(await verdicts(ann, defer())).toEqual(closed)
    await hide(target)
    expect(await verdicts(ann, defer())).toEqual(['NOT_FOUND'])
    await verdicts(olivia, op('marathon.delete', target))
    expect(await verdicts(ann, defer())).toEqual(['GONE'])
    expect(await numbers()).toEqual({ registered: 1, waiting: 1 })
  })

  it('counts to the limit there, and not twice for one person', async () => {
    await apply(ann, target, 'Ann')
    expect(await verdicts(ann, defer())).toEqual(['ALREADY_APPLIED'])
    await set('UPDATE marathon SET per_account = 1, ver = ver + 1 WHERE id = ?', target)
    await verdicts(ann, op('application.update', place, { firstName: 'Ida' }, { firstName: 'Ann' }))
    expect(await verdicts(ann, defer())).toEqual(['ACCOUNT_LIMIT perAccount MOST_PER_ACCOUNT'])
  })

  it('beside a withdrawal, a taking over and a smaller capacity there, numbers stay right', async () => {
    expect(await raced(ann, defer(), () => verdicts(ann, op('application.delete', place)))).toEqual(['GONE'])
    place = waiting
    await verdicts(bea, offer())
    expect(await together([cem, takeOver()], [bea, defer()])).toEqual(['applied', 'GONE'])
    // What the runner edits meanwhile goes along.
    event = await newEvent({ deferTo: target })
    place = await apply(ann, event, 'Ann')
    const deferred = defer()
    const renamed = () => verdicts(ann, op('application.update', place, { lastName: 'New' }, { lastName: 'Lauf' }))
    expect(await raced(ann, deferred, renamed)).toEqual(['applied'])
    expect((await rowOf(deferred.id))?.last_name).toBe('New')
    await verdicts(ann, op('application.delete', deferred.id))
    event = await newEvent({ deferTo: target })
    place = await apply(ann, event, 'Ann')
    expect(await raced(ann, defer(), () => apply(bea, target, 'Bea'))).toEqual(['applied'])
    expect([await numbers(), await numbers(target)]).toEqual([
      { registered: 0, waiting: 0 },
      { registered: 2, waiting: 1 },
    ])
  })

  it('may be offered to an event that the organiser organises, and to no other', async () => {
    const [stranger] = await signIn(newId('stranger'))
    const foreign = newId('event')
    await verdicts(stranger, op('marathon.create', foreign, marathonFields()))
    for (const deferTo of [foreign, event, newId('none')]) {
      WAS[event] = { deferTo: target }
      expect(await verdicts(olivia, update({ deferTo }))).toEqual(['INVALID deferTo NOT_YOURS'])
    }
    expect(await verdicts(olivia, update({ deferTo: null }))).toEqual(['applied'])
  })
})

describe('a link to an entry', () => {
  const read = async (id: string, secret: string) => {
    const response = await new TestVisitor().call('GET', `/entries/${entryToken({ id, secret })}`)
    return { status: response.status, body: await response.text() }
  }
  class TestVisitor {
    call = (method: string, path: string) => ann.send(path, { method, headers: { Cookie: '' } })
  }

  it('tells everybody the event and until when, and not whose place it is', async () => {
    await verdicts(ann, offer())
    const { status, body } = await read(place, SECRET)
    expect([status, JSON.parse(body)]).toMatchObject([
      200,
      { kind: 'handOver', marathonId: event, title: 'Harbour Ten', until: expect.any(String), person: null },
    ])
    for (const secretOfAnn of ['Ann', ann.uid, SECRET]) expect(body).not.toContain(secretOfAnn)
    await set('UPDATE marathon SET hand_over_until = NULL WHERE id = ?', event)
    expect(JSON.parse((await read(place, SECRET)).body)).toMatchObject({ until: null })
  })

  it('is not found where it is wrong, taken back, taken over, or the event hidden or deleted', async () => {
    const statuses = async () => (await read(place, SECRET)).status
    expect(await statuses()).toBe(404)
    await verdicts(ann, offer())
    expect([await statuses(), (await read(waiting, SECRET)).status]).toEqual([200, 404])
    // The entry code of somebody's entry opens nothing.
    expect((await read(place, String((await rowOf(place))?.code))).status).toBe(404)
    expect((await ann.call('GET', '/entries/none')).status).toBe(404)
    await hide(event)
    expect(await statuses()).toBe(404)
    await set('UPDATE marathon SET hidden_at = NULL WHERE id = ?', event)
    await verdicts(ann, offer(null))
    expect(await statuses()).toBe(404)
    await verdicts(ann, offer())
    await verdicts(cem, takeOver())
    expect(await statuses()).toBe(404)
  })

  it('of a walk-in tells the name to who has its code, until somebody claims it', async () => {
    const entry = newId('entry')
    const person = { firstName: 'Dee', lastName: 'Desk', bib: null, code: CODE, above: 1 }
    await verdicts(olivia, op('application.walkIn', entry, { marathonId: event, ...person }))
    const { body } = await read(entry, CODE)
    expect(JSON.parse(body)).toMatchObject({ kind: 'claim', marathonId: event, person: 'Dee Desk', until: null })
    expect((await read(entry, SECRET)).status).toBe(404)
    await verdicts(cem, op('application.claim', entry, { marathonId: event, secret: CODE }))
    expect((await read(entry, CODE)).status).toBe(404)
  })
})
