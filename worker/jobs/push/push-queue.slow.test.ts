import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { URGENT_AN_HOUR } from '../../../contract/limits.ts'
import type { Role } from '../../../contract/roles.ts'
import type { NoticeTask } from '../../env.ts'
import worker from '../../index.ts'
import { makeHelper, removeStaff } from '../../testing/calls.ts'
import { TestClient } from '../../testing/client.ts'
import { newPhone, type Phone, type Received, receivePush } from '../../testing/push-stand-in.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../../testing/rows.ts'
import { consumeDeliveries } from '../deliver/consume.ts'
import { handOver, moveDeliveryClock } from '../deliver/hand-over.ts'
import { vapidKeys } from './vapid.ts'

const DAY_MS = 86_400_000

// The world of a test: the queue, the push service and the phones.
let queue: NoticeTask[]
let phones: Map<string, Phone>
let received: Received[]
let asked: string[]
/** What the push service answers; 201 unless a test sets another answer. */
let answer: (endpoint: string) => Response | Promise<Response>
let now: number

beforeEach(async () => {
  await env.DB.exec(
    'DELETE FROM push_subscription; DELETE FROM delivery; DELETE FROM notice; DELETE FROM delivery_clock',
  )
  queue = []
  phones = new Map()
  received = []
  asked = []
  answer = () => new Response(null, { status: 201 })
  now = Date.now()
})

const DELIVERY_QUEUE = {
  sendBatch: async (messages: { body: NoticeTask }[]) => void queue.push(...messages.map(({ body }) => body)),
} as unknown as Queue<NoticeTask>

/** The clients' own requests hand nothing over, so that each test does it when it wants to. */
const BROKEN = { sendBatch: () => Promise.reject(new Error('queue')) } as unknown as Queue<NoticeTask>

async function signIn<const Names extends string[]>(...names: Names) {
  const signedIn = await Promise.all(names.map((name) => TestClient.signedIn(newId(name), { DELIVERY_QUEUE: BROKEN })))
  clients.push(...signedIn)
  return signedIn as { [Index in keyof Names]: TestClient }
}
// What a request hands over after its response must not reach into the next test.
const clients: TestClient[] = []
afterEach(() => Promise.all(clients.splice(0).map((client) => client.untilQuiet())))

async function pushService(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  asked.push(request.url)
  expect(init?.redirect).toBe('manual')
  // A push service that does not answer is left after a while.
  expect(init?.signal).toBeInstanceOf(AbortSignal)
  const response = await answer(request.url)
  const phone = phones.get(request.url)
  const { publicKey = '' } = vapidKeys({ ...env, DELIVERY_QUEUE }) ?? {}
  if (response.ok && phone) received.push(await receivePush(request, phone, publicKey))
  return response
}

/** One delivery of a message. @returns after how many seconds it comes again; null if it is finished */
async function deliver(body: NoticeTask, attempts = 1, d1: D1Database = env.DB): Promise<number | null> {
  let seconds: number | null = null
  const retry = ({ delaySeconds = 0 }: QueueRetryOptions = {}) => {
    seconds = delaySeconds
  }
  const message = { id: '1', timestamp: new Date(now), body, attempts, retry } as Message<NoticeTask>
  const world = { now: () => now, fetch: pushService as typeof fetch }
  await consumeDeliveries(
    { messages: [message] } as unknown as MessageBatch<NoticeTask>,
    { ...env, DB: d1, DELIVERY_QUEUE },
    world,
  )
  return seconds
}

/** Hands over what is due, and delivers each message once. @returns the delays of those that come again */
async function run(): Promise<{ body: NoticeTask; seconds: number }[]> {
  await handOver({ ...env, DELIVERY_QUEUE }, now)
  const again: { body: NoticeTask; seconds: number }[] = []
  for (let body = queue.shift(); body; body = queue.shift()) {
    const seconds = await deliver(body)
    if (seconds !== null) again.push({ body, seconds })
  }
  return again
}

async function subscribe(client: TestClient, host = 'fcm.googleapis.com'): Promise<string> {
  const phone = await newPhone(`https://${host}/fcm/send/${newId('phone')}`)
  phones.set(phone.subscription.endpoint, phone)
  const response = await client.call('POST', '/push-subscriptions', phone.subscription)
  expect(response.status).toBe(200)
  return phone.subscription.endpoint
}

async function race(other = {}): Promise<{ olivia: TestClient; ravi: TestClient; marathonId: string }> {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const marathonId = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields(other))] })
  await apply(ravi, marathonId)
  return { olivia, ravi, marathonId }
}

async function apply(client: TestClient, marathonId: string, other = {}): Promise<string> {
  const id = newId('application')
  await client.sync({ ops: [op('application.create', id, applicationFields(marathonId, other))] })
  return id
}

async function write(olivia: TestClient, marathonId: string, text: string, other = {}): Promise<string> {
  const id = newId('notice')
  const at = new Date().toISOString()
  await olivia.sync({ ops: [op('notice.create', id, { marathonId, text, urgent: true, at, ...other })] })
  return id
}

/** Changes what an account is at a marathon. */
const become = ({ uid }: TestClient, marathonId: string, role: Role) =>
  env.DB.prepare('UPDATE staff SET role = ? WHERE marathon_id = ? AND uid = ?').bind(role, marathonId, uid).run()

const isThere = async (endpoint: string) =>
  (await env.DB.prepare('SELECT 1 FROM push_subscription WHERE endpoint = ?').bind(endpoint).first()) !== null

describe('a push', () => {
  it('is signed, and says kind, marathon, title and text to that phone alone', async () => {
    const { olivia, ravi, marathonId } = await race()
    const endpoint = await subscribe(ravi)
    await write(olivia, marathonId, 'Start moved to 09:30: wind')
    expect(await run()).toEqual([])
    const [push] = received
    expect(push).toEqual({
      endpoint,
      payload: {
        kind: 'written',
        marathonId,
        title: 'Harbour Ten',
        text: 'Start moved to 09:30: wind',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      ttl: expect.any(Number),
      urgency: 'high',
      topic: expect.stringMatching(/^[\w-]{32}$/),
      subject: 'mailto:push@example.com',
    })
    expect(push?.ttl).toBeGreaterThan(86_300)
    expect(push?.ttl).toBeLessThanOrEqual(86_400)
  })

  it('of the server has the parts too, unless they would make it too large', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    for (const location of ['Kiel', 'Bremen']) {
      await olivia.call('PUT', `/marathons/${marathonId}`, { location })
      const parts = JSON.stringify([{ kind: 'cancelled', reason: 'ö'.repeat(2000) }])
      if (location === 'Bremen') {
        await env.DB.prepare("UPDATE notice SET parts = ? WHERE text LIKE '%now Bremen%'").bind(parts).run()
      }
      await run()
    }
    expect(received.map(({ payload }) => [payload.text, payload.parts])).toEqual([
      ['The place is now Kiel. It was Hamburg.', [{ kind: 'place', from: 'Hamburg', to: 'Kiel' }]],
      ['The place is now Bremen. It was Kiel.', undefined],
    ])
  })

  it('has the topic of one of the same kind at the same race, and what is written has its own', async () => {
    const [first, second] = [await race(), await race()]
    for (const { ravi } of [first, second]) await subscribe(ravi)
    for (const location of ['Kiel', 'Bremen']) {
      await first.olivia.call('PUT', `/marathons/${first.marathonId}`, { location })
      await run()
    }
    await second.olivia.call('PUT', `/marathons/${second.marathonId}`, { location: 'Kiel' })
    await write(first.olivia, first.marathonId, 'one')
    await write(first.olivia, first.marathonId, 'two')
    await run()
    const topicOf = (id: string, text: string) =>
      received.find(({ payload }) => payload.marathonId === id && String(payload.text).includes(text))?.topic
    const kiel = topicOf(first.marathonId, 'is now Kiel')
    expect(kiel).toBeDefined()
    expect(topicOf(first.marathonId, 'is now Bremen')).toBe(kiel)
    const others = [
      topicOf(second.marathonId, 'is now Kiel'),
      topicOf(first.marathonId, 'one'),
      topicOf(first.marathonId, 'two'),
    ]
    expect(new Set([kiel, ...others]).size).toBe(4)
  })

  it('goes to runners and all staff but who wrote it, not to strangers or who was removed', async () => {
    const { olivia, ravi, marathonId } = await race()
    const [hana, oscar, tim, gone, mallory] = await signIn('hana', 'oscar', 'tim', 'gone', 'mallory')
    await makeHelper(olivia, gone, marathonId)
    await removeStaff(olivia, marathonId)
    for (const client of [hana, oscar, tim]) await makeHelper(olivia, client, marathonId)
    await become(oscar, marathonId, 'organiser')
    await become(tim, marathonId, 'timer')
    // Two applications, one push.
    await apply(ravi, marathonId, { firstName: 'Second' })
    const [ofOlivia, ofOscar] = [await subscribe(olivia), await subscribe(oscar)]
    const others = [await subscribe(ravi), await subscribe(hana), await subscribe(tim)]
    for (const client of [gone, mallory]) await subscribe(client)
    await write(olivia, marathonId, 'urgent')
    await run()
    expect(asked.splice(0).sort()).toEqual([ofOscar, ...others].sort())
    await write(oscar, marathonId, 'urgent too')
    await run()
    expect(asked.sort()).toEqual([ofOlivia, ...others].sort())
  })

  it('of a change goes to the owner, and not to the organiser who made it', async () => {
    const { olivia, marathonId } = await race()
    const [oscar] = await signIn('oscar')
    await makeHelper(olivia, oscar, marathonId)
    await become(oscar, marathonId, 'organiser')
    const endpoint = await subscribe(olivia)
    await subscribe(oscar)
    await oscar.call('PUT', `/marathons/${marathonId}`, { location: 'Kiel' })
    await run()
    expect(asked).toEqual([endpoint])
  })

  it('does not go to who caused it, if that account was found before', async () => {
    const { olivia, ravi, marathonId } = await race()
    const [ofOlivia, ofRavi] = [await subscribe(olivia), await subscribe(ravi)]
    const noticeId = await write(olivia, marathonId, 'urgent')
    const { results } = await env.DB.prepare('SELECT id FROM push_subscription').all<{ id: string }>()
    await deliver({ noticeId, ids: results.map(({ id }) => id) })
    expect(asked).toEqual([ofRavi])
    expect(asked).not.toContain(ofOlivia)
  })

  it('is sent for a new start and a cancellation, and not for a notice that is not urgent', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    await write(olivia, marathonId, 'calm', { urgent: false })
    await olivia.call('PUT', `/marathons/${marathonId}`, { startDate: inDays(25) })
    await olivia.call('PUT', `/marathons/${marathonId}`, { cancelled: 'storm' })
    await run()
    expect(received.map(({ payload }) => payload.kind)).toEqual(['start', 'cancelled'])
  })

  it('of a promotion goes to the promoted account alone, and may wait for the phone', async () => {
    const { olivia, ravi, marathonId } = await race({ capacity: 2 })
    const [runa, wanda] = await signIn('runa', 'wanda')
    const first = (await ravi.sync()).applications[0]?._id ?? ''
    await apply(runa, marathonId)
    await apply(wanda, marathonId, { waitingList: true })
    const endpoint = await subscribe(wanda)
    for (const client of [olivia, ravi, runa]) await subscribe(client)
    await ravi.sync({ ops: [op('application.delete', first)] })
    await run()
    expect(asked).toEqual([endpoint])
    expect(received[0]).toMatchObject({ payload: { kind: 'promoted', marathonId }, urgency: 'normal' })
  })

  it('tells runners that an event was deleted, by its title, and so does their next pull', async () => {
    const { olivia, ravi, marathonId } = await race()
    const endpoint = await subscribe(ravi)
    await subscribe(olivia)
    const { cursor } = await ravi.sync()
    await olivia.sync({ ops: [op('marathon.delete', marathonId)] })
    await run()
    expect(asked).toEqual([endpoint])
    expect(received[0]?.payload).toMatchObject({
      kind: 'deleted',
      title: 'Harbour Ten',
      text: 'The event was deleted.',
    })
    const { notices, deleted } = await ravi.sync({ cursor })
    expect(notices).toMatchObject([{ kind: 'deleted', marathonId, parts: [{ kind: 'deleted', title: 'Harbour Ten' }] }])
    expect(deleted).toMatchObject([{ type: 'marathon', id: marathonId }])
  })

  it('is sent once, however often its messages are delivered', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    const noticeId = await write(olivia, marathonId, 'once')
    await run()
    await deliver({ noticeId })
    await run()
    await env.DB.exec('DELETE FROM delivery_clock')
    await run()
    expect(received).toHaveLength(1)
  })

  it('is not sent twice while a first run holds it, and not missed if that run is killed', async () => {
    const { olivia, ravi, marathonId } = await race()
    const endpoint = await subscribe(ravi)
    await write(olivia, marathonId, 'once')
    await handOver({ ...env, DELIVERY_QUEUE }, now)
    for (const body of queue.splice(0)) await deliver(body)
    const chunk = queue[0] as NoticeTask
    const hangs = Promise.withResolvers<Response>()
    answer = () => hangs.promise
    const killed = deliver(chunk)
    await vi.waitFor(() => expect(asked).toEqual([endpoint]))
    // The queue delivers the message once more, while the first run hangs.
    expect(await deliver(chunk)).toBe(15)
    expect(asked).toHaveLength(1)
    answer = () => new Response(null, { status: 201 })
    now += 15_000
    expect(await deliver(chunk)).toBeNull()
    expect(received).toHaveLength(1)
    hangs.reject(new Error('killed'))
    await killed
  })

  it('is not sent for a notice that was deleted, or that is older than a day', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    const noticeId = await write(olivia, marathonId, 'wrong')
    await handOver({ ...env, DELIVERY_QUEUE }, now)
    await deliver(queue.shift() as NoticeTask)
    const [chunk] = queue
    await olivia.sync({ ops: [op('notice.delete', noticeId)] })
    expect(await run()).toEqual([])
    expect(chunk?.ids).toHaveLength(1)
    await write(olivia, marathonId, 'late')
    await handOver({ ...env, DELIVERY_QUEUE }, now)
    now += DAY_MS
    expect(await run()).toEqual([])
    await write(olivia, marathonId, 'from a phone that was offline', { at: inDays(-2) })
    await handOver({ ...env, DELIVERY_QUEUE }, now)
    expect(queue).toEqual([])
    expect(asked).toEqual([])
  })

  it('that was put off is not sent after a newer one of its subject, which it would replace', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    answer = () => new Response(null, { status: 429, headers: { 'Retry-After': '300' } })
    await olivia.call('PUT', `/marathons/${marathonId}`, { cancelled: 'storm' })
    const [cancelled] = await run()
    answer = () => new Response(null, { status: 201 })
    await olivia.call('PUT', `/marathons/${marathonId}`, { cancelled: null })
    await write(olivia, marathonId, 'replaces nothing')
    expect(await run()).toEqual([])
    now += 300_000
    expect(await deliver(cancelled?.body as NoticeTask, 2)).toBeNull()
    expect(received.map(({ payload }) => payload.kind)).toEqual(['restored', 'written'])
  })

  it('is not sent to the rest of a chunk after the notice was deleted', async () => {
    const { olivia, ravi, marathonId } = await race()
    for (const _ of [1, 2, 3]) await subscribe(ravi)
    const noticeId = await write(olivia, marathonId, 'wrong')
    answer = async () => {
      await olivia.sync({ ops: [op('notice.delete', noticeId)] })
      return new Response(null, { status: 201 })
    }
    expect(await run()).toEqual([])
    expect(received).toHaveLength(1)
  })

  it('of the older of two changes is not sent where both are handed over at once', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    for (const days of [25, 26]) await olivia.call('PUT', `/marathons/${marathonId}`, { startDate: inDays(days) })
    await olivia.call('PUT', `/marathons/${marathonId}`, { location: 'Kiel' })
    await run()
    expect(received.map(({ payload }) => payload.kind)).toEqual(['start', 'place'])
  })

  it('does not go to an account that has left the marathon since its chunk was made', async () => {
    const { olivia, ravi, marathonId } = await race()
    const [hana] = await signIn('hana')
    await makeHelper(olivia, hana, marathonId)
    const id = (await ravi.sync()).applications[0]?._id ?? ''
    for (const client of [ravi, hana]) await subscribe(client)
    await write(olivia, marathonId, 'for those who are there')
    await handOver({ ...env, DELIVERY_QUEUE }, now)
    for (const body of queue.splice(0)) await deliver(body)
    expect(queue[0]?.ids).toHaveLength(2)
    await ravi.sync({ ops: [op('application.delete', id)] })
    await removeStaff(olivia, marathonId)
    expect(await deliver(queue[0] as NoticeTask)).toBeNull()
    expect(asked).toEqual([])
  })

  it('does not go to a phone that logged out, or that changed its account, after the notice', async () => {
    const { olivia, ravi, marathonId } = await race()
    const [bob] = await signIn('bob')
    const loggedOut = await subscribe(ravi)
    const changed = await newPhone(`https://fcm.googleapis.com/fcm/send/${newId('phone')}`)
    await ravi.call('POST', '/push-subscriptions', changed.subscription)
    await write(olivia, marathonId, 'for Ravi')
    await handOver({ ...env, DELIVERY_QUEUE }, now)
    for (const body of queue.splice(0)) await deliver(body)
    await ravi.call('DELETE', '/push-subscriptions', { endpoint: loggedOut })
    await bob.call('POST', '/push-subscriptions', changed.subscription)
    await run()
    expect(asked).toEqual([])
  })
})

describe('the answer of a push service', () => {
  it.each([404, 410])('%i deletes the subscription, and the other phone gets its push', async (status) => {
    const { olivia, ravi, marathonId } = await race()
    const [ended, other] = [await subscribe(ravi), await subscribe(ravi, 'web.push.apple.com')]
    answer = (endpoint) => new Response(null, { status: endpoint === ended ? status : 201 })
    await write(olivia, marathonId, 'news')
    expect(await run()).toEqual([])
    expect([await isThere(ended), await isThere(other)]).toEqual([false, true])
    expect(received.map(({ endpoint }) => endpoint)).toEqual([other])
  })

  it.each([
    ['429 with seconds', 429, { 'Retry-After': '120' }, 120],
    ['503 with a date', 503, { 'Retry-After': 'in 300 s' }, 300],
    ['429 with an hour at most', 429, { 'Retry-After': '86400' }, 3600],
    ['500 without a time', 500, {}, 15],
  ])('%s is tried again then, and only at that phone', async (_, status, headers: Record<string, string>, seconds) => {
    const { olivia, ravi, marathonId } = await race()
    const [busy, other] = [await subscribe(ravi), await subscribe(ravi)]
    answer = (endpoint) => {
      if (endpoint !== busy) return new Response(null, { status: 201 })
      // A date is made at the request: the machine may be slow.
      const date = new Date(Date.now() + 300_000).toUTCString()
      const retryAfter = headers['Retry-After'] === 'in 300 s' ? { 'Retry-After': date } : headers
      return new Response(null, { status, headers: retryAfter })
    }
    await write(olivia, marathonId, 'news')
    const [again] = await run()
    expect(again?.seconds).toBeGreaterThan(seconds - 5)
    expect(again?.seconds).toBeLessThanOrEqual(seconds)
    // Too early: nobody is asked.
    const early = await deliver(again?.body as NoticeTask, 2)
    expect(early).toBe(again?.seconds)
    now += (again?.seconds ?? 0) * 1000
    answer = () => new Response(null, { status: 201 })
    expect(await deliver(again?.body as NoticeTask, 3)).toBeNull()
    expect(asked.filter((endpoint) => endpoint === other)).toHaveLength(1)
    expect(asked.filter((endpoint) => endpoint === busy)).toHaveLength(2)
    expect(received.map(({ endpoint }) => endpoint).sort()).toEqual([busy, other].sort())
  })

  it('with an hour to wait puts off that phone, and not the others of its chunk', async () => {
    const { olivia, ravi, marathonId } = await race()
    const [slow, busy] = [await subscribe(ravi), await subscribe(ravi)]
    const seconds: Record<string, string> = { [slow]: '3600', [busy]: '60' }
    answer = (endpoint) => new Response(null, { status: 429, headers: { 'Retry-After': seconds[endpoint] ?? '' } })
    await write(olivia, marathonId, 'news')
    const [again] = await run()
    expect(again?.seconds).toBe(60)
    now += 60_000
    answer = () => new Response(null, { status: 201 })
    expect(await deliver(again?.body as NoticeTask, 2)).toBe(3540)
    expect(received.map(({ endpoint }) => endpoint)).toEqual([busy])
    now += 3_540_000
    expect(await deliver(again?.body as NoticeTask, 3)).toBeNull()
    expect(received.map(({ endpoint }) => endpoint)).toEqual([busy, slow])
  })

  it('with a time for each phone does not use up the tries: the last one waits for the latest', async () => {
    const { olivia, ravi, marathonId } = await race()
    const endpoints: string[] = []
    for (let phone = 0; phone < 12; phone++) endpoints.push(await subscribe(ravi))
    const due = new Map(endpoints.map((endpoint, index) => [endpoint, now + (2000 + index) * 1000]))
    answer = (endpoint) => {
      const leftMs = (due.get(endpoint) ?? 0) - now
      const headers = { 'Retry-After': String(Math.ceil(leftMs / 1000)) }
      return leftMs > 0 ? new Response(null, { status: 503, headers }) : new Response(null, { status: 201 })
    }
    await write(olivia, marathonId, 'news')
    const [again] = await run()
    const chunk = again?.body as NoticeTask
    // The eighth delivery is the last but one.
    expect(await deliver(chunk, 8)).toBe(2011)
    let seconds: number | null = again?.seconds ?? 0
    let attempts = 1
    while (seconds !== null && attempts < 20) {
      now += seconds * 1000
      attempts += 1
      seconds = await deliver(chunk, attempts)
    }
    expect(attempts).toBeLessThanOrEqual(3)
    expect(received).toHaveLength(12)
  })

  it('that never comes delays no other push service, and the last try asks for every phone', async () => {
    const { olivia, ravi, marathonId } = await race()
    const hung = [await subscribe(ravi), await subscribe(ravi), await subscribe(ravi)]
    const others = [await subscribe(ravi, 'web.push.apple.com'), await subscribe(ravi, 'web.push.apple.com')]
    answer = (endpoint) =>
      hung.includes(endpoint) ? Promise.reject(new Error('timeout')) : new Response(null, { status: 201 })
    await write(olivia, marathonId, 'news')
    const [again] = await run()
    const chunk = again?.body as NoticeTask
    expect(received.map(({ endpoint }) => endpoint).sort()).toEqual(others.sort())
    expect(asked.filter((endpoint) => hung.includes(endpoint))).toHaveLength(1)
    asked = []
    now += (again?.seconds ?? 0) * 1000
    // Another one of them is tried: the first one still waits.
    expect(await deliver(chunk, 2)).not.toBeNull()
    expect(asked).toHaveLength(1)
    asked = []
    now += 3_600_000
    await deliver(chunk, 9)
    expect(asked.sort()).toEqual(hung.sort())
  })

  it('that never comes from twenty made-up hosts is waited for once, and by nobody else', async () => {
    const { olivia, ravi, marathonId } = await race()
    const [mallory] = await signIn('mallory')
    await apply(mallory, marathonId)
    const hosts = Array.from({ length: 20 }, (_, n) => `${n + 1}-courier.push.apple.com`)
    for (const host of hosts) await subscribe(mallory, host)
    const honest = [await subscribe(ravi), await subscribe(ravi, 'wns2-par02p.notify.windows.com')]
    // Ids are random. These come last.
    await env.DB.prepare("UPDATE push_subscription SET id = '~' || id WHERE uid = ?").bind(ravi.uid).run()
    const hangs = Promise.withResolvers<Response>()
    answer = (endpoint) => (endpoint.includes('courier') ? hangs.promise : new Response(null, { status: 201 }))
    await write(olivia, marathonId, 'Start moved')
    const running = run()
    await vi.waitFor(() => expect(received.map(({ endpoint }) => endpoint).sort()).toEqual(honest.sort()))
    hangs.reject(new Error('timeout'))
    await running
    expect(asked.filter((endpoint) => endpoint.includes('courier'))).toHaveLength(1)
  })

  it('is not repeated where the database fails once after it', async () => {
    const { olivia, ravi, marathonId } = await race()
    for (const _ of [1, 2]) await subscribe(ravi)
    await write(olivia, marathonId, 'news')
    await handOver({ ...env, DELIVERY_QUEUE }, now)
    for (const body of queue.splice(0)) await deliver(body)
    let batches = 0
    const flaky = {
      prepare: (sql: string) => env.DB.prepare(sql),
      // The second claim and the end of the chunk fail once each.
      batch: (statements: D1PreparedStatement[]) =>
        [3, 5].includes(++batches) ? Promise.reject(new Error('D1_ERROR')) : env.DB.batch(statements),
    } as unknown as D1Database
    expect(await deliver(queue[0] as NoticeTask, 1, flaky)).toBeNull()
    expect(batches).toBe(6)
    expect(received).toHaveLength(2)
  })

  it('comes again for about an hour while the database fails, and is sent once after it', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    const noticeId = await write(olivia, marathonId, 'news')
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const broken = {
      prepare: () => {
        throw new Error('D1_ERROR: overloaded')
      },
    } as unknown as D1Database
    const delays: (number | null)[] = []
    for (let attempt = 1; attempt <= 8; attempt++) delays.push(await deliver({ noticeId }, attempt, broken))
    expect(delays).toEqual([15, 30, 60, 120, 240, 480, 960, 1920])
    expect(said).toHaveBeenCalledWith(JSON.stringify({ event: 'push.failed', error: 'Error' }))
    said.mockRestore()
    await deliver({ noticeId }, 9)
    for (const body of queue.splice(0)) await deliver(body)
    expect(received).toHaveLength(1)
  })

  it('that does not come is tried again, each time after twice as long', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    answer = () => Promise.reject(new TypeError('no network'))
    await write(olivia, marathonId, 'news')
    const [again] = await run()
    expect(again?.seconds).toBe(15)
    const delays: (number | null)[] = []
    for (let attempt = 2; attempt <= 10; attempt++) {
      now += 3_600_000
      delays.push(await deliver(again?.body as NoticeTask, attempt))
    }
    expect(delays).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600])
  })

  it.each([
    ['a redirect', 302, { Location: 'http://169.254.169.254/latest' }],
    ['a redirect that keeps the method', 307, { Location: 'https://evil.example/' }],
    ['a refusal of the key', 403, {}],
    ['a refusal of the size', 413, {}],
  ])('%s is not followed and not repeated', async (_, status, headers: Record<string, string>) => {
    const { olivia, ravi, marathonId } = await race()
    const endpoint = await subscribe(ravi)
    answer = () => new Response(null, { status, headers })
    await write(olivia, marathonId, 'news')
    expect(await run()).toEqual([])
    expect(asked).toEqual([endpoint])
    expect(await isThere(endpoint)).toBe(true)
  })

  it.each(['https://push.example.com/a', 'https://127.0.0.1/a', 'http://fcm.googleapis.com/a', 'https://10.0.0.1/a'])(
    'is never asked for at %s, even if the database names it',
    async (forged) => {
      const { olivia, ravi, marathonId } = await race()
      const endpoint = await subscribe(ravi)
      await env.DB.prepare('UPDATE push_subscription SET endpoint = ? WHERE endpoint = ?').bind(forged, endpoint).run()
      await write(olivia, marathonId, 'news')
      expect(await run()).toEqual([])
      expect(asked).toEqual([])
      expect(await isThere(forged)).toBe(false)
    },
  )
})

describe('urgent notices of one event', () => {
  it('push ten times at once; the next turn brings the newest place, and no older one', async () => {
    const { olivia, ravi, marathonId } = await race()
    const other = await race()
    for (const client of [ravi, other.ravi]) await subscribe(client)
    const places = Array.from({ length: 15 }, (_, n) => `Place ${n}`)
    const again: { body: NoticeTask; seconds: number }[] = []
    for (const location of places) {
      await olivia.call('PUT', `/marathons/${marathonId}`, { location })
      again.push(...(await run()))
    }
    expect(received).toHaveLength(URGENT_AN_HOUR)
    expect(again.map(({ seconds }) => seconds <= 3600 / URGENT_AN_HOUR && seconds > 300)).toEqual(Array(5).fill(true))
    await write(other.olivia, other.marathonId, 'of another event')
    await run()
    expect(received).toHaveLength(URGENT_AN_HOUR + 1)
    received = []
    now += (again.at(-1)?.seconds ?? 0) * 1000
    for (const { body } of again) expect(await deliver(body, 2)).toBeNull()
    await run()
    expect(received.map(({ payload }) => payload.text)).toEqual(['The place is now Place 14. It was Place 13.'])
  })

  it('get no turn back where the organiser deletes them, and other notices wait for theirs', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    let again: { body: NoticeTask; seconds: number }[] = []
    for (let n = 0; n <= URGENT_AN_HOUR; n++) {
      const id = await write(olivia, marathonId, `no. ${n}`)
      again = await run()
      if (n < URGENT_AN_HOUR) await olivia.sync({ ops: [op('notice.delete', id)] })
    }
    expect(received).toHaveLength(URGENT_AN_HOUR)
    const [waiting] = again
    // A second one that waits too long for its turn is not pushed any more. The app has it.
    expect(await deliver(waiting?.body as NoticeTask, 3)).toBeGreaterThan(1000)
    expect(await deliver(waiting?.body as NoticeTask, 9)).toBeNull()
    now += (waiting?.seconds ?? 0) * 1000
    expect(await deliver(waiting?.body as NoticeTask, 2)).toBeNull()
    await run()
    expect(received.at(-1)?.payload.text).toBe(`no. ${URGENT_AN_HOUR}`)
  })

  it('push ten times at once also where each is queued twice, before or after its turn', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    const texts = Array.from({ length: URGENT_AN_HOUR }, (_, n) => `no. ${n}`)
    for (const text of texts) {
      const noticeId = await write(olivia, marathonId, text)
      queue.push({ noticeId })
      expect(await run()).toEqual([])
      expect(await deliver({ noticeId })).toBeNull()
    }
    await run()
    expect(received.map(({ payload }) => payload.text)).toEqual(texts)
  })

  it('to one account push ten times at once too: staff ring nobody’s phone without end', async () => {
    const { olivia, ravi, marathonId } = await race()
    const entry = (await ravi.sync()).applications[0]?._id ?? ''
    const [sara] = await signIn('sara')
    const other = await apply(sara, marathonId)
    for (const client of [ravi, sara]) await subscribe(client)
    const correct = (id: string, n: number) =>
      op('application.correct', id, { additionalInfo: `${n}` }, { additionalInfo: n === 0 ? '' : `${n - 1}` })
    await olivia.sync({ ops: Array.from({ length: URGENT_AN_HOUR + 5 }, (_, n) => correct(entry, n)) })
    const again = await run()
    expect([received.length, again.length]).toEqual([URGENT_AN_HOUR, 5])
    await olivia.sync({ ops: [correct(other, 0)] })
    await write(olivia, marathonId, 'to everybody')
    await run()
    expect(received).toHaveLength(URGENT_AN_HOUR + 3)
    received = []
    now += (again[0]?.seconds ?? 0) * 1000
    for (const { body } of again) await deliver(body, 2)
    await run()
    expect(received.map(({ payload }) => payload.kind)).toEqual(['corrected'])
  })

  it('let promotions pass, which are for one account each', async () => {
    const { olivia, ravi, marathonId } = await race({ capacity: 1 })
    const [wanda] = await signIn('wanda')
    await apply(wanda, marathonId, { waitingList: true })
    const endpoint = await subscribe(wanda)
    for (let n = 0; n < URGENT_AN_HOUR; n++) await write(olivia, marathonId, `no. ${n}`)
    await run()
    asked = []
    await ravi.sync({ ops: [op('application.delete', (await ravi.sync()).applications[0]?._id ?? '')] })
    expect(await run()).toEqual([])
    expect(asked).toEqual([endpoint])
  })
})

describe('the queue', () => {
  it('gets the notices that a lost request did not hand over, and none twice', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    const ids = [await write(olivia, marathonId, 'one'), await write(olivia, marathonId, 'two')]
    await handOver({ ...env, DELIVERY_QUEUE }, now)
    // A slower run, which read fewer notices, ends later.
    await moveDeliveryClock(env.DB, 1)
    await handOver({ ...env, DELIVERY_QUEUE }, now)
    expect(queue).toEqual(ids.map((noticeId) => ({ noticeId })))
  })

  it('gets an urgent notice from the request that wrote it', async () => {
    const {
      marathonId,
      olivia: { uid },
    } = await race()
    const olivia = await TestClient.signedIn(uid, { DELIVERY_QUEUE })
    await write(olivia, marathonId, 'calm', { urgent: false })
    const noticeId = await write(olivia, marathonId, 'urgent')
    await vi.waitFor(() => expect(queue).toEqual([{ noticeId }]))
  })

  it('gets them again if it failed', async () => {
    const { olivia, marathonId } = await race()
    const noticeId = await write(olivia, marathonId, 'one')
    await handOver({ ...env, DELIVERY_QUEUE: BROKEN }, now)
    await handOver({ ...env, DELIVERY_QUEUE }, now)
    expect(queue).toEqual([{ noticeId }])
  })

  it('gets chunks of 100 subscriptions, each subscription on one of them', async () => {
    const { olivia, ravi, marathonId } = await race()
    const noticeId = await write(olivia, marathonId, 'many')
    const many = 4250
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${many})
      INSERT INTO push_subscription SELECT 'id-' || i, 'https://fcm.googleapis.com/' || i, ?, '', '', 0 FROM n`,
    )
      .bind(ravi.uid)
      .run()
    const chunks: string[][] = []
    const steps: NoticeTask[] = [{ noticeId }]
    for (let step = steps.shift(); step; step = steps.shift()) {
      await deliver(step)
      for (const task of queue.splice(0)) task.ids ? chunks.push(task.ids) : steps.push(task)
    }
    expect(Math.max(...chunks.map(({ length }) => length))).toBe(100)
    expect(chunks.flat()).toHaveLength(many)
    expect(new Set(chunks.flat()).size).toBe(many)
  })

  it('hands over what is left every five minutes, and forgets what is old', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    const noticeId = await write(olivia, marathonId, 'left')
    await env.DB.prepare(
      "INSERT INTO delivery VALUES ('push', 'old', 's', NULL, ?), ('push', 'yesterday', 's', NULL, ?)",
    )
      .bind(now - 3 * DAY_MS, now - DAY_MS)
      .run()
    const event = { cron: '*/5 * * * *', scheduledTime: now } as ScheduledController
    await worker.scheduled(event, { ...env, DELIVERY_QUEUE })
    expect(queue).toEqual([{ noticeId }])
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
      INSERT INTO delivery SELECT 'push', 'many', i, NULL, ? FROM n`,
    )
      .bind(now - 3 * DAY_MS)
      .run()
    await worker.scheduled(event, { ...env, DELIVERY_QUEUE })
    const { results } = await env.DB.prepare('SELECT cause_id AS id FROM delivery').all()
    expect(results).toEqual([{ id: 'yesterday' }])
  })

  it('is not used, and its messages do nothing, where push is not set up', async () => {
    const { olivia, ravi, marathonId } = await race()
    await subscribe(ravi)
    const noticeId = await write(olivia, marathonId, 'news')
    await handOver({ ...env, DELIVERY_QUEUE, VAPID_PRIVATE_KEY: '' }, now)
    expect(queue).toEqual([])
    const message = { body: { noticeId }, attempts: 1 } as Message<NoticeTask>
    const batch = { messages: [message] } as unknown as MessageBatch<NoticeTask>
    await consumeDeliveries(batch, { ...env, DELIVERY_QUEUE, VAPID_PRIVATE_KEY: '' })
    expect(queue).toEqual([])
  })
})
