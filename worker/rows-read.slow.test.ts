import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { HISTORY_PAGE_ROWS } from '../contract/limits.ts'
import type { Op } from '../contract/sync.ts'
import { newEntryCode } from '../contract/text/entry-code.ts'
import { statement } from './db/client.ts'
import { deleteRowsOf } from './jobs/delete-account.ts'
import { forgetDeliveries } from './jobs/deliver/claims.ts'
import { retentionSteps } from './jobs/retention-steps.ts'
import { requestDeletion } from './ops/account.ts'
import { applyRequest } from './ops/apply-request.ts'
import { parseOp } from './ops/decide/known-op.ts'
import { contentOf } from './ops/op-content.ts'
import { PART_ROWS } from './reads/account-data.ts'
import { TestClient } from './testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from './testing/rows.ts'

const ROWS = 10_000
const OLIVIA = 'olivia-of-many-events'
const idOf = (index: number) => `many-${String(index).padStart(8, '0')}`

/**
 * A D1 that counts the rows that its statements read and write, with the index entries, as D1 bills them. `largest` is
 * the number of rows that one statement changed at most.
 */
function countingD1() {
  const read = { rows: 0, written: 0, largest: 0 }
  const count = <T extends { meta: { rows_read?: number; rows_written?: number; changes?: number } }>(
    response: T,
  ): T => {
    read.rows += response.meta.rows_read ?? 0
    read.written += response.meta.rows_written ?? 0
    read.largest = Math.max(read.largest, response.meta.changes ?? 0)
    return response
  }
  const originals = new WeakMap<object, D1PreparedStatement>()
  const counted = (statement: D1PreparedStatement): D1PreparedStatement => {
    const counting = {
      bind: (...values: unknown[]) => counted(statement.bind(...values)),
      all: async () => count(await statement.all()),
      run: async () => count(await statement.run()),
    } as unknown as D1PreparedStatement
    originals.set(counting, statement)
    return counting
  }
  const db = {
    prepare: (query: string) => counted(env.DB.prepare(query)),
    batch: async (list: D1PreparedStatement[]) =>
      (await env.DB.batch(list.map((one) => originals.get(one) ?? one))).map(count),
  } as unknown as D1Database
  return { db, read }
}

beforeAll(async () => {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
    INSERT INTO marathon (id, owner_uid, title, location, description, image, distance, reg_start, reg_end, start_date,
      time_zone, capacity, name, email, created_at, reg_count, ver, seq, shown_until)
    SELECT 'many-' || printf('%08d', i), ?2, 'Event ' || i, 'Place ' || i % 997, 'Words', 'https://example.com/p.jpg',
      '10k', ?3, ?4, ?5, 'UTC', NULL, 'Olivia', 'o@example.com', strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i * 60, 'unixepoch'),
      0, 1, i + 1, ?5 FROM n`,
  )
    .bind(ROWS, OLIVIA, inDays(-1), inDays(10), inDays(20))
    .run()
  await env.DB.prepare('UPDATE clock SET seq = ?').bind(ROWS).run()
})

/** The rows that one call of a signed-in user reads. */
async function rowsReadBy(uid: string, method: string, path: string, body?: unknown): Promise<number> {
  const { db, read } = countingD1()
  const client = await TestClient.signedIn(uid, { DB: db })
  read.rows = 0
  const response = await client.call(method, path, body)
  expect(response.ok).toBe(true)
  await response.arrayBuffer()
  return read.rows
}

/** The verdict on one op, without the pull. */
async function verdictOf(d1: D1Database, uid: string, one: Op) {
  const actor = { uid, email: '', name: '' }
  const ops = [parseOp({ ...one, content: contentOf(one) } as Parameters<typeof parseOp>[0])]
  const { opResults } = await applyRequest(d1, { actor, ops }, { timeSource: Date.now, isLimited: true })
  const [result] = opResults
  if (!result) throw new Error('halted')
  return result.verdict.code ?? result.verdict.status
}

const seqOf = () => env.DB.prepare('SELECT seq FROM clock').first<number>('seq')
const epochOf = async () => String((await env.DB.prepare('SELECT epoch FROM clock').first<{ epoch: string }>())?.epoch)

// An index entry and its row count as two rows read. These numbers must not grow with the rows that a call does not
// return.
//
// A page that ends by its bytes counts more, in SQLite's own memory. A walk takes each row through two lists (4), and packs
// it into a cell (5). Where a row's size is read first, and the row of those alone that fit, it is read once more (5).
const WALKED = 4
const PACKED = 5
const SIZED = 5
it('reads a list of 100 without reading the other 9,900', async () => {
  for (const path of ['/marathons?limit=100', `/marathons?email=${OLIVIA}@example.com&limit=100`])
    expect(await rowsReadBy(OLIVIA, 'GET', path), path).toBeLessThanOrEqual(PACKED * 101 + 5)
})

it('reads one marathon by its key', async () => {
  expect(await rowsReadBy('reader', 'GET', `/marathons/${idOf(77)}`)).toBeLessThanOrEqual(2)
})

it('reads a page of 100 entrants without reading the other 9,900, wherever it begins', async () => {
  const id = idOf(42)
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
    INSERT INTO application (id, marathon_id, owner_uid, person_key, title, start_date, location, image,
      description, first_name, last_name, phone_number, additional_info, email, created_at, ver, seq)
    SELECT 'entrant-' || printf('%06d', i), ?2, 'runner-' || i, 'r', '', '2999', '', '', '', 'R', 'L', '', '', '',
      strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i, 'unixepoch'), 1, -200000 - i FROM n`,
  )
    .bind(ROWS, id)
    .run()
  await env.DB.prepare(
    "INSERT INTO staff (marathon_id, uid, role, id, name, since, seq) VALUES (?1, ?2, 'owner', ?1, '', '', 0)",
  )
    .bind(id, OLIVIA)
    .run()
  const path = `/marathons/${id}/entrants`
  const middle = `${new Date((1_700_000_000 + 5000) * 1000).toISOString()}_entrant-005000`
  for (const query of ['?limit=100', `?limit=100&cursor=${middle}`])
    expect(await rowsReadBy(OLIVIA, 'GET', path + query), query).toBeLessThanOrEqual(WALKED * 101 + 5)
  expect(await rowsReadBy(OLIVIA, 'GET', path)).toBeLessThanOrEqual(WALKED * ROWS + 100)
})

it('reads at most 40 rows for an application', async () => {
  const body = { _id: newId('entry'), ...applicationFields(idOf(5)) }
  expect(await rowsReadBy('runner', 'POST', '/marathonApplication', body)).toBeLessThanOrEqual(40)
})

it('reads only the changed rows for a delta, not all rows', async () => {
  const cursor = `${await epochOf()}.${ROWS - 100}`
  const request = { uid: 'returning', cursor, ops: [] }
  expect(await rowsReadBy('returning', 'POST', '/sync', request)).toBeLessThanOrEqual(1500)
  const nothing = { uid: 'returning', cursor: `${await epochOf()}.${ROWS}`, ops: [] }
  expect(await rowsReadBy('returning', 'POST', '/sync', nothing)).toBeLessThanOrEqual(60)
})

// Eleven rows of indexes for each event, and none of its entrants. Of 10,000 new entrants it reads those of the page.
it('pulls the news of 200 own events without reading the rows of each', async () => {
  const uid = newId('organiser-of-200')
  await env.DB.batch([
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 199)
      INSERT INTO staff (marathon_id, uid, role, id, name, since, seq)
      SELECT m.id, ?1, 'owner', m.id, '', m.created_at, -1000 - i FROM n JOIN marathon m ON m.id = 'many-' || printf('%08d', 9000 + i)`,
    ).bind(uid),
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 9999)
      INSERT INTO application (id, marathon_id, owner_uid, person_key, title, start_date, location, image,
        description, first_name, last_name, phone_number, additional_info, email, created_at, ver, seq)
      SELECT 'of-200-' || i, 'many-' || printf('%08d', 9000 + i % 200), 'runner-' || i, 'r', '', '2999', '', '', '', 'R', 'L', '', '',
        '', '', 1, ?1 + i FROM n`,
    ).bind(5 * ROWS),
  ])
  const pull = async (seq: number) =>
    rowsReadBy(uid, 'POST', '/sync', { uid, cursor: `${await epochOf()}.${seq}`, ops: [] })
  await env.DB.prepare('UPDATE clock SET seq = ?')
    .bind(6 * ROWS)
    .run()
  expect(await pull(6 * ROWS)).toBeLessThanOrEqual(200 * 11)
  expect(await pull(5 * ROWS)).toBeLessThanOrEqual(18 * 1000)
})

it('pulls of an organiser cost what the owner’s cost: from nothing, of news, and of none', async () => {
  const event = newId('marathon')
  const [owner, organiser] = [newId('owner'), newId('organiser')]
  const [olivia, ravi] = [await TestClient.signedIn(owner), await TestClient.signedIn(newId('ravi'))]
  await olivia.sync({ ops: [op('marathon.create', event, marathonFields())] })
  const names = Array.from({ length: 10 }, (_, index) => `Runner ${index}`)
  await ravi.sync({
    ops: names.map((firstName) => op('application.create', newId('entry'), applicationFields(event, { firstName }))),
  })
  const before = Number(await seqOf())
  await env.DB.batch([
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
      INSERT INTO staff (marathon_id, uid, role, id, name, since, seq)
      SELECT ?1, iif(i = 1, ?2, ?1 || i), iif(i = 1, 'organiser', 'gate'), ?1 || '-' || i, 'Sam', '', seq + i FROM n, clock`,
    ).bind(event, organiser),
    env.DB.prepare('UPDATE clock SET seq = seq + 100'),
  ])
  const epoch = await epochOf()
  const costs = async (uid: string) => {
    const cost: number[] = []
    for (const cursor of [null, `${epoch}.${before}`, `${epoch}.${await seqOf()}`])
      cost.push(await rowsReadBy(uid, 'POST', '/sync', { uid, cursor, ops: [] }))
    return cost
  }
  const [ofOwner, ofOrganiser] = [await costs(owner), await costs(organiser)]
  for (const [index, cost] of ofOrganiser.entries()) {
    expect(Math.abs(cost - (ofOwner[index] ?? 0)), `${cost} and ${ofOwner[index]}`).toBeLessThanOrEqual(3)
  }
  // Its 100 rows of staff go through the lists of the walk and of the page.
  expect(ofOrganiser[1]).toBeLessThanOrEqual(100 * 16)
  expect(ofOrganiser[2]).toBeLessThanOrEqual(64)
})

it('reads a few rows for each of 100 ops', async () => {
  const runner = 'flusher'
  const ops = Array.from({ length: 100 }, (_, index) =>
    op('application.create', newId('entry'), applicationFields(idOf(100 + index))),
  )
  const cursor = `${await epochOf()}.${ROWS}`
  const rows = await rowsReadBy(runner, 'POST', '/sync', { uid: runner, cursor, ops })
  expect(rows / ops.length).toBeLessThanOrEqual(60)
})

it('reads a page of a history, and what each of the staff did last, not all that was done', async () => {
  const uid = newId('organiser-with-history')
  const [marathonId, entry] = [newId('with-history'), newId('with-history')]
  const client = await TestClient.signedIn(uid)
  await client.sync({ ops: [op('marathon.create', marathonId, marathonFields())] })
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
    INSERT INTO op_record (op_id, uid, seq, type, target_id, verdict, modified, decided_at, content, marathon_id, fields, by_name)
    SELECT ?2 || i, ?2, -1000000 - i, iif(i % 2, 'checkIn.create', 'application.assignBib'), iif(i % 4, 'of-others-' || i, ?4),
      '{"status":"applied"}', 1, '2027-01-01T08:00:00.000Z', '', ?3, iif(i % 2, NULL, '["bib"]'), iif(i % 2, NULL, '') FROM n`,
  )
    .bind(ROWS, uid, marathonId, entry)
    .run()
  const read = (path: string) => rowsReadBy(uid, 'GET', `/marathons/${marathonId}/${path}`)
  expect(await read('history')).toBeLessThanOrEqual(4 * HISTORY_PAGE_ROWS)
  expect(await read(`history?entry=${entry}`)).toBeLessThanOrEqual(4 * HISTORY_PAGE_ROWS)
  expect(await read('staff')).toBeLessThanOrEqual(20)
})

it('reads a page of what is kept of an account, not all of its records', async () => {
  const uid = 'a-scanner-whose-scans-are-deleted'
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
    INSERT INTO op_record (op_id, uid, seq, type, target_id, verdict, modified, decided_at, content)
    SELECT ?2 || i, ?2, -1 - i, 'checkIn.create', 'scan-' || i, '{"status":"applied"}', 1, '2027-01-01', '' FROM n`,
  )
    .bind(ROWS, uid)
    .run()
  expect(await rowsReadBy(uid, 'GET', '/account/data')).toBeLessThanOrEqual(SIZED * PART_ROWS + 50)
})

it('deletes an account with many scans in parts, without reading all records for each scan', async () => {
  const uid = 'a-scanner-who-leaves'
  const scans = 6000
  const rows = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${scans} - 1)`
  await env.DB.batch([
    env.DB.prepare(
      `${rows} INSERT INTO op_record (op_id, uid, seq, type, target_id, verdict, modified, decided_at, content)
      SELECT 'l' || i, ?1, -100000 - i, 'checkIn.create', 'left-' || i, '{}', 1, '2026-01-01', '' FROM n`,
    ).bind(uid),
    env.DB.prepare(
      `${rows} INSERT INTO recording (id, marathon_id, kind, application_id, at, point, by_name, by_uid, confirmed, ver, seq)
      SELECT 'left-' || i, 'm', 'check-in', 'a', '2026-01-01', '', 'Sam', ?1, 1, 1, -100000 - i FROM n`,
    ).bind(uid),
  ])
  await requestDeletion(env.DB, uid, Date.now() / 1000, Date.now)
  const { db, read } = countingD1()
  await deleteRowsOf(db, uid, Date.now, () => undefined)
  const left = await env.DB.prepare("SELECT count(*) AS n FROM recording WHERE by_name = 'Sam'").first<{ n: number }>()
  expect(left?.n).toBe(0)
  expect(read.rows / scans).toBeLessThanOrEqual(40)
  expect(read.largest).toBe(5000)
})

it('forgets old deliveries part by part', async () => {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
    INSERT INTO delivery (channel, cause_id, target_id, at) SELECT 'push', 'old', 'phone-' || i, 0 FROM n`,
  ).run()
  const { db, read } = countingD1()
  await forgetDeliveries(db, Date.now())
  expect(await env.DB.prepare('SELECT count(*) AS n FROM delivery').first('n')).toBe(0)
  expect(read.largest).toBe(5000)
})

it('searches contact data at night without reading the deleted marathons that it has finished', async () => {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    INSERT INTO tombstone (type, id, deleted_at, may_have_contacts) SELECT 'marathon', 'old-' || i, ?, 0 FROM n`,
  )
    .bind(inDays(-500))
    .run()
  const { db, read } = countingD1()
  const due = { nowMs: Date.now(), contact: inDays(-180), clash: '', tombstone: '', opRecord: '', pullCutoff: '' }
  for (const name of ['contactsErased', 'deletedFinished']) {
    const step = retentionSteps(due).find((one) => one.name === name)
    if (!step) throw new Error(`there is no step ${name}`)
    await statement(db, step.find(sql`(SELECT NULL WHERE 0)`, step.rows)).all()
  }
  expect(read.rows).toBeLessThan(100)
})

it('withdraws an application without reading the ops of its organiser on it', async () => {
  const [olivia, ravi] = [await TestClient.signedIn(newId('olivia')), await TestClient.signedIn(newId('ravi'))]
  const [event, entry] = [newId('marathon'), newId('entry')]
  await olivia.sync({ ops: [op('marathon.create', event, marathonFields())] })
  await ravi.sync({ ops: [op('application.create', entry, applicationFields(event))] })
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
    INSERT INTO op_record (op_id, uid, seq, type, target_id, verdict, modified, decided_at, content)
    SELECT 'bib-' || i, 'o', -100000 - i, 'application.assignBib', ?, '{"status":"applied"}', 0, '', '' FROM n`,
  )
    .bind(entry)
    .run()
  expect(await rowsReadBy(ravi.uid, 'DELETE', `/marathonApplication/${entry}`)).toBeLessThan(100)
})

/** Inserts applications of an account to a marathon: of an account each, or of one with many. */
async function insertEntries(marathonId: string, owner: string, count: number, seq: number) {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
    INSERT INTO application (id, marathon_id, owner_uid, person_key, title, start_date, first_name, last_name, created_at,
      bib, bib_key, code, ver, seq)
    SELECT ?2 || '-' || ?3 || '-' || i, ?2, iif(?1 > 2000, ?3 || i, ?3), 'person' || i, '', '2999', 'Person', i, '2027',
      iif(?1 > 2000, i, NULL), iif(?1 > 2000, i, NULL), 'C' || ?3 || i, 1, ?4 - i FROM n`,
  )
    .bind(count, marathonId, owner, seq)
    .run()
  await env.DB.prepare('UPDATE marathon SET reg_count = reg_count + ?, per_account = 2000 WHERE id = ?')
    .bind(count, marathonId)
    .run()
}

const BY_ACCOUNT = new Set(['claim', 'takeOver'])
// Of an account's own entries its limits count them all, before and in the commit, and at a marathon likewise.
it.each([
  ['elsewhere', 2 * 1998],
  ['there', 4 * 1998],
])(
  'reads a few rows for each op of a desk, beside 50,000 entrants and 1,998 own entries %s',
  async (where, counted) => {
    const [event, other] = where === 'there' ? [idOf(50), idOf(50)] : [idOf(60), idOf(70)]
    const [club, seq] = [newId('club'), where === 'there' ? -600_000 : -400_000]
    await insertEntries(event, newId('e'), 50_000, seq)
    await insertEntries(other, club, 1998, seq - 100_000)
    await env.DB.prepare(
      "INSERT INTO staff (marathon_id, uid, role, id, name, since, seq) VALUES (?1, ?2, 'owner', ?3, '', '', ?4), (?1, 'dora', 'desk', ?5, '', '', ?4 - 1)",
    )
      .bind(event, OLIVIA, newId('staff'), seq, newId('staff'))
      .run()
    const secret = 'A'.repeat(22)
    const entry = await env.DB.prepare('SELECT id FROM application WHERE marathon_id = ? AND bib_key = ?')
      .bind(event, '25000')
      .first<string>('id')
    await env.DB.batch([
      env.DB.prepare('UPDATE marathon SET hand_over_until = ? WHERE id = ?').bind(inDays(9), event),
      env.DB.prepare('UPDATE application SET offer = ? WHERE id = ?').bind(secret, entry),
    ])
    const person = { marathonId: event, firstName: 'Walt', lastName: 'Ink', above: 0 }
    const walkIn = (bib: string) => op('application.walkIn', newId('walk-in'), { ...person, code: newEntryCode(), bib })
    const made = walkIn('77777')
    const from = entry ?? ''
    const steps: Record<string, [uid: string, Op]> = {
      'walk-in': ['dora', made],
      'bib of another': ['dora', walkIn('100')],
      correct: [OLIVIA, op('application.correct', from, { firstName: 'New' }, { firstName: 'Person' })],
      name: ['dora', op('application.correct', made.id, { firstName: 'New' }, { firstName: 'Walt' })],
      claim: [club, op('application.claim', made.id, { marathonId: event, secret: made.patch.code })],
      takeOver: [club, op('application.takeOver', newId('t'), applicationFields(event, { from, secret }))],
    }
    const rows: Record<string, number> = {}
    for (const [what, [uid, one]] of Object.entries(steps)) {
      const { db, read } = countingD1()
      expect([what, await verdictOf(db, uid, one)]).toEqual([what, 'applied'])
      rows[what] = read.rows
    }
    const few = Object.entries(rows).map(([what, read]) => [what, read <= 100 + (BY_ACCOUNT.has(what) ? counted : 0)])
    expect(few, JSON.stringify(rows)).toEqual(Object.keys(steps).map((what) => [what, true]))
  },
)

// An update that sets a column writes the column's indexes anew, also where the value stays.
it('writes the indexes of those columns alone that an edit may change', async () => {
  const { db, read } = countingD1()
  const olivia = await TestClient.signedIn(newId('olivia'), { DB: db })
  const [event, entry, scan] = [newId('marathon'), newId('entry'), newId('scan')]
  const at = new Date().toISOString()
  await olivia.sync({ ops: [op('marathon.create', event, marathonFields())] })
  await olivia.sync({ ops: [op('application.create', entry, applicationFields(event))] })
  await olivia.sync({ ops: [op('checkIn.create', scan, { marathonId: event, applicationId: entry, at, gate: 'A' })] })
  // A page of many rows is charged, which is a write of its own.
  let { cursor: from } = await olivia.sync({ cursor: `${await epochOf()}.${await seqOf()}` })
  const writtenBy = async (edit: ReturnType<typeof op>) => {
    read.written = 0
    const { results, cursor } = await olivia.sync({ cursor: from, ops: [edit] })
    from = cursor
    expect(results).toMatchObject([{ status: 'applied' }])
    return read.written
  }
  const written = {
    marathon: await writtenBy(op('marathon.update', event, { perAccount: 9 }, { perAccount: 10 })),
    application: await writtenBy(op('application.update', entry, { additionalInfo: 'asthma' }, { additionalInfo: '' })),
    checkIn: await writtenBy(op('checkIn.void', scan, { at })),
  }
  expect(written).toEqual({ marathon: 17, application: 19, checkIn: 9 })
})
