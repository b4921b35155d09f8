import { env } from 'cloudflare:workers'
import { inspect } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { CLASH_DAYS, CONTACT_DAYS, DAY_MS } from '../../contract/limits.ts'
import type { Marathon } from '../../contract/marathon.ts'
import { OP_TYPES } from '../../contract/ops.ts'
import { marathonPostSchema } from '../../contract/rest.ts'
import type { Fields, SyncResponse } from '../../contract/sync.ts'
import { runRetention } from '../jobs/retention.ts'
import { contentOf } from '../ops/op-content.ts'
import { type DrawnRequest, drawnRequest, STAFF_ROWS, THERE } from '../testing/arbitraries.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, CROSSING, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { without } from './rest-call.ts'

const ROUND_REQUESTS = 5000
// `npm run test:long` sends more requests, in rounds that each start with an empty database. A failure prints its seed.
const ROUNDS = Math.ceil(Number(env.FUZZ_REQUESTS || ROUND_REQUESTS) / ROUND_REQUESTS)
const MAX_ROUND_MS = 300_000

const counts: Record<number, number> = {}
const say = console.info
const clients = {} as Record<DrawnRequest['who'], TestClient>
let leaver: TestClient
/** Was at the desk of the event that is there. */
let late: TestClient

beforeAll(async () => {
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
  const free = { RATE_LIMITS: 'off' }
  clients.olivia = await TestClient.signedIn('olivia', free)
  clients.ravi = await TestClient.signedIn('ravi', free)
  leaver = await TestClient.signedIn('leaver', free)
  late = await TestClient.signedIn('late', free)
  clients.nobody = new TestClient('', free)
  await hire()
})
afterAll(() => {
  vi.restoreAllMocks()
})

async function send(drawn: DrawnRequest): Promise<Response> {
  const mayHaveBody = !['GET', 'HEAD'].includes(drawn.method)
  const json: Record<string, string> = drawn.body === undefined ? {} : { 'Content-Type': 'application/json' }
  // This call ends the sessions of its account. The other calls need theirs.
  const client =
    /^\/(logout-everywhere|account\/deletion)/.test(drawn.path) && drawn.who !== 'nobody' ? leaver : clients[drawn.who]
  return await client.send(drawn.path, {
    method: drawn.method,
    headers: { ...json, ...drawn.headers },
    ...(drawn.body !== undefined && mayHaveBody ? { body: drawn.body } : {}),
  })
}

/** A stored marathon must read back as the schema parsed it, and saving it as it was read must change nothing. */
async function assertRoundTrip(drawn: DrawnRequest, id: string, isNew: boolean) {
  const client = clients[drawn.who]
  const read = await client.call('GET', `/marathons/${id}`)
  if (read.status !== 200) return
  const stored = await read.json<Marathon & Record<string, unknown>>()
  if (isNew) {
    // The worker drops only this name before it checks the body.
    const meant = z.parse(marathonPostSchema, without(JSON.parse(drawn.body ?? ''), ['__proto__']))
    const { title, location, description, image, distance, timeZone, capacity } = meant
    expect(stored).toMatchObject({ title, location, description, image, distance, timeZone, capacity })
  }
  const again = await client.call('PUT', `/marathons/${id}`, stored)
  if (again.status === 403) return
  expect(await again.json()).toMatchObject({ modifiedCount: 0 })
}

async function countMarathons(): Promise<number> {
  return (await env.DB.prepare('SELECT count(*) AS n FROM marathon').first<number>('n')) ?? 0
}

/** An id that was deleted stays gone, so the database is emptied after this many requests. */
const REQUESTS_A_DATABASE = 100
let requests = 0

async function assertAnswers(drawn: DrawnRequest) {
  requests += 1
  if (requests % REQUESTS_A_DATABASE === 0) {
    await assertCounts()
    await noteEffectiveTypes()
    await emptyDatabase()
  }

  // TestClient itself checks that the response matches the route table and names the wrong fields.
  const mayMake = drawn.method === 'POST' && /^\/marathons(\?|$)/.test(drawn.path)
  const before = mayMake ? await countMarathons() : 0
  const response = await send(drawn)
  expect(response.status).toBeLessThan(500)
  counts[response.status] = (counts[response.status] ?? 0) + 1
  if (response.status === 201 && mayMake) {
    // A repeated create returns the first response and stores nothing, so its other fields do not read back.
    const isNew = (await countMarathons()) > before
    await assertRoundTrip(drawn, (await response.json<{ insertedId: string }>()).insertedId, isNew)
  }
  if (response.ok && drawn.headers['Idempotency-Key'] && (drawn.method === 'POST' || drawn.method === 'PUT')) {
    if (!/^\/(sync|jwt|logout|invitations)|\/invitations/.test(drawn.path)) await assertOneMeaning(drawn)
  }
  if (response.status === 200 && drawn.method === 'POST' && drawn.path.startsWith('/sync')) {
    const { halted, reset, results } = await response.json<Pick<SyncResponse, 'halted' | 'reset' | 'results'>>()
    await assertOneMeaningOfOps(drawn, new Set(results.map(({ opId }) => opId)))
    // A failure inside a sync is a halt in the body, not an HTTP status. A cursor of another database is a halt too,
    // and a reset.
    expect(halted?.code === 'UNAVAILABLE' && !reset).toBe(false)
  }
}

const repeated = { otherBody: 0, otherOp: 0 }
/** What was sent with a key or an op id that had another content before, and was not refused by its field. */
const notRefused: object[] = []

/** An op id that is used again with another patch must be refused by field, if the first op has a verdict. */
async function assertOneMeaningOfOps(drawn: DrawnRequest, decided: ReadonlySet<string>) {
  const body = JSON.parse(drawn.body ?? 'null') as { ops: (Parameters<typeof contentOf>[0] & { base?: Fields })[] }
  const [first] = body.ops
  if (!first || !decided.has(first.opId)) return
  // The base is checked in the fields of the patch alone, so the first op's base may have any location.
  const other = {
    ...first,
    base: without(first.base ?? {}, ['location']),
    patch: { ...first.patch, location: `Elsewhere ${repeated.otherOp++}` },
  }
  // The hash is short: one other op in 65,536 has the same.
  if (contentOf(other) === contentOf(first)) return
  const response = await send({ ...drawn, body: JSON.stringify({ ...body, cursor: null, ops: [other] }) })
  const answer = await response.json<{ fields?: object }>()
  if (!('ops.0.opId' in (answer.fields ?? {}))) notRefused.push({ first, other, status: response.status, answer })
}

/** An Idempotency-Key that is used again with another body must be refused by field. */
async function assertOneMeaning(drawn: DrawnRequest) {
  const body: unknown = JSON.parse(drawn.body ?? 'null')
  const other = { ...(body as object), location: `Elsewhere ${repeated.otherBody}` }
  const response = await send({ ...drawn, body: JSON.stringify(other) })
  repeated.otherBody += 1
  const answer = await response.json<{ fields?: object }>()
  if (!('Idempotency-Key' in (answer.fields ?? {}))) notRefused.push({ body, other, status: response.status, answer })
}

/** A draw needs a window that has closed, and a confirmation a helper who was removed. */
const NEVER_EFFECTIVE = new Set(['marathon.draw', 'checkIn.confirm'])
/** The types of ops that have changed a row in some round. */
const effective = new Set<string>()

async function noteEffectiveTypes() {
  const found = await env.DB.prepare('SELECT DISTINCT type FROM op_record WHERE modified = 1').all<{ type: string }>()
  for (const { type } of found.results) effective.add(type)
}

/** A nightly run far in the future must erase everything that is due then, and must not fail on any stored row. */
async function assertNightErases() {
  // These rows are added because the random requests may have deleted all others.
  const [marathonId, entry] = [newId('marathon'), newId('application')]
  await clients.olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields())] })
  await clients.ravi.sync({ ops: [op('application.create', entry, applicationFields(marathonId))] })
  await assertStoredIsSmall()
  // After the retention of clashes, before that of op records.
  await runRetention(env.DB, { now: Date.now() + (CLASH_DAYS + 1) * DAY_MS })
  const people =
    "SELECT count(*) AS n FROM op_record WHERE verdict LIKE '%\"conflicts\":%' OR verdict LIKE '%belongs to%'"
  expect(await env.DB.prepare(people).first('n')).toBe(0)
  const now = Date.UTC(2110, 0, 1)
  const report = await runRetention(env.DB, { now })
  expect(report).toMatchObject({ failed: [], badRows: 0, opRecordsDeleted: expect.any(Number) })
  const due = new Date(now - CONTACT_DAYS * DAY_MS).toISOString()
  const left = await env.DB.prepare(
    `SELECT a.id FROM application a LEFT JOIN marathon m ON m.id = a.marathon_id
    WHERE coalesce(m.start_date, a.start_date) < ? AND (a.erased_at IS NULL OR
      a.first_name || a.last_name || a.phone_number || a.email || a.additional_info || a.location || a.description <> '')`,
  )
    .bind(due)
    .all()
  expect(left.results).toEqual([])
  const records = await env.DB.prepare('SELECT count(*) AS n FROM op_record').first('n')
  expect([records, report.contactsErased > 0]).toEqual([0, true])
}

/** The texts of a marathon at their limits, three times, and what JSON adds. */
const LARGEST_VERDICT = 100_000

async function assertStoredIsSmall() {
  const longest = await env.DB.prepare('SELECT max(length(verdict)) AS n FROM op_record').first<number>('n')
  expect(longest).toBeLessThan(LARGEST_VERDICT)
}

async function assertCounts() {
  const wrong = await env.DB.prepare(
    // An entry that was made at the gate, or deferred, may be above the capacity.
    `SELECT id FROM marathon m WHERE capacity < (SELECT count(*) FROM application
        WHERE marathon_id = m.id AND status = 'registered' AND id IN (SELECT target_id FROM op_record
          WHERE type = 'application.create' AND modified = 1))
      OR (reg_count, waiting_count, entered_count, unclaimed_count) <>
      (SELECT sum(status = 'registered'), sum(status = 'waiting'), sum(status = 'entered'), sum(owner_uid IS NULL)
        FROM (SELECT status, owner_uid FROM application WHERE marathon_id = m.id UNION ALL SELECT '', ''))`,
  ).all()
  expect(wrong.results).toEqual([])
}

async function emptyDatabase() {
  for (const table of 'marathon application recording ruling notice draw tombstone op_record staff invitation'.split(
    ' ',
  ))
    await env.DB.exec(`DELETE FROM ${table}`)
  await hire()
}

/** Lets both accounts be staff of the marathons to come. Some are there: a taking over needs one of the other account. */
async function hire() {
  await env.DB.prepare(
    `INSERT INTO staff (marathon_id, uid, role, id, name, since, offered_at, seq)
      SELECT e.value->>'marathonId', e.value->>'uid', 'organiser', e.value->>'id', '', '2027-01-01T00:00:00.000Z',
        iif(e.value->>'isOffered', '2027-01-01T00:00:00.000Z', NULL), -1 - e.key FROM json_each(?) e`,
  )
    .bind(JSON.stringify(STAFF_ROWS))
    .run()
  const there = [...new Set(STAFF_ROWS.map(({ marathonId }) => marathonId))].slice(0, 6)
  await clients.olivia.sync({ ops: there.map((id) => op('marathon.create', id, marathonFields())) })
  await prepare()
}

/** Makes the rows of `THERE`. */
async function prepare() {
  const { event, later, offered, unconfirmed, lateCrossing, secret, code } = THERE
  const lets = { handOverUntil: inDays(9), deferTo: later, perAccount: 500 }
  await clients.olivia.sync({
    ops: [
      op('marathon.create', later, marathonFields({ perAccount: 500 })),
      op('marathon.create', event, marathonFields(lets)),
    ],
  })
  for (const who of ['olivia', 'ravi'] as const) {
    const entry = op('application.create', offered[who], applicationFields(event, { firstName: 'Ola' }))
    await clients[who].sync({ ops: [entry, op('application.offer', offered[who], { secret })] })
  }
  await env.DB.prepare(
    `INSERT INTO staff (marathon_id, uid, role, id, name, since, removed_at, seq)
      VALUES (?, 'late', 'desk', 'late-staff', '', '2027-01-01T00:00:00.000Z', '2027-01-02T00:00:00.000Z', -1000)`,
  )
    .bind(event)
    .run()
  const person = { firstName: 'Walt', lastName: 'Ink', bib: null, code, above: 0 }
  await late.sync({
    ops: [
      op('application.walkIn', unconfirmed, { marathonId: event, ...person }),
      op('recording.create', lateCrossing, { marathonId: event, at: inDays(-0.1), ...CROSSING }),
    ],
  })
}

it(
  `no route fails on ${ROUND_REQUESTS * ROUNDS} requests from and around its schemas`,
  async () => {
    const seed = Date.now() & 0x7fffffff
    for (let round = 0; round < ROUNDS; round++) {
      await fc.assert(fc.asyncProperty(drawnRequest, assertAnswers), { numRuns: ROUND_REQUESTS, seed: seed + round })
      await assertCounts()
      await noteEffectiveTypes()
      await assertNightErases()
      await assertCounts()
      await emptyDatabase()
    }
    if (ROUNDS > 1) say(`fuzz: seed ${seed}, ${ROUND_REQUESTS * ROUNDS} requests by status: ${JSON.stringify(counts)}`)
    // The run proves little unless many requests pass the checks of their route.
    expect(counts[200]).toBeGreaterThan((ROUND_REQUESTS * ROUNDS) / 5)
    expect(counts[201]).toBeGreaterThan(0)
    expect(OP_TYPES.filter((type) => !effective.has(type) && !NEVER_EFFECTIVE.has(type))).toEqual([])
    expect(repeated.otherBody).toBeGreaterThan(0)
    expect(repeated.otherOp).toBeGreaterThan(0)
    // The hash is short, so one other body in 65,536 counts as the same.
    expect(notRefused.length, inspect(notRefused.slice(0, 3), { depth: 8 })).toBeLessThanOrEqual(1)
  },
  ROUNDS * MAX_ROUND_MS,
)
