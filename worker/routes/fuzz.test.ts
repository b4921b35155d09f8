import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Marathon } from '../../contract/marathon.ts'
import { marathonPostSchema } from '../../contract/rest.ts'
import { TestClient } from '../test-client.ts'
import { without } from './rest.ts'
import { type DrawnRequest, drawnRequest } from './test-arbitraries.ts'

const ROUND_REQUESTS = 5000
// `npm run fuzz:long` asks for more, in rounds with an empty database each. A failure prints the seed that repeats it.
const ROUNDS = Math.ceil(Number(env.FUZZ_REQUESTS || ROUND_REQUESTS) / ROUND_REQUESTS)
const MAX_ROUND_MS = 120_000

const counts: Record<number, number> = {}
const say = console.info
const clients = {} as Record<DrawnRequest['who'], TestClient>

beforeAll(async () => {
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
  const free = { RATE_LIMITS: 'off' }
  clients.olivia = await TestClient.signedIn('olivia', free)
  clients.ravi = await TestClient.signedIn('ravi', free)
  clients.nobody = new TestClient('', free)
})
afterAll(() => {
  vi.restoreAllMocks()
})

async function send(drawn: DrawnRequest): Promise<Response> {
  const mayHaveBody = !['GET', 'HEAD'].includes(drawn.method)
  const json: Record<string, string> = drawn.body === undefined ? {} : { 'Content-Type': 'application/json' }
  return await clients[drawn.who].send(drawn.path, {
    method: drawn.method,
    headers: { ...json, ...drawn.headers },
    ...(drawn.body !== undefined && mayHaveBody ? { body: drawn.body } : {}),
  })
}

/** What was accepted reads back as the schema understood it, and saving what was read changes nothing. */
async function assertRoundTrip(drawn: DrawnRequest, id: string, isNew: boolean) {
  const client = clients[drawn.who]
  const read = await client.call('GET', `/marathons/${id}`)
  if (read.status !== 200) return
  const stored = await read.json<Marathon & Record<string, unknown>>()
  if (isNew) {
    // The one name that is dropped before anything looks at it.
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

async function assertAnswers(drawn: DrawnRequest) {
  // Conformance with the route table, the naming of wrong fields among it, is checked by the client itself.
  const mayMake = drawn.method === 'POST' && drawn.path.startsWith('/marathons')
  const before = mayMake ? await countMarathons() : 0
  const answer = await send(drawn)
  expect(answer.status).toBeLessThan(500)
  counts[answer.status] = (counts[answer.status] ?? 0) + 1
  if (answer.status === 201 && mayMake) {
    // A repeated create answers as the first did, whatever else it says.
    const isNew = (await countMarathons()) > before
    await assertRoundTrip(drawn, (await answer.json<{ insertedId: string }>()).insertedId, isNew)
  }
  if (answer.status === 200 && drawn.method === 'POST' && drawn.path.startsWith('/sync')) {
    // A failure inside a sync is told as a halt, not as a status.
    expect((await answer.json<{ halted: { code: string } | null }>()).halted?.code).not.toBe('UNAVAILABLE')
  }
}

async function assertCounts() {
  const wrong = await env.DB.prepare(
    `SELECT id FROM marathon m WHERE reg_count <> (SELECT count(*) FROM application WHERE marathon_id = m.id)
      OR reg_count > capacity`,
  ).all()
  expect(wrong.results).toEqual([])
}

async function emptyDatabase() {
  for (const table of ['marathon', 'application', 'tombstone', 'op_record']) await env.DB.exec(`DELETE FROM ${table}`)
}

it(
  `no route fails on ${ROUND_REQUESTS * ROUNDS} requests from and around its schemas`,
  async () => {
    const seed = Date.now() & 0x7fffffff
    for (let round = 0; round < ROUNDS; round++) {
      await fc.assert(fc.asyncProperty(drawnRequest, assertAnswers), { numRuns: ROUND_REQUESTS, seed: seed + round })
      await assertCounts()
      await emptyDatabase()
    }
    // Most requests must reach their route, or the run proves little.
    expect(counts[200]).toBeGreaterThan((ROUND_REQUESTS * ROUNDS) / 5)
    expect(counts[201]).toBeGreaterThan(0)
    if (ROUNDS > 1) say(`fuzz: seed ${seed}, ${ROUND_REQUESTS * ROUNDS} requests by status: ${JSON.stringify(counts)}`)
  },
  ROUNDS * MAX_ROUND_MS,
)
