import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS } from '../../contract/limits.ts'
import { allRows, runBatch } from '../db/client.ts'
import worker from '../index.ts'
import { ENTRANT_COST_MS, OP_COST_MS } from '../ops/op-budget.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { runRetention } from './retention.ts'
import { retentionSteps } from './retention-steps.ts'

const START_DAYS = -200
let olivia: TestClient
let ravi: TestClient

beforeAll(async () => {
  olivia = await TestClient.signedIn('olivia')
  ravi = await TestClient.signedIn('ravi')
})
beforeEach(async () => {
  for (const table of ['marathon', 'application', 'tombstone', 'op_record']) await env.DB.exec(`DELETE FROM ${table}`)
})

/** Creates a marathon that started long ago, and `count` applications to it. @returns the applications' ids */
async function entrants(count: number): Promise<string[]> {
  const marathonId = newId('marathon')
  await olivia.sync({
    ops: [op('marathon.create', marathonId, marathonFields({ startDate: inDays(START_DAYS), perAccount: 40 }))],
  })
  const ids = Array.from({ length: count }, () => newId('application'))
  await ravi.sync({
    ops: ids.map((id, n) => op('application.create', id, applicationFields(marathonId, { firstName: `Ada ${n}` }))),
  })
  return ids
}

async function unerased(): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT id FROM application WHERE phone_number <> ''").all<{ id: string }>()
  return results.map(({ id }) => id)
}

/** Runs a test while every UPDATE or DELETE of this row fails. */
async function withBadRow(table: string, write: 'UPDATE' | 'DELETE', id: string, test: () => Promise<void>) {
  const key = table === 'op_record' ? 'op_id' : 'id'
  await env.DB.exec(
    `CREATE TRIGGER bad BEFORE ${write} ON ${table} WHEN old.${key} = '${id}' BEGIN SELECT RAISE(ABORT, 'bad row'); END`,
  )
  try {
    await test()
  } finally {
    await env.DB.exec('DROP TRIGGER bad')
  }
}

const NESTED = `${'['.repeat(1500)}${']'.repeat(1500)}`
const POISON = `{"status":"applied","conflicts":{"location":{"base":${NESTED},"yours":"x","theirs":""}}}`

describe('a stored verdict that SQLite cannot read as JSON', () => {
  it('does not stop the erasure of other rows', async () => {
    const ids = await entrants(3)
    await env.DB.prepare('UPDATE op_record SET verdict = ? WHERE target_id = ?').bind(POISON, ids[0]).run()
    const report = await runRetention(env.DB, { now: Date.now() })
    expect(report).toMatchObject({ contactsErased: 3, badRows: 0, failed: [] })
    const { results } = await env.DB.prepare("SELECT op_id FROM op_record WHERE verdict LIKE '%conflicts%'").all()
    expect(results).toEqual([])
  })
})

describe('rows of an account that makes them due again and again', () => {
  const due = () => {
    const before = inDays(-180)
    const dates = { contact: before, clash: before, tombstone: before, opRecord: before, pullCutoff: before }
    return retentionSteps({ nowMs: Date.now(), ...dates })
  }
  const none = sql`(SELECT NULL WHERE 0)`
  /** What the first rows of a step are, however it would sort them by id or by start. */
  const firstOf = async (name: string, rows: number) => {
    const step = due().find((one) => one.name === name)
    const found = step ? await allRows<{ id: string | number }>(env.DB, step.find(none, rows)) : []
    return { step, ids: found.map(({ id }) => id) }
  }

  it('are erased after those that have not changed for longest, whatever their id and start', async () => {
    const early = newId('marathon')
    await olivia.sync({ ops: [op('marathon.create', early, marathonFields({ startDate: '1970-03-02' }))] })
    const bad = Array.from({ length: 3 }, (_, n) => `--------${newId('bad')}${n}`)
    const create = (id: string, n: number) =>
      op('application.create', id, applicationFields(early, { firstName: `Mal ${n}` }))
    await ravi.sync({ ops: bad.map(create) })
    const honest = await entrants(2)
    const first = await firstOf('contactsErased', 3)
    expect(first.ids).toEqual(bad)
    await runBatch(env.DB, first.step?.change(first.ids) ?? [])
    const again = await ravi.sync({ ops: bad.map((id) => op('application.update', id, { lastName: `again ${id}` })) })
    expect(again.results.map(({ status }) => status)).toEqual(['applied', 'applied', 'applied'])
    expect((await firstOf('contactsErased', 3)).ids).toEqual([...honest, bad[0]])
  })

  it('leave room for the check-ins and notices of others, the older ones first', async () => {
    const [entry = ''] = await entrants(1)
    const { marathonId } = (await ravi.sync()).applications.find(({ _id }) => _id === entry) ?? { marathonId: '' }
    const at = inDays(0)
    const early = newId('marathon')
    const scanned = newId('application')
    await olivia.sync({
      ops: [
        op('checkIn.create', newId('scan'), { marathonId, applicationId: entry, at, gate: 'honest' }),
        op('notice.create', newId('notice'), { marathonId, text: 'honest', urgent: false, at }),
        op('marathon.create', early, marathonFields({ startDate: '1970-03-02' })),
        op('application.create', scanned, applicationFields(early)),
        op('checkIn.create', newId('scan'), { marathonId: early, applicationId: scanned, at, gate: 'bad' }),
        op('notice.create', newId('notice'), { marathonId: early, text: 'bad', urgent: false, at }),
      ],
    })
    const [[scan], [notice]] = [(await firstOf('checkInsDeleted', 1)).ids, (await firstOf('noticesDeleted', 1)).ids]
    const told = env.DB.prepare(
      'SELECT (SELECT point FROM recording WHERE rowid = ?) AS gate, (SELECT text FROM notice WHERE rowid = ?) AS text',
    )
    expect(await told.bind(scan, notice).first()).toEqual({ gate: 'honest', text: 'honest' })
  })

  it('make the night fail if they fill it, so that somebody looks', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 16001)
      INSERT INTO op_budget (uid, spent_until) SELECT 'filling-' || i, 0 FROM n`,
    ).run()
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const night = createScheduledController({ scheduledTime: new Date(), cron: '17 3 * * *' })
    await expect(async () => worker.scheduled(night, env)).rejects.toThrow('nightly run')
    expect(said.mock.calls.flat().join()).toContain('"failed":[],"badRows":0,"full":["budgetsDeleted"]')
    said.mockRestore()
    expect(await runRetention(env.DB, { now: Date.now() })).toMatchObject({ full: [] })
  })
})

describe('a row whose change always fails', () => {
  it('does not stop the erasure of other rows in any step, and is reported', async () => {
    const ids = await entrants(40)
    const bad = ids[17] ?? ''
    await withBadRow('application', 'UPDATE', bad, async () => {
      const report = await runRetention(env.DB, { now: Date.now() })
      expect(report).toMatchObject({ contactsErased: 39, leftThePull: 1, badRows: 1, failed: [] })
      expect(await unerased()).toEqual([bad])
    })
    expect(await runRetention(env.DB, { now: Date.now() })).toMatchObject({ contactsErased: 1, badRows: 0 })
  })

  it('makes the nightly run fail after it has done all other work', async () => {
    const [bad = ''] = await entrants(3)
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    const night = createScheduledController({ scheduledTime: new Date(), cron: '17 3 * * *' })
    await withBadRow('application', 'UPDATE', bad, async () => {
      await expect(async () => worker.scheduled(night, env)).rejects.toThrow('nightly run')
    })
    expect(error.mock.calls.flat().join()).toContain('"event":"retention.failed","failed":[],"badRows":1')
    error.mockRestore()
    expect(await unerased()).toEqual([bad])
  })
})

it.each([
  ['contactsErased', 'SELECT id FROM (SELECT a.id, a.seq FROM marathon m CROSS JOIN application'],
  ['deletedFinished', 'SELECT t.rowid AS id FROM tombstone t'],
  ['clashesStripped', 'SELECT op_id AS id FROM op_record\n'],
  ['checkInsDeleted', 'SELECT id FROM (SELECT c.rowid AS id, c.seq FROM marathon m CROSS JOIN recording'],
  ['tombstonesStripped', 'SELECT rowid AS id FROM tombstone'],
  ['opRecordsDeleted', 'SELECT id FROM (SELECT op_id AS id, decided_at FROM op_record'],
  ['budgetsDeleted', 'SELECT uid AS id FROM op_budget'],
  ['invitationsDeleted', 'SELECT token_hash AS id FROM invitation'],
  ['staffDeleted', 'SELECT rowid AS id FROM staff'],
  ['noticesDeleted', 'SELECT id FROM (SELECT o.rowid AS id'],
  ['historyErased', 'SELECT r.seq AS id FROM marathon m CROSS JOIN op_record'],
  ['leftThePull', 'SELECT id FROM marathon WHERE past = 0'],
])('if the search of %s fails, the other steps do their work', async (step, search) => {
  await entrants(1)
  const failing = new Proxy(env.DB, {
    get: (target, name) => {
      if (name !== 'prepare') return Reflect.get(target, name).bind(target)
      return (query: string) => {
        if (query.includes(search)) throw new Error('D1_ERROR')
        return target.prepare(query)
      }
    },
  })
  const report = await runRetention(failing, { now: Date.now() })
  expect(report.failed).toEqual([step])
  const done = { contactsErased: 1, leftThePull: 1, [step]: 0 }
  expect(report).toMatchObject(done)
})

it('gives up a step whose every change fails, and continues with the next', async () => {
  await entrants(200)
  let failures = 0
  const failing = new Proxy(env.DB, {
    get: (target, name) => {
      if (name === 'batch')
        return () => {
          failures += 1
          return Promise.reject(new Error('D1_ERROR: database is locked'))
        }
      return Reflect.get(target, name).bind(target)
    },
  })
  const report = await runRetention(failing, { now: Date.now() })
  expect(report.failed).toEqual(['contactsErased'])
  // The only marathon is alone in its batch, so it looks like a bad row and is counted too.
  expect(report.badRows).toBeLessThanOrEqual(61)
  // The step ends with its 61st failure; the marathon and its history fail once in their own steps.
  expect(failures).toBe(63)
})

const never = new Date(0).toISOString()
const steps = retentionSteps({
  nowMs: 0,
  contact: never,
  clash: never,
  tombstone: never,
  opRecord: never,
  pullCutoff: never,
})

it('erases contact data first', () => {
  expect(steps[0]?.name).toBe('contactsErased')
})

it.each([
  ['opRecordsDeleted', ENTRANT_COST_MS],
  ['checkInsDeleted', ENTRANT_COST_MS],
  // An application, a clash, a rejection, a deletion, a notice: all of them cost the same.
  ['contactsErased', OP_COST_MS],
  ['clashesStripped', OP_COST_MS],
  ['tombstonesStripped', OP_COST_MS],
  ['invitationsDeleted', OP_COST_MS],
  ['staffDeleted', OP_COST_MS],
  ['deletedFinished', OP_COST_MS],
  ['noticesDeleted', OP_COST_MS],
  ['leftThePull', OP_COST_MS],
])('%s: a night does more than what one account that never rests makes in a day', (name, cost) => {
  const step = steps.find((one) => one.name === name)
  expect((step?.rows ?? 0) * (step?.batches ?? 0)).toBeGreaterThanOrEqual(DAY_MS / cost)
})

it('a night stays below the 1,000 queries that D1 allows a run, with a reserve for halving', () => {
  const queries = steps.map(({ batches, change }) => batches * (1 + change([]).length))
  expect(queries.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(900)
})
