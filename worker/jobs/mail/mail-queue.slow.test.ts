import { env } from 'cloudflare:workers'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ACCOUNT_MAILS_A_DAY,
  CHANGE_MAILS_A_DAY,
  OWNER_CHANGE_MAILS_A_DAY,
  OWNER_WRITTEN_MAILS_A_DAY,
  WRITTEN_MAILS_A_DAY,
} from '../../../contract/limits.ts'
import type { DeliveryTask } from '../../env.ts'
import { requestDeletion } from '../../ops/account.ts'
import { addStaff, removeStaff } from '../../testing/calls.ts'
import { emulatorToken, TestClient } from '../../testing/client.ts'
import { digestNow } from '../../testing/digest-now.ts'
import { withMail } from '../../testing/mails.ts'
import { applicationFields, CROSSING, inDays, marathonFields, newId, op } from '../../testing/rows.ts'
import { deleteRowsOf } from '../delete-account.ts'
import { consumeDeliveries } from '../deliver/consume.ts'
import { handOver } from '../deliver/hand-over.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

// The world of a test: the queue, the mail service, and what the worker logs.
let queue: DeliveryTask[]
let now: number
let answer: (to: string) => unknown
let logs: string[]
const { sent, settings } = withMail((to) => answer(to))

const DELIVERY_QUEUE = {
  sendBatch: async (messages: { body: DeliveryTask }[]) => void queue.push(...messages.map(({ body }) => body)),
} as unknown as Queue<DeliveryTask>
/** The clients' own requests hand nothing over, so that each test does it when it wants to. */
const BROKEN = { sendBatch: () => Promise.reject(new Error('queue')) } as unknown as Queue<DeliveryTask>
const ALL = { ...env, ...settings, DELIVERY_QUEUE }

beforeEach(async () => {
  await env.DB.exec('DELETE FROM notice; DELETE FROM delivery; DELETE FROM op_budget')
  await env.DB.exec('INSERT OR REPLACE INTO delivery_clock SELECT 1, seq FROM clock')
  queue = []
  sent.length = 0
  now = Date.now()
  answer = () => undefined
  logs = []
  for (const level of ['log', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...said) => void logs.push(said.join(' ')))
  }
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.untilQuiet()))
  vi.restoreAllMocks()
  // Neither an address, nor what a mail says.
  expect(logs.join('\n')).not.toMatch(/@|Harbour|Ada|Lauf/)
})

const clients: TestClient[] = []
const addressOf = ({ uid }: TestClient) => `${uid}@example.com`

/** Signs in accounts with verified addresses. */
async function signIn<const Names extends string[]>(...names: Names) {
  const signedIn = await Promise.all(names.map((name) => login(newId(name))))
  return signedIn as { [Index in keyof Names]: TestClient }
}

async function login(uid: string, claims: object = {}, language = 'en', queueOfLogin = BROKEN) {
  const client = new TestClient(uid, { ...settings, DELIVERY_QUEUE: queueOfLogin })
  const email = `${uid}@example.com`
  const token = emulatorToken(uid, { email, email_verified: true, ...claims })
  const headers = { Authorization: `Bearer ${token}`, 'CF-Connecting-IP': newId('ip') }
  const response = await client.call('POST', '/jwt', { email, language }, headers)
  client.cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
  clients.push(client)
  return client
}

async function race(other = {}) {
  const [olivia, ravi] = await signIn('olivia', 'ravi')
  const marathonId = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields(other))] })
  const entry = await apply(ravi, marathonId)
  return { olivia, ravi, marathonId, entry }
}

async function apply(client: TestClient, marathonId: string, other = {}): Promise<string> {
  const id = newId('application')
  await client.sync({ ops: [op('application.create', id, applicationFields(marathonId, other))] })
  return id
}

async function write(client: TestClient, marathonId: string, text = 'Park at Pier 7.', other = {}): Promise<string> {
  const id = newId('notice')
  const at = new Date().toISOString()
  const { results } = await client.sync({
    ops: [op('notice.create', id, { marathonId, text, urgent: false, mail: true, at, ...other })],
  })
  expect(results).toMatchObject([{ status: 'applied' }])
  return id
}

const START = Date.now() - HOUR_MS
const record = (client: TestClient, marathonId: string, seconds: number, fields: object) => {
  const at = new Date(START + seconds * 1000).toISOString()
  const recording = { ...CROSSING, marathonId, tick: seconds * 1000, at, how: 'bib', ...fields }
  return client.sync({ ops: [op('recording.create', newId('recording'), recording)] })
}

/** Gives an entry a bib, which crosses the finish line so many seconds after the gun. */
async function finish(client: TestClient, marathonId: string, entry: string, bib: string, seconds: number) {
  await client.sync({ ops: [op('application.assignBib', entry, { bib }, { bib: null })] })
  await record(client, marathonId, 0, { kind: 'gun', point: 'start', how: 'tap' })
  await record(client, marathonId, seconds, { bib })
}

const makeOfficial = async (client: TestClient, marathonId: string) =>
  client.call('POST', `/marathons/${marathonId}/results`, { digest: await digestNow(marathonId), reason: '' })

const change = (client: TestClient, marathonId: string, fields: object) =>
  client.call('PUT', `/marathons/${marathonId}`, fields)

/** One delivery of a message. @returns after how many seconds it comes again; null if it is finished */
async function deliver(body: DeliveryTask, attempts = 1): Promise<number | null> {
  let seconds: number | null = null
  const retry = ({ delaySeconds = 0 }: QueueRetryOptions = {}) => {
    seconds = delaySeconds
  }
  const message = { id: '1', timestamp: new Date(now), body, attempts, retry } as Message<DeliveryTask>
  const batch = { messages: [message] } as unknown as MessageBatch<DeliveryTask>
  await consumeDeliveries(batch, ALL, { now: () => now, fetch })
  return seconds
}

/** Hands over what is due, and delivers each message once. @returns those that come again */
async function run() {
  await handOver({ ...ALL, VAPID_PRIVATE_KEY: '' }, now)
  return drain()
}

async function drain() {
  const again: { body: DeliveryTask; seconds: number }[] = []
  for (let body = queue.shift(); body; body = queue.shift()) {
    const seconds = await deliver(body)
    if (seconds !== null) again.push({ body, seconds })
  }
  return again
}

/** Forgets the mails of before: those that confirm the entries of a scene. */
async function afterConfirmations() {
  await run()
  sent.length = 0
}

const recipients = () => sent.map(({ to }) => to).sort()
const read = async (index = 0) => {
  const { raw = '' } = sent[index] ?? {}
  const mail = await PostalMime.parse(raw)
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
  return { ...mail, header }
}

describe('the confirmation of an entry', () => {
  it('is mailed to its account once, in its language, with what became of it', async () => {
    const { ravi, marathonId } = await race({ capacity: 1 })
    const wanda = await login(newId('wanda'), {}, 'de')
    await apply(wanda, marathonId, { waitingList: true })
    expect(await run()).toEqual([])
    await env.DB.exec('DELETE FROM delivery_clock')
    expect(await run()).toEqual([])
    expect(recipients()).toEqual([addressOf(ravi), addressOf(wanda)].sort())
    const first = await read(sent.findIndex(({ to }) => to === addressOf(ravi)))
    expect(first.header('list-unsubscribe')).toMatch(/^<https:\/\/run\.example\/unsubscribe\/[\w.-]+>$/)
    expect(first.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(first.header('message-id')).toMatch(/^<[\w-]{43}@run\.example>$/)
    expect(first.header('content-language')).toBe('en')
    expect(first.from).toMatchObject({ name: 'Startline', address: 'mail@run.example' })
    const second = await read(sent.findIndex(({ to }) => to === addressOf(wanda)))
    expect(second.header('content-language')).toBe('de')
    expect(second.subject).not.toBe(first.subject)
    expect(sent.map(({ from }) => from)).toEqual(['mail@run.example', 'mail@run.example'])
  })

  it('is not mailed for a registration that is refused, repeated, or withdrawn before', async () => {
    const { ravi, marathonId, entry } = await race({ capacity: 1 })
    await afterConfirmations()
    // What was sent is forgotten after two days.
    await env.DB.exec('DELETE FROM delivery')
    const [wanda] = await signIn('wanda')
    const { results } = await wanda.sync({
      ops: [op('application.create', newId('application'), applicationFields(marathonId))],
    })
    expect(results).toMatchObject([{ status: 'rejected', code: 'FULL' }])
    await ravi.sync({ ops: [op('application.create', entry, applicationFields(marathonId))] })
    const waiting = await apply(wanda, marathonId, { waitingList: true })
    await wanda.sync({ ops: [op('application.delete', waiting)] })
    await run()
    expect(sent).toEqual([])
  })

  it('comes once the address is verified, of each entry at an event to come', async () => {
    const olivia = await login(newId('olivia'))
    const ravi = await login(newId('ravi'), { email_verified: false })
    const [first, second, past] = [newId('marathon'), newId('marathon'), newId('marathon')]
    await olivia.sync({ ops: [first, second, past].map((id) => op('marathon.create', id, marathonFields())) })
    const entries = [await apply(ravi, first), await apply(ravi, second)]
    await apply(ravi, past)
    await env.DB.prepare('UPDATE marathon SET start_date = ? WHERE id = ?').bind(inDays(-1), past).run()
    await run()
    expect(sent).toEqual([])
    for (const _ of ['verified', 'again']) {
      await login(ravi.uid, {}, 'en', DELIVERY_QUEUE).then((client) => client.untilQuiet())
    }
    expect(queue).toEqual([{ entryIds: expect.arrayContaining(entries), at: expect.any(String) }])
    await drain()
    expect(recipients()).toEqual([addressOf(ravi), addressOf(ravi)])
  })

  it('says what the entry is when it is sent', async () => {
    const { ravi, marathonId, entry } = await race({ capacity: 1 })
    const [wanda] = await signIn('wanda')
    await apply(wanda, marathonId, { waitingList: true })
    await ravi.sync({ ops: [op('application.delete', entry)] })
    await run()
    const subjects = await Promise.all(sent.map((_, index) => read(index)))
    // She is told of the place twice: by the confirmation, and by the promotion.
    expect(recipients()).toEqual([addressOf(wanda), addressOf(wanda)])
    expect(subjects.map(({ subject }) => subject).join()).not.toMatch(/waiting list/i)
  })

  it('goes to who takes an entry over, defers it, or claims one that a desk made', async () => {
    const { olivia, ravi, marathonId, entry } = await race()
    await afterConfirmations()
    await change(olivia, marathonId, { handOverUntil: inDays(9) })
    const [bob] = await signIn('bob')
    const secret = 'A'.repeat(22)
    await ravi.sync({ ops: [op('application.offer', entry, { secret })] })
    const patch = { ...applicationFields(marathonId, { firstName: 'Bob' }), from: entry, secret }
    const { results } = await bob.sync({ ops: [op('application.takeOver', newId('application'), patch)] })
    expect(results).toMatchObject([{ status: 'applied' }])
    await run()
    // Ravi is told that the place is gone.
    expect(recipients()).toEqual([addressOf(bob), addressOf(ravi)].sort())
  })

  it('is mailed 50 times a day to one account, and what must be known goes on', async () => {
    const { olivia, marathonId } = await race({ perAccount: 100 })
    const [club] = await signIn('club')
    await afterConfirmations()
    const fields = (n: number) => applicationFields(marathonId, { firstName: `Member ${n}` })
    await club.sync({
      ops: Array.from({ length: ACCOUNT_MAILS_A_DAY + 10 }, (_, n) => {
        return op('application.create', newId('application'), fields(n))
      }),
    })
    expect(await run()).toEqual([])
    expect(sent).toHaveLength(ACCOUNT_MAILS_A_DAY)
    sent.length = 0
    await change(olivia, marathonId, { location: 'Kiel' })
    await run()
    expect(recipients()).toContain(addressOf(club))
  })
})

describe('a mail of a notice', () => {
  it('goes to runners and staff but who wrote it, not to strangers or who was removed', async () => {
    const { olivia, ravi, marathonId } = await race()
    const [hana, gone, mallory] = await signIn('hana', 'gone', 'mallory')
    await addStaff(marathonId, gone.uid, 'gate')
    await removeStaff(olivia, marathonId)
    await addStaff(marathonId, hana.uid, 'gate')
    await apply(ravi, marathonId, { firstName: 'Second' })
    await afterConfirmations()
    await write(olivia, marathonId)
    await run()
    expect(recipients()).toEqual([addressOf(hana), addressOf(ravi)].sort())
    expect(recipients()).not.toContain(addressOf(mallory))
    const { text = '' } = await read()
    expect(text).toContain('Park at Pier 7.')
  })

  it('is not sent for one that is not by mail, and not without a tick', async () => {
    const { olivia, marathonId } = await race()
    await afterConfirmations()
    await write(olivia, marathonId, 'in the app', { mail: false, urgent: true })
    await change(olivia, marathonId, { regEnd: inDays(11) })
    await run()
    expect(sent).toEqual([])
  })

  it.each([
    ['an address that is not verified', 'email_verified = 0'],
    ['an address that bounced', "mail_ended = 'bounced'"],
    ['an account without an address', "email = ''"],
  ])('does not go to %s, also not what must be known', async (_, state) => {
    const { olivia, ravi, marathonId } = await race()
    await env.DB.prepare(`UPDATE account SET ${state} WHERE uid = ?`).bind(ravi.uid).run()
    await write(olivia, marathonId)
    await change(olivia, marathonId, { cancelled: 'storm' })
    await run()
    expect(sent).toEqual([])
  })

  it('does not go to who stopped mails, unless it must be known; that one cannot be stopped', async () => {
    const { olivia, ravi, marathonId } = await race()
    await env.DB.prepare("UPDATE account SET mail = 'needed' WHERE uid = ?").bind(ravi.uid).run()
    await write(olivia, marathonId)
    await run()
    expect(sent).toEqual([])
    await change(olivia, marathonId, { startDate: inDays(25) })
    await run()
    await change(olivia, marathonId, { location: 'Kiel' })
    await run()
    await change(olivia, marathonId, { cancelled: 'storm' })
    await run()
    await change(olivia, marathonId, { cancelled: null })
    await run()
    await olivia.sync({ ops: [op('marathon.delete', marathonId)] })
    await run()
    expect(recipients()).toEqual(Array(5).fill(addressOf(ravi)))
    expect((await read()).header('list-unsubscribe')).toBeUndefined()
    expect((await read(4)).text).toContain('Harbour Ten')
  })

  it('is not sent after a withdrawal, the end of mails or of a role, or a deleted account', async () => {
    const { olivia, ravi, marathonId, entry } = await race()
    const [stops, leaves, stays] = await signIn('stops', 'leaves', 'stays')
    const [hana] = await signIn('hana')
    await addStaff(marathonId, hana.uid, 'gate')
    for (const client of [stops, leaves, stays]) await apply(client, marathonId)
    await afterConfirmations()
    await write(olivia, marathonId)
    await change(olivia, marathonId, { location: 'Kiel' })
    await handOver({ ...ALL, VAPID_PRIVATE_KEY: '' }, now)
    for (const body of queue.splice(0)) await deliver(body)
    expect(queue.flatMap((task) => ('ids' in task ? (task.ids ?? []) : []))).toHaveLength(12)
    await ravi.sync({ ops: [op('application.delete', entry)] })
    await env.DB.prepare("UPDATE account SET mail = 'needed' WHERE uid = ?").bind(stops.uid).run()
    await removeStaff(olivia, marathonId)
    await requestDeletion(env.DB, leaves.uid, now / 1000 + 1, () => now + 2000)
    await drain()
    expect(recipients()).toEqual([addressOf(stays), addressOf(stays), addressOf(stops)].sort())
    await deleteRowsOf(env.DB, leaves.uid, Date.now, () => undefined)
    await run()
    expect(recipients()).toHaveLength(3)
  })

  it('tells one account of its promotion, and of a withdrawal by the organiser', async () => {
    const { olivia, ravi, marathonId, entry } = await race({ capacity: 1 })
    const [wanda] = await signIn('wanda')
    await apply(wanda, marathonId, { waitingList: true })
    await afterConfirmations()
    await olivia.sync({ ops: [op('application.withdraw', entry, { reason: 'Injured.' }, {})] })
    await run()
    expect(recipients()).toEqual([addressOf(ravi), addressOf(wanda)].sort())
    const { text = '' } = await read(sent.findIndex(({ to }) => to === addressOf(ravi)))
    expect(text).toContain('Injured.')
  })

  it('is about the entry that it tells of, also where the account has others', async () => {
    const { olivia, ravi, marathonId, entry } = await race()
    const bo = await apply(ravi, marathonId, { firstName: 'Bo' })
    await change(olivia, marathonId, { handOverUntil: inDays(9) })
    await afterConfirmations()
    await olivia.sync({ ops: [op('application.withdraw', entry, { reason: 'Injured.' }, {})] })
    await run()
    expect((await read()).text).toContain('The organiser withdrew the entry of Ada Lauf at Harbour Ten.')
    await apply(ravi, marathonId, { firstName: 'Cy' })
    await afterConfirmations()
    const secret = 'A'.repeat(22)
    await ravi.sync({ ops: [op('application.offer', bo, { secret })] })
    const [bob] = await signIn('bob')
    const patch = { ...applicationFields(marathonId, { firstName: 'Bob' }), from: bo, secret }
    await bob.sync({ ops: [op('application.takeOver', newId('application'), patch)] })
    await run()
    const { text } = await read(sent.findIndex(({ to }) => to === addressOf(ravi)))
    expect(text).toContain('Somebody took over the place of Bo Lauf at Harbour Ten.')
  })

  it('to all says something of an entry only where the account has one; of results, of the best', async () => {
    const { olivia, ravi, marathonId, entry } = await race()
    const [bob] = await signIn('bob')
    const second = await apply(ravi, marathonId, { firstName: 'Bo' })
    const third = await apply(bob, marathonId, { firstName: 'Cy' })
    await afterConfirmations()
    for (const [id, bib, seconds] of [
      [entry, '71', 1900],
      [second, '72', 1800],
      [third, '73', 2000],
    ] as const)
      await finish(olivia, marathonId, id, bib, seconds)
    await change(olivia, marathonId, { location: 'Kiel' })
    await run()
    const textTo = async (client: TestClient) =>
      (await read(sent.findIndex(({ to }) => to === addressOf(client)))).text ?? ''
    expect(await textTo(ravi)).not.toMatch(/Bib|7[123]/)
    expect(await textTo(bob)).toContain('Bib: 73')
    sent.length = 0
    await makeOfficial(olivia, marathonId)
    await run()
    expect(await textTo(ravi)).toMatch(/Runner: Bo Lauf\nBib: 72\nRank: 1\n/)
    expect(await textTo(bob)).toMatch(/Runner: Cy Lauf\nBib: 73\nRank: 3\n/)
  })

  it('is not sent a day later, and neither is a confirmation', async () => {
    const { olivia, marathonId } = await race()
    await write(olivia, marathonId)
    await handOver({ ...ALL, VAPID_PRIVATE_KEY: '' }, now)
    const tasks = queue.splice(0)
    expect(tasks).toHaveLength(2)
    now += DAY_MS + HOUR_MS
    for (const task of tasks) expect(await deliver(task)).toBeNull()
    expect(queue).toEqual([])
    // What was never handed over is too old as well.
    await env.DB.exec('DELETE FROM delivery_clock')
    await handOver({ ...ALL, VAPID_PRIVATE_KEY: '' }, now)
    expect(queue).toEqual([])
    expect(sent).toEqual([])
  })

  it('that became outdated while others were sent is not sent', async () => {
    const { olivia, marathonId } = await race()
    const [bob] = await signIn('bob')
    await apply(bob, marathonId)
    await afterConfirmations()
    await change(olivia, marathonId, { location: 'Kiel' })
    answer = async () => {
      answer = () => undefined
      await change(olivia, marathonId, { location: 'Bremen' })
    }
    await run()
    expect(sent).toHaveLength(1)
    await run()
    const texts = await Promise.all(sent.slice(1).map(async (_, index) => (await read(index + 1)).text))
    expect(texts).toEqual([expect.stringContaining('Where: Bremen'), expect.stringContaining('Where: Bremen')])
  })

  it('has an id of its own, and a double has the same', async () => {
    const { olivia, marathonId } = await race()
    await write(olivia, marathonId)
    await handOver({ ...ALL, VAPID_PRIVATE_KEY: '' }, now)
    const tasks = queue.splice(0)
    for (const _ of ['once', 'again']) {
      await env.DB.exec('UPDATE delivery SET held_until = 0; DELETE FROM op_budget')
      queue.push(...tasks)
      await drain()
    }
    const ids = await Promise.all(sent.map(async (_, index) => (await read(index)).messageId))
    expect(ids).toHaveLength(4)
    expect(new Set(ids).size).toBe(2)
  })

  it('that cannot be made holds up no other, and does not come again', async () => {
    const { olivia, ravi, marathonId } = await race()
    const [bob] = await signIn('bob')
    await apply(bob, marathonId)
    await afterConfirmations()
    await env.DB.prepare("UPDATE account SET language = 'xx' WHERE uid = ?").bind(ravi.uid).run()
    await write(olivia, marathonId)
    expect(await run()).toEqual([])
    expect(recipients()).toEqual([addressOf(bob)])
  })

  it('of results says nothing to staff, and of a change after the event to nobody', async () => {
    const { olivia, ravi, marathonId, entry } = await race()
    const [hana] = await signIn('hana')
    await addStaff(marathonId, hana.uid, 'gate')
    await afterConfirmations()
    await finish(olivia, marathonId, entry, '7', 1800)
    await makeOfficial(olivia, marathonId)
    await run()
    expect(recipients()).toEqual([addressOf(ravi)])
    await env.DB.prepare('UPDATE marathon SET start_date = ? WHERE id = ?').bind(inDays(-3), marathonId).run()
    expect((await change(olivia, marathonId, { location: 'Kiel' })).status).toBe(200)
    await run()
    expect(recipients()).toEqual([addressOf(ravi)])
  })

  it('of an entry that nobody has confirmed does not come', async () => {
    const { entry } = await race()
    await env.DB.prepare("UPDATE application SET status = 'unconfirmed' WHERE id = ?").bind(entry).run()
    await run()
    expect(sent).toEqual([])
    expect(logs.join()).not.toContain('mail.not-made')
  })

  it('that somebody is first on the waiting list is not sent after the promotion', async () => {
    const { olivia, ravi, marathonId, entry } = await race({ capacity: 1 })
    const [wanda, wim] = await signIn('wanda', 'wim')
    await apply(wanda, marathonId, { waitingList: true })
    const last = await apply(wim, marathonId, { waitingList: true })
    await afterConfirmations()
    const { results } = await olivia.sync({ ops: [op('application.moveUp', last)] })
    expect(results).toMatchObject([{ status: 'applied' }])
    await ravi.sync({ ops: [op('application.delete', entry)] })
    await run()
    expect(recipients()).toEqual([addressOf(wim)])
    expect((await read()).subject).toBe('You have a place: Harbour Ten')
  })

  it('is not sent for an event that the operator has hidden', async () => {
    const { olivia, ravi, marathonId } = await race()
    await afterConfirmations()
    await write(olivia, marathonId)
    await apply(ravi, marathonId, { firstName: 'Second' })
    await env.DB.prepare('UPDATE marathon SET hidden_at = ? WHERE id = ?').bind(inDays(0), marathonId).run()
    await run()
    expect(sent).toEqual([])
  })
})

/** Makes many events of an owner, with a runner who has entered all of them. */
async function manyRaces(count: number) {
  const { olivia, ravi } = await race()
  const ids = Array.from({ length: count }, () => newId('marathon'))
  for (const some of [ids.slice(0, count / 2), ids.slice(count / 2)]) {
    await env.DB.exec('DELETE FROM op_budget')
    await olivia.sync({ ops: some.map((id) => op('marathon.create', id, marathonFields())) })
    await ravi.sync({ ops: some.map((id) => op('application.create', newId('application'), applicationFields(id))) })
  }
  await afterConfirmations()
  await env.DB.exec('DELETE FROM op_budget')
  return { olivia, ids }
}

describe('an organiser', () => {
  it('with 100 notices by mail reaches each mailbox a few times a day, the rest never', async () => {
    const { olivia, marathonId } = await race()
    await afterConfirmations()
    for (let n = 0; n < 100; n++) await write(olivia, marathonId, `Buy now, no. ${n}`)
    let again = await run()
    expect(sent).toHaveLength(WRITTEN_MAILS_A_DAY)
    // Whatever the queue does for two days.
    for (let hour = 0, attempts = 2; hour < 48; hour += 4, attempts++) {
      now += 4 * HOUR_MS
      const later = again
      again = []
      for (const { body } of later) {
        const seconds = await deliver(body, Math.min(attempts, 8))
        if (seconds !== null) again.push({ body, seconds })
      }
      await drain()
    }
    expect(sent.length).toBeLessThanOrEqual(2 * WRITTEN_MAILS_A_DAY)
    expect(again).toEqual([])
  })

  it('has all mails of a day also where each notice or change is queued twice', async () => {
    const { olivia, marathonId } = await race()
    await afterConfirmations()
    const twice = async () => {
      await handOver({ ...ALL, VAPID_PRIVATE_KEY: '' }, now)
      queue.push(...queue)
      expect(await drain()).toEqual([])
    }
    for (let n = 0; n < WRITTEN_MAILS_A_DAY; n++) {
      await write(olivia, marathonId, `no. ${n}`)
      await twice()
    }
    for (let n = 0; n < CHANGE_MAILS_A_DAY; n++) {
      await change(olivia, marathonId, { startDate: inDays(20 + n) })
      await twice()
    }
    expect(sent).toHaveLength(WRITTEN_MAILS_A_DAY + CHANGE_MAILS_A_DAY)
  })

  it('with 100 events reaches a runner of all of them ten times at once', async () => {
    const { olivia, ids } = await manyRaces(100)
    for (const id of ids) await write(olivia, id)
    await run()
    expect(sent).toHaveLength(OWNER_WRITTEN_MAILS_A_DAY)
  })

  it('with 40 events that move, or are deleted and made again, reaches a runner 20 times at once', async () => {
    const { olivia, ids } = await manyRaces(40)
    for (const id of ids.slice(0, 15)) await change(olivia, id, { location: 'Kiel' })
    await olivia.sync({ ops: ids.slice(15).map((id) => op('marathon.delete', id)) })
    await run()
    expect(sent).toHaveLength(OWNER_CHANGE_MAILS_A_DAY)
  })

  it('who moves a runner up the waiting list again and again mails it once a day', async () => {
    const { olivia, marathonId } = await race({ capacity: 1 })
    const [wanda] = await signIn('wanda')
    const waiting = await apply(wanda, marathonId, { waitingList: true })
    await afterConfirmations()
    for (let n = 0; n < 5; n++) {
      await olivia.sync({ ops: [op('application.moveUp', waiting)] })
      await run()
    }
    expect(recipients()).toEqual([addressOf(wanda)])
  })

  it('who moves the start 100 times mails it a few times, and the last time gets through', async () => {
    const { olivia, marathonId } = await race()
    await afterConfirmations()
    const again: { body: DeliveryTask; seconds: number }[] = []
    for (let n = 1; n <= 100; n++) {
      if (n % 10 === 0) await env.DB.exec("DELETE FROM op_budget WHERE uid NOT LIKE 'mail%'")
      await change(olivia, marathonId, { startDate: inDays(20 + n / 10) })
      again.push(...(await run()))
    }
    expect(sent).toHaveLength(CHANGE_MAILS_A_DAY)
    sent.length = 0
    now += DAY_MS / CHANGE_MAILS_A_DAY
    for (const { body } of again) await deliver(body, 2)
    await drain()
    expect(sent).toHaveLength(1)
  })
})

describe('the answer of the mail service', () => {
  const fail = (code: string) => Object.assign(new Error(`no mail to ravi@example.com`), { code })

  it('that an address is suppressed ends the mails to it', async () => {
    const { olivia, ravi, marathonId } = await race()
    answer = () => {
      throw fail('E_RECIPIENT_SUPPRESSED')
    }
    expect(await run()).toEqual([])
    const ended = env.DB.prepare('SELECT mail_ended FROM account WHERE uid = ?').bind(ravi.uid)
    expect(await ended.first('mail_ended')).toBe('bounced')
    answer = () => undefined
    await change(olivia, marathonId, { cancelled: 'storm' })
    await run()
    expect(sent).toEqual([])
  })

  it.each([
    ['E_RATE_LIMIT_EXCEEDED', 15],
    ['E_DAILY_LIMIT_EXCEEDED', 10_800],
    ['E_SENDER_NOT_VERIFIED', 15],
    ['anything else', 15],
  ])('%s: the mail is sent later, and so are the others of the chunk', async (code, seconds) => {
    const { olivia, marathonId } = await race()
    for (const client of await signIn('a', 'b', 'c')) await apply(client, marathonId)
    await afterConfirmations()
    let asked = 0
    answer = () => {
      asked += 1
      throw fail(code)
    }
    await write(olivia, marathonId)
    const [again] = await run()
    expect(asked).toBe(1)
    expect(again?.seconds).toBeLessThanOrEqual(seconds)
    answer = () => undefined
    now += seconds * 1000
    expect(await deliver(again?.body as DeliveryTask, 2)).toBeNull()
    expect(sent).toHaveLength(4)
  })

  it('that a message is refused is not repeated, and holds up no other', async () => {
    const { olivia, ravi, marathonId } = await race()
    const [bob] = await signIn('bob')
    await apply(bob, marathonId)
    await afterConfirmations()
    answer = (to) => {
      if (to === addressOf(ravi)) throw fail('E_CONTENT_TOO_LARGE')
    }
    await write(olivia, marathonId)
    expect(await run()).toEqual([])
    expect(recipients()).toEqual([addressOf(bob)])
  })

  it('that is an error for one address for ever holds up no other', async () => {
    const { olivia, ravi, marathonId } = await race()
    const others = await signIn('ada', 'bob', 'zoe')
    for (const client of others) await apply(client, marathonId)
    await afterConfirmations()
    answer = (to) => {
      if (to === addressOf(ravi)) throw new Error('internal')
    }
    await write(olivia, marathonId)
    let [again] = await run()
    for (let attempts = 2; again && attempts <= 3; attempts++) {
      now += again.seconds * 1000
      const seconds = await deliver(again.body, attempts)
      again = seconds === null ? undefined : { body: again.body, seconds }
    }
    expect(recipients()).toEqual(others.map(addressOf).sort())
    expect(again).toBeDefined()
  })

  it('that never comes: the mail is sent again', async () => {
    await race()
    await handOver({ ...ALL, VAPID_PRIVATE_KEY: '' }, now)
    const [task] = queue.splice(0)
    answer = () => Promise.reject(new Error('Network connection lost.'))
    expect(await deliver(task as DeliveryTask)).toBe(15)
    answer = () => undefined
    now += 15_000
    expect(await deliver(task as DeliveryTask, 2)).toBeNull()
    expect(sent).toHaveLength(1)
  })
})

it('without mail nothing is queued, and its messages do nothing', async () => {
  const { entry } = await race()
  await handOver({ ...ALL, MAIL_FROM: '' }, now)
  expect(queue).toEqual([])
  const message = { body: { entryIds: [entry], at: inDays(0) }, attempts: 1 } as Message<DeliveryTask>
  await consumeDeliveries({ messages: [message] } as unknown as MessageBatch<DeliveryTask>, { ...ALL, MAIL: undefined })
  expect(sent).toEqual([])
})

it('the request that makes an entry or results official, or writes by mail, hands it over', async () => {
  const { olivia, marathonId } = await race()
  const own = new TestClient(olivia.uid, { ...settings, DELIVERY_QUEUE })
  own.cookie = olivia.cookie
  clients.push(own)
  await run()
  const entry = await apply(own, marathonId)
  await own.untilQuiet()
  expect(queue.splice(0)).toMatchObject([{ entryIds: [entry] }])
  const noticeId = await write(own, marathonId)
  await own.untilQuiet()
  expect(queue.splice(0)).toEqual([{ noticeId, by: 'mail' }])
  await finish(own, marathonId, entry, '7', 1800)
  expect((await makeOfficial(own, marathonId)).status).toBe(200)
  await own.untilQuiet()
  expect(queue).toEqual([{ noticeId: expect.any(String), by: 'mail' }])
})
