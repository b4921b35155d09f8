import { setTimeout as sleep } from 'node:timers/promises'
import { type Request, Response } from 'miniflare'
import { afterEach, expect, it } from 'vitest'
import type { Kill } from '../../worker/testing/kill.ts'
import { newPhone, type Phone, type Received, receivePush } from '../../worker/testing/push-stand-in.ts'
import { newVapidKey } from '../local/local-settings.ts'
import { randomFrom } from '../local/random.ts'
import {
  type Deliveries,
  marathonRow,
  numbersTo,
  startDeliveries,
  type Told,
  untilNone,
} from '../testing/killed-deliveries.ts'

// Pushes by the queue of deliveries in real workerd, and a push service that runs here.

/** PUSH_SUBSCRIPTIONS=10000 PUSH_KILLS=20 is the long run: some minutes. */
const SUBSCRIPTIONS = Number(process.env.PUSH_SUBSCRIPTIONS || 500)
const KILLS = Number(process.env.PUSH_KILLS || 4)
/** The part of the runs that are killed, until there were enough: of all first runs of a chunk at most. */
const KILLED = Math.min(1, (300 * KILLS) / SUBSCRIPTIONS)
const SEED = Number(process.env.PUSH_SEED || Date.now() % 2 ** 31)
/**
 * Calls of a run that sends a chunk of 100 (one read, a claim and a push for each, and the end), and of one that splits
 * a notice into chunks (one read, and the queue).
 */
const CALLS = { chunk: 202, split: 2 }
/** A run sends so many at the same time, and may have to send them again (worker/jobs/push/push-channel.ts). */
const PARALLEL = 3
const HOST = 'https://fcm.googleapis.com/fcm/send/'
const NOTICE = 'notice-1'
const LIMIT_MS = 540_000

const random = randomFrom(SEED)
let server: Deliveries | undefined

afterEach(async () => {
  await server?.dispose()
  server = undefined
})

/** The push service: which requests it got for which subscription. */
class PushService {
  readonly requests = new Map<string, number>()
  readonly received: Received[] = []
  /** The answer to the n-th request of a subscription. */
  answer: (id: number, n: number) => Response = () => new Response(null, { status: 201 })
  readonly #phone: Phone
  readonly #vapidKey: () => string

  constructor(phone: Phone, vapidKey: () => string) {
    this.#phone = phone
    this.#vapidKey = vapidKey
  }

  async fetch(request: Request): Promise<Response> {
    const n = (this.requests.get(request.url) ?? 0) + 1
    this.requests.set(request.url, n)
    // To decrypt each of them would take most of the time.
    if (this.requests.size % 500 === 1)
      this.received.push(await receivePush(request as unknown as globalThis.Request, this.#phone, this.#vapidKey()))
    return this.answer(Number(request.url.slice(HOST.length)), n)
  }
}

/**
 * Starts the worker with a notice and its subscriptions.
 * @param plan called before each run, for when to kill it, and after a run that was killed
 */
async function start(
  subscriptions: number,
  plan: (told: Told) => Kill | null,
  { maxRetries }: { maxRetries?: number } = {},
): Promise<Deliveries & { service: PushService }> {
  const phone = await newPhone(`${HOST}0`)
  const service = new PushService(phone, () => publicKey)
  server = await startDeliveries({
    plan,
    maxRetries,
    more: {
      bindings: { VAPID_PRIVATE_KEY: newVapidKey(), VAPID_SUBJECT: 'mailto:push@example.com' },
      outboundService: (request: Request) => service.fetch(request),
    },
  })
  await server.db.batch(rows(server.db, subscriptions, phone))
  // The first push tells the public key that must sign all.
  let publicKey = ''
  service.fetch = async (request) => {
    publicKey ||= /k=([\w-]+)/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? ''
    return PushService.prototype.fetch.call(service, request)
  }
  return { ...server, service }
}

/** A marathon with an urgent notice, and a subscription for each of its applications. */
function rows(db: Deliveries['db'], subscriptions: number, { subscription: { keys } }: Phone) {
  const at = new Date().toISOString()
  const numbers = numbersTo(subscriptions)
  return [
    marathonRow(db, at),
    db
      .prepare(
        `INSERT INTO notice (id, marathon_id, kind, text, urgent, at, by_name, ver, seq)
        VALUES (?, 'm', 'written', 'Start moved to 09:30: wind', 1, ?, 'Olivia', 1, 2)`,
      )
      .bind(NOTICE, at),
    db
      .prepare(
        `INSERT INTO application (id, marathon_id, owner_uid, person_key, title, start_date, location, image,
          description, first_name, last_name, phone_number, additional_info, email, created_at, ver, seq)
        ${numbers} SELECT 'a' || i, 'm', 'u' || i, '', '', ?1, '', '', '', '', '', '', '', '', ?1, 1, i + 2 FROM n`,
      )
      .bind(at),
    db
      .prepare(
        `INSERT INTO push_subscription (id, endpoint, uid, p256dh, auth, seen_at)
        ${numbers} SELECT printf('s%06d', i), ? || i, 'u' || i, ?, ?, 0 FROM n`,
      )
      .bind(HOST, keys.p256dh, keys.auth),
  ]
}

/** How many subscriptions have not got the notice, and were not deleted. */
const UNFINISHED = `SELECT count(*) AS n FROM push_subscription s LEFT JOIN delivery d ON d.target_id = s.id
  WHERE d.channel IS NULL OR d.held_until IS NOT NULL`

it(`sends ${SUBSCRIPTIONS} subscriptions a notice once, though ${KILLS} runs are killed`, async () => {
  console.log(`seed ${SEED}`)
  let kills = 0
  let splits = 0
  const plan = (told: Told): Kill | null => {
    if (told === 'killed') kills += 1
    if (told === 'killed' || kills === KILLS || random() > KILLED) return null
    // Half of the kills at most: the queue gives up a message after nine runs.
    if (told === 'split' && ++splits > KILLS / 2) return null
    return { call: Math.floor(random() * CALLS[told]), when: random() < 0.5 ? 'before' : 'after' }
  }
  const { service, handOver, dead, db } = await start(SUBSCRIPTIONS, plan)
  // One in a hundred has ended, and one in a hundred is busy at first.
  service.answer = (id, n) => {
    if (id % 100 === 7) return new Response(null, { status: 410 })
    return id % 100 === 8 && n === 1
      ? new Response(null, { status: 429, headers: { 'Retry-After': '2' } })
      : new Response(null, { status: 201 })
  }
  const begin = performance.now()
  // Handed over twice, as by a request and the cron at the same time.
  await Promise.all([handOver(), handOver()])
  await untilNone(() => db.prepare(UNFINISHED).first('n'), LIMIT_MS)
  const seconds = Math.round((performance.now() - begin) / 1000)

  let doubles = 0
  for (let id = 1; id <= SUBSCRIPTIONS; id++) {
    const expected = id % 100 === 8 ? 2 : 1
    const requests = service.requests.get(HOST + id) ?? 0
    expect(requests, `requests for subscription ${id}`).toBeGreaterThanOrEqual(expected)
    doubles += requests - expected
  }
  console.log(`${SUBSCRIPTIONS} pushes in ${seconds} s, ${kills} kills, ${doubles} doubles`)
  expect(service.requests.size).toBe(SUBSCRIPTIONS)
  expect(kills).toBe(KILLS)
  expect(doubles).toBeLessThanOrEqual(kills * PARALLEL)
  expect(dead()).toEqual([])
  const left = await db.prepare('SELECT count(*) AS n FROM push_subscription').first<number>('n')
  expect(left).toBe(SUBSCRIPTIONS - Math.floor((SUBSCRIPTIONS + 93) / 100))
  expect(service.received.length).toBeGreaterThan(0)
  const text = 'Start moved to 09:30: wind'
  for (const { payload } of service.received) {
    const at = expect.any(String)
    expect(payload).toEqual({ kind: 'written', marathonId: 'm', title: 'Harbour Ten', text, at })
  }
}, 600_000)

it('leaves a chunk in the dead letters when the push service does not recover', async () => {
  const { service, handOver, dead } = await start(3, () => null, { maxRetries: 1 })
  service.answer = (id) => new Response(null, { status: id === 2 ? 500 : 201 })
  await handOver()
  const deadline = Date.now() + 60_000
  while (dead().length === 0 && Date.now() < deadline) await sleep(200)
  expect(dead()).toEqual([{ noticeId: NOTICE, ids: ['s000001', 's000002', 's000003'] }])
  expect([1, 2, 3].map((id) => service.requests.get(HOST + id))).toEqual([1, 2, 1])
}, 120_000)
