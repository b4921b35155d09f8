import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  CLASH_DAYS,
  CONTACT_DAYS,
  DAY_MS,
  OP_RECORD_DAYS,
  PAST_MARATHON_DAYS,
  TOMBSTONE_DAYS,
} from '../../contract/limits.ts'
import { statement } from '../db/client.ts'
import worker from '../index.ts'
import { requestDeletion } from '../ops/account.ts'
import { makeHelper, staffBeside } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { deleteRowsOf } from './delete-account.ts'
import { runRetention } from './retention.ts'
import { retentionSteps } from './retention-steps.ts'

const after = (days: number) => Date.now() + days * DAY_MS
const run = (days: number, contactDays?: string) => runRetention(env.DB, { now: after(days), contactDays })
const START_DAYS = 20
const SECRETS = ['Ada', 'Lauf', '+49 40 123456', 'asthma', 'ravi@home.example', 'Ravi town', 'Ravi note']

const rowOf = (table: string, id: string) =>
  env.DB.prepare(`SELECT * FROM ${table} WHERE id = ?`).bind(id).first<Record<string, string | number | null>>()

async function scene() {
  const olivia = await TestClient.signedIn(newId('olivia'))
  const ravi = await TestClient.signedIn(newId('ravi'))
  const [marathonId, applicationId] = [newId('marathon'), newId('application')]
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields({ startDate: inDays(START_DAYS) }))] })
  const details = {
    additionalInfo: 'asthma',
    email: 'ravi@home.example',
    location: 'Ravi town',
    description: 'Ravi note',
  }
  const fields = applicationFields(marathonId, { ...details, image: 'https://example.com/ravi.jpg' })
  const clash = op('application.update', applicationId, { phoneNumber: '040 777777' }, { phoneNumber: '040 000000' })
  await ravi.sync({ ops: [op('application.create', applicationId, fields), clash] })
  return { olivia, ravi, marathonId, applicationId, clash }
}

describe('a marathon that left the 30-day window', () => {
  it('is marked as past without a change for any phone, and not a day before', async () => {
    const { olivia, marathonId } = await scene()
    await run(START_DAYS + PAST_MARATHON_DAYS - 1)
    const before = await rowOf('marathon', marathonId)
    const { cursor } = await olivia.sync()
    await run(START_DAYS + PAST_MARATHON_DAYS + 1)
    expect([before?.past, await rowOf('marathon', marathonId)]).toEqual([0, { ...before, past: 1 }])
    expect(await olivia.sync({ cursor })).toMatchObject({ cursor, marathons: [], reset: false })
  })
})

describe('a tombstone older than 90 days', () => {
  it('is stripped; its id stays gone, and a phone that has not received it starts over', async () => {
    const { olivia, ravi, marathonId, applicationId } = await scene()
    const { cursor: heardOfNothing } = await ravi.sync()
    await ravi.sync({ ops: [op('application.delete', applicationId)] })
    await olivia.sync({ ops: [op('marathon.delete', marathonId)] })
    const { cursor: heardOfBoth } = await ravi.sync({ cursor: heardOfNothing })
    await run(TOMBSTONE_DAYS - 1)
    expect((await ravi.sync({ cursor: heardOfNothing })).reset).toBe(false)
    await run(TOMBSTONE_DAYS + 1)
    expect(await rowOf('tombstone', applicationId)).toMatchObject({ seq: null, owner_uid: null, marathon_id: '' })
    expect((await ravi.sync({ cursor: heardOfNothing })).reset).toBe(true)
    expect((await ravi.sync({ cursor: heardOfBoth })).reset).toBe(false)
    const again = op('application.create', applicationId, applicationFields(marathonId))
    const edit = op('application.update', applicationId, { lastName: 'X' })
    const remake = op('marathon.create', marathonId, marathonFields())
    const { results } = await ravi.sync({ ops: [again, edit, remake] })
    expect(results.map(({ code }) => code)).toEqual(['GONE', 'GONE', 'GONE'])
  })
})

describe('a deletion of long ago that is told once more resets no phone', () => {
  it('with the account of an entry that staff withdrew, without the reason', async () => {
    const { olivia, ravi, applicationId } = await scene()
    await olivia.sync({ ops: [op('application.withdraw', applicationId, { reason: 'Injured.' }, {})] })
    const { cursor } = await olivia.sync()
    const later = after(TOMBSTONE_DAYS + 1)
    await requestDeletion(env.DB, ravi.uid, Math.floor(later / 1000), () => later)
    await deleteRowsOf(
      env.DB,
      ravi.uid,
      () => later,
      () => undefined,
    )
    await run(TOMBSTONE_DAYS + 2)
    const { reset, deleted } = await olivia.sync({ cursor })
    const at = new Date(later).toISOString()
    expect([reset, deleted]).toEqual([false, expect.arrayContaining([{ type: 'application', id: applicationId, at }])])
  })

  it('where somebody who was removed is staff again', async () => {
    const { olivia, ravi, marathonId } = await scene()
    await makeHelper(olivia, ravi, marathonId)
    const [helper] = (await staffBeside(olivia, marathonId)).map(({ _id }) => _id)
    await env.DB.prepare('UPDATE staff SET removed_at = ? WHERE id = ?')
      .bind(inDays(-TOMBSTONE_DAYS - 1), helper ?? '')
      .run()
    const { cursor } = await olivia.sync()
    await makeHelper(olivia, ravi, marathonId)
    await run(0)
    expect(await olivia.sync({ cursor })).toMatchObject({ reset: false, deleted: [{ type: 'staff', id: helper }] })
  })
})

describe('the texts of a clash', () => {
  const verdictOf = async (opId: string) => {
    const text = await env.DB.prepare('SELECT verdict FROM op_record WHERE op_id = ?').bind(opId).first('verdict')
    return JSON.parse(String(text))
  }

  it('are removed with their application, even if one request clashes and deletes', async () => {
    const { ravi, applicationId, clash } = await scene()
    expect(await verdictOf(clash.opId)).toHaveProperty('conflicts')
    const late = op('application.update', applicationId, { location: 'Kiel' }, { location: 'Bremen' })
    await ravi.sync({ ops: [late, op('application.delete', applicationId)] })
    expect([await verdictOf(clash.opId), await verdictOf(late.opId)]).toEqual([
      { status: 'applied' },
      { status: 'applied' },
    ])
  })

  it('stay in the verdict for 90 days, whether or not the row still exists, and are then removed', async () => {
    const { clash } = await scene()
    await run(CLASH_DAYS - 1)
    expect(await verdictOf(clash.opId)).toHaveProperty('conflicts')
    await run(CLASH_DAYS + 1)
    expect(await verdictOf(clash.opId)).toEqual({ status: 'applied' })
  })

  it('never occur for an erased application: a late edit is applied, and erased the next night', async () => {
    const { ravi, applicationId } = await scene()
    await run(START_DAYS + CONTACT_DAYS + 1)
    const late = op('application.update', applicationId, { phoneNumber: '040 222222' }, { phoneNumber: '040 111111' })
    expect((await ravi.sync({ ops: [late] })).results).toEqual([{ opId: late.opId, status: 'applied' }])
    await run(START_DAYS + CONTACT_DAYS + 2)
    const records = await env.DB.prepare('SELECT * FROM op_record WHERE target_id = ?').bind(applicationId).all()
    const row = await rowOf('application', applicationId)
    expect(JSON.stringify([row, records.results])).not.toMatch(/111111|222222/)
  })

  it('never occur for it after a first late edit either', async () => {
    const { ravi, applicationId } = await scene()
    await run(START_DAYS + CONTACT_DAYS + 1)
    const first = op('application.update', applicationId, { location: 'Kiel' }, { location: 'Ravi town' })
    const second = op('application.update', applicationId, { phoneNumber: '040 222222' }, { phoneNumber: '040 111111' })
    const applied = [first, second].map(({ opId }) => ({ opId, status: 'applied' }))
    expect([...(await ravi.sync({ ops: [first] })).results, ...(await ravi.sync({ ops: [second] })).results]).toEqual(
      applied,
    )
  })

  it('stay two people after the erasure, though neither has a name any more', async () => {
    const { ravi, marathonId, applicationId } = await scene()
    const other = newId('application')
    await ravi.sync({ ops: [op('application.create', other, applicationFields(marathonId, { firstName: 'Bo' }))] })
    await run(START_DAYS + CONTACT_DAYS + 1)
    const ops = [applicationId, other].map((id) => op('application.update', id, { additionalInfo: 'late' }, {}))
    expect((await ravi.sync({ ops })).results.map(({ status }) => status)).toEqual(['applied', 'applied'])
  })
})

it('of a marathon stay when another account deletes an application with the same id', async () => {
  const { olivia, ravi, marathonId } = await scene()
  const clash = op('marathon.update', marathonId, { location: 'Kiel' }, { location: 'Bremen' })
  const first = await olivia.sync({ ops: [clash] })
  expect(first.results[0]).toHaveProperty('conflicts')
  const other = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', other, marathonFields())] })
  await ravi.sync({ ops: [op('application.create', marathonId, applicationFields(other))] })
  await ravi.sync({ ops: [op('application.delete', marathonId)] })
  expect((await olivia.sync({ ops: [clash] })).results).toEqual(first.results)
})

describe('an op record', () => {
  it('is kept 400 days and then deleted', async () => {
    const { clash } = await scene()
    const find = () => env.DB.prepare('SELECT op_id FROM op_record WHERE op_id = ?').bind(clash.opId).first()
    await run(OP_RECORD_DAYS - 1)
    expect(await find()).not.toBeNull()
    await run(OP_RECORD_DAYS + 1)
    expect(await find()).toBeNull()
  })
})

describe('the name of the holder of a bib', () => {
  /** Olivia gives Bo a bib that Ada has. */
  async function takenBib() {
    const { olivia, ravi, marathonId, applicationId } = await scene()
    const other = newId('application')
    await ravi.sync({ ops: [op('application.create', other, applicationFields(marathonId, { firstName: 'Bo' }))] })
    const assign = (id: string) => op('application.assignBib', id, { bib: '7' }, { bib: null })
    const taken = assign(other)
    await olivia.sync({ ops: [assign(applicationId), taken] })
    const fieldsAgain = async () => (await olivia.sync({ ops: [taken] })).results[0]?.fields
    expect(await fieldsAgain()).toEqual({ bib: { code: 'HELD_BY', values: { name: 'Ada Lauf' } } })
    return { ravi, other, fieldsAgain }
  }

  it('leaves the verdict when the other entrant withdraws', async () => {
    const { ravi, other, fieldsAgain } = await takenBib()
    await ravi.sync({ ops: [op('application.delete', other)] })
    expect(await fieldsAgain()).toBeUndefined()
  })

  it('leaves the verdict after 90 days', async () => {
    const { fieldsAgain } = await takenBib()
    await run(CLASH_DAYS - 1)
    expect(await fieldsAgain()).toEqual({ bib: { code: 'HELD_BY', values: { name: 'Ada Lauf' } } })
    await run(CLASH_DAYS + 1)
    expect(await fieldsAgain()).toBeUndefined()
  })
})

/** One step of a night whose limits are all `limit`, with what it finds, to be changed later. */
async function found(name: string, limit: string) {
  const due = { nowMs: Date.now(), contact: limit, clash: limit, tombstone: limit, opRecord: limit, pullCutoff: limit }
  const step = retentionSteps(due).find((one) => one.name === name)
  if (!step) throw new Error(`there is no step ${name}`)
  const { results } = await statement(env.DB, step.find(sql`(SELECT NULL WHERE 0)`, 100)).all<{ id: number }>()
  const queries = () => step.change(results.map(({ id }) => id)).map((query) => statement(env.DB, query))
  return { ids: results.map(({ id }) => id), change: () => env.DB.batch(queries()) }
}

it('a verdict without its contact data stays as it is when the step runs once more', async () => {
  const { clash } = await scene()
  const { ids, change } = await found('clashesStripped', inDays(1))
  expect(ids).toContain(clash.opId)
  for (let n = 0; n < 2; n++) await change()
  const { verdict } = (await env.DB.prepare('SELECT verdict FROM op_record WHERE op_id = ?')
    .bind(clash.opId)
    .first<{ verdict: string }>()) ?? { verdict: '' }
  expect(JSON.parse(verdict)).toEqual({ status: 'applied' })
})

it('a marathon moved to a later day between the search and the change stays in the pull', async () => {
  const { olivia, marathonId } = await scene()
  const { ids, change } = await found('leftThePull', inDays(START_DAYS + PAST_MARATHON_DAYS + 1))
  expect(ids).toContain(marathonId)
  const base = { startDate: (await rowOf('marathon', marathonId))?.start_date }
  await olivia.sync({ ops: [op('marathon.update', marathonId, { startDate: inDays(START_DAYS + 90) }, base)] })
  await change()
  expect((await rowOf('marathon', marathonId))?.past).toBe(0)
})

it.each(['contactsErased', 'checkInsDeleted', 'noticesDeleted'])(
  'what %s has found stays if the start is moved before the change',
  async (name) => {
    const { olivia, marathonId, applicationId } = await scene()
    const scan = { marathonId, applicationId, at: inDays(0), gate: 'A' }
    const { results } = await olivia.sync({
      ops: [
        op('checkIn.create', newId('check-in'), scan),
        op('notice.create', newId('notice'), { marathonId, text: 'Hello', urgent: false, at: inDays(0) }),
      ],
    })
    expect(results.map(({ status }) => status)).toEqual(['applied', 'applied'])
    const rows = { contactsErased: 'application WHERE erased_at IS NULL AND', checkInsDeleted: 'recording WHERE' }[name]
    const count = () =>
      env.DB.prepare(`SELECT count(*) AS n FROM ${rows ?? 'notice WHERE'} marathon_id = ?`)
        .bind(marathonId)
        .first('n')
    const { change } = await found(name, inDays(START_DAYS + 1))
    const base = { startDate: (await rowOf('marathon', marathonId))?.start_date }
    const move = op('marathon.update', marathonId, { startDate: inDays(START_DAYS + 90) }, base)
    expect((await olivia.sync({ ops: [move] })).results).toMatchObject([{ status: 'applied' }])
    const before = Number(await count())
    await change()
    expect(await count()).toBe(before)
    await env.DB.prepare('UPDATE marathon SET start_date = ? WHERE id = ?').bind(inDays(START_DAYS), marathonId).run()
    await change()
    expect(await count()).toBe(before - 1)
  },
)

describe("entrants' contact data", () => {
  it('leaves the verdicts that name the holder of a bib, and the bibs stay', async () => {
    const { olivia, ravi, marathonId, applicationId } = await scene()
    const other = newId('application')
    await ravi.sync({ ops: [op('application.create', other, applicationFields(marathonId, { firstName: 'Bo' }))] })
    const assign = (id: string) => op('application.assignBib', id, { bib: '7' }, { bib: null })
    const taken = assign(other)
    const { results } = await olivia.sync({ ops: [assign(applicationId), taken] })
    expect(results[1]).toMatchObject({
      code: 'BIB_TAKEN',
      fields: { bib: { code: 'HELD_BY', values: { name: 'Ada Lauf' } } },
    })
    await run(START_DAYS + CONTACT_DAYS + 1)
    const again = await olivia.sync({ ops: [taken] })
    expect(again.results).toEqual([{ opId: taken.opId, status: 'rejected', code: 'BIB_TAKEN' }])
    expect(await rowOf('application', applicationId)).toMatchObject({ first_name: '', bib: '7' })
  })

  it('is erased everywhere 180 days after the marathon, and the count stays', async () => {
    const { olivia, ravi, marathonId, applicationId } = await scene()
    const { cursor } = await olivia.sync()
    await run(START_DAYS + CONTACT_DAYS - 1)
    expect((await olivia.sync({ cursor })).applications).toEqual([])
    await run(START_DAYS + CONTACT_DAYS + 1)
    const row = await rowOf('application', applicationId)
    expect(row).toMatchObject({ first_name: '', last_name: '', phone_number: '', email: '', image: '', ver: 2 })
    expect(row).toMatchObject({ person_key: `\n${applicationId}`, erased_at: expect.any(String) })
    const records = await env.DB.prepare('SELECT verdict FROM op_record WHERE target_id = ?').bind(applicationId).all()
    const told = JSON.stringify([row, records.results, await olivia.sync({ cursor }), (await ravi.sync()).applications])
    for (const secret of SECRETS) expect(told).not.toContain(secret)
    expect((await olivia.sync({ cursor })).applications).toEqual([expect.objectContaining({ _id: applicationId })])
    expect((await rowOf('marathon', marathonId))?.reg_count).toBe(1)
  })

  it('is erased by the current date of the marathon, not by the runner’s copy of it', async () => {
    const { olivia, marathonId, applicationId } = await scene()
    const later = op('marathon.update', marathonId, { startDate: inDays(START_DAYS + 100) })
    await olivia.sync({ ops: [{ ...later, base: { startDate: (await rowOf('marathon', marathonId))?.start_date } }] })
    await run(START_DAYS + CONTACT_DAYS + 1)
    expect((await rowOf('application', applicationId))?.erased_at).toBeNull()
    await run(START_DAYS + 100 + CONTACT_DAYS + 1)
    expect((await rowOf('application', applicationId))?.erased_at).not.toBeNull()
  })

  it('is also erased if the marathon was deleted, and again if the runner typed it in again', async () => {
    const { olivia, ravi, marathonId, applicationId } = await scene()
    await olivia.sync({ ops: [op('marathon.delete', marathonId)] })
    await run(START_DAYS + CONTACT_DAYS + 1)
    expect((await rowOf('application', applicationId))?.first_name).toBe('')
    await ravi.sync({ ops: [op('application.update', applicationId, { firstName: 'Ada' }, { firstName: '' })] })
    expect((await rowOf('application', applicationId))?.first_name).toBe('Ada')
    await run(START_DAYS + CONTACT_DAYS + 2)
    expect((await rowOf('application', applicationId))?.first_name).toBe('')
  })

  it('that tells of a deletion leaves 180 days after it, and its runner is told', async () => {
    const { olivia, ravi, marathonId } = await scene()
    await olivia.sync({ ops: [op('marathon.delete', marathonId)] })
    const { cursor, notices } = await ravi.sync()
    expect(notices.map(({ kind }) => kind)).toContain('deleted')
    await run(CONTACT_DAYS - 1)
    expect((await ravi.sync()).notices).toEqual(notices)
    await run(CONTACT_DAYS + 1)
    expect((await ravi.sync()).notices).toEqual([])
    expect((await ravi.sync({ cursor })).deleted).toContainEqual(expect.objectContaining({ type: 'notice' }))
  })

  it('is also erased where a deleted marathon leaves a copy with a date far in the future', async () => {
    const { olivia, marathonId } = await scene()
    const club = await TestClient.signedIn(newId('club'))
    const entry = newId('application')
    const fields = { ...applicationFields(marathonId), startDate: '9998-01-01' }
    await club.sync({ ops: [op('application.create', entry, fields)] })
    await olivia.sync({ ops: [op('marathon.delete', marathonId)] })
    await run(CONTACT_DAYS - 1)
    expect((await rowOf('application', entry))?.erased_at).toBeNull()
    await run(CONTACT_DAYS + 1)
    expect(await rowOf('application', entry)).toMatchObject({ first_name: '', erased_at: expect.any(String) })
    // The night is done with this marathon, until the runner writes a name again.
    const mayHaveContacts = async () => (await rowOf('tombstone', marathonId))?.may_have_contacts
    const writeName = (firstName: string) =>
      club.sync({ ops: [op('application.update', entry, { firstName }, { firstName: '' })] })
    expect(await mayHaveContacts()).toBe(0)
    await writeName('Ada')
    expect(await mayHaveContacts()).toBe(1)
    await run(CONTACT_DAYS + 2)
    expect([(await rowOf('application', entry))?.first_name, await mayHaveContacts()]).toEqual(['', 0])
    // Also where the runner does that between the search and the change.
    await env.DB.prepare('UPDATE tombstone SET may_have_contacts = 1 WHERE id = ?').bind(marathonId).run()
    const { ids, change } = await found('deletedFinished', inDays(1))
    expect(ids).toHaveLength(1)
    await writeName('Bo')
    await change()
    expect(await mayHaveContacts()).toBe(1)
  })

  it('stays erased where only the bib changes', async () => {
    const { olivia, applicationId } = await scene()
    await run(START_DAYS + CONTACT_DAYS + 1)
    await olivia.sync({ ops: [op('application.assignBib', applicationId, { bib: '7' }, { bib: null })] })
    expect(await rowOf('application', applicationId)).toMatchObject({ bib: '7', erased_at: expect.any(String) })
  })

  it('is kept for CONTACT_DAYS, or for 180 days if that is not a number of days', async () => {
    const { applicationId } = await scene()
    const erased = async () => (await rowOf('application', applicationId))?.erased_at !== null
    for (const contactDays of ['400', '', 'soon', '-1', '0']) {
      await run(START_DAYS + CONTACT_DAYS - 1, contactDays)
      expect(await erased()).toBe(false)
    }
    await run(START_DAYS + 31, '30')
    expect(await erased()).toBe(true)
  })
})

it('the nightly cron runs retention, and a second run changes nothing', async () => {
  await scene()
  const scheduledTime = after(OP_RECORD_DAYS + 1)
  const night = createScheduledController({ scheduledTime: new Date(scheduledTime), cron: '17 3 * * *' })
  await worker.scheduled(night, env)
  const clock = () => env.DB.prepare('SELECT * FROM clock').first()
  const before = await clock()
  const { failed, full, ...rows } = await runRetention(env.DB, { now: scheduledTime })
  expect([failed, full, new Set(Object.values(rows))]).toEqual([[], [], new Set([0])])
  expect(await clock()).toEqual(before)
})

it('runs batch after batch until everything is done', async () => {
  const many = 12
  for (let n = 0; n < many; n++) {
    const olivia = await TestClient.signedIn(newId('olivia'))
    const ops = Array.from({ length: 100 }, () => op('marathon.create', newId('marathon'), marathonFields()))
    await olivia.sync({ ops })
  }
  const report = await run(OP_RECORD_DAYS + 1)
  expect(report.leftThePull).toBeGreaterThanOrEqual(many * 100)
  expect(report.opRecordsDeleted).toBeGreaterThanOrEqual(many * 100)
  const { n } = (await env.DB.prepare('SELECT count(*) AS n FROM marathon WHERE past = 0').first<{ n: number }>()) ?? {}
  expect(n).toBe(0)
})
