import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { SignJWT } from 'jose'
import { expect, it, vi } from 'vitest'
import { WRITTEN_MAILS_A_DAY } from '../../contract/limits.ts'
import type { DeliveryTask } from '../env.ts'
import worker from '../index.ts'
import { consumeDeliveries } from '../jobs/deliver/consume.ts'
import { consumeMailEvents } from '../jobs/mail/mail-events.ts'
import { unsubscribeToken } from '../jobs/mail/unsubscribe-token.ts'
import { signIn } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { withMail } from '../testing/mails.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'

const ORIGIN = 'https://run.example'
const secret = (text = env.SESSION_SECRET) => new TextEncoder().encode(text)

const chosen = (uid: string) => env.DB.prepare('SELECT mail FROM account WHERE uid = ?').bind(uid).first('mail')

/** An account whose address is verified, or not. */
async function reachable(uid: string, isVerified = true) {
  await env.DB.prepare("INSERT OR REPLACE INTO account (uid, email, email_verified, language) VALUES (?, ?, ?, 'en')")
    .bind(uid, `${uid}@example.com`, isVerified ? 1 : 0)
    .run()
}

/** A request of a mail program: no Origin, no cookie, and the body of RFC 8058. */
async function fromMail(method: string, token: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = method === 'POST' ? { headers, body: 'List-Unsubscribe=One-Click' } : {}
  const request = new Request(`${ORIGIN}/unsubscribe/${token}`, { method, ...body })
  return worker.fetch(request as Request<unknown, IncomingRequestCfProperties>, env, createExecutionContext())
}

it('one click stops the mails of the account, also twice; a GET there changes nothing', async () => {
  const uid = newId('ravi')
  await reachable(uid)
  const token = await unsubscribeToken(env, uid)
  await fromMail('GET', token)
  await fromMail('HEAD', token)
  expect(await chosen(uid)).toBe('all')
  for (const _ of ['once', 'again']) {
    const response = await fromMail('POST', token)
    expect([response.status, await response.json()]).toEqual([200, { success: true }])
    expect(await chosen(uid)).toBe('needed')
  }
})

it('the address below /api is none', async () => {
  const uid = newId('ravi')
  await reachable(uid)
  const request = new Request(`${ORIGIN}/api/unsubscribe/${await unsubscribeToken(env, uid)}`, {
    method: 'POST',
    headers: { Origin: ORIGIN },
  }) as Request<unknown, IncomingRequestCfProperties>
  expect((await worker.fetch(request, env, createExecutionContext())).status).toBe(404)
  expect(await chosen(uid)).toBe('all')
})

it('a token of before a rotation of the secret is accepted', async () => {
  const uid = newId('ravi')
  const token = await unsubscribeToken({ ...env, SESSION_SECRET: 'old-'.repeat(10) }, uid)
  const client = new TestClient('', { SESSION_SECRET_PREVIOUS: 'old-'.repeat(10) })
  expect((await new TestClient('').call('POST', `/unsubscribe/${token}`)).status).toBe(404)
  expect((await client.call('POST', `/unsubscribe/${token}`)).status).toBe(200)
  expect(await chosen(uid)).toBe('needed')
})

it('a forged, foreign or expired token is refused and changes nothing', async () => {
  const uid = newId('ravi')
  await reachable(uid)
  const project = env.FIREBASE_PROJECT_ID
  const make = (claims: { aud?: string; exp?: string; sub?: string }, key = secret()) => {
    const { aud = `unsubscribe:${project}`, exp = '1h', sub = uid } = claims
    const token = new SignJWT().setProtectedHeader({ alg: 'HS256' }).setAudience(aud).setSubject(sub)
    return token.setExpirationTime(exp).sign(key)
  }
  const good = await make({})
  const tokens = [
    await make({ aud: project }),
    await make({ aud: 'unsubscribe:another-project' }),
    await make({ exp: '-1s' }),
    await make({ sub: '' }),
    await make({}, secret('another-secret-of-32-characters-or-more')),
    await new SignJWT({ sub: uid, aud: `unsubscribe:${project}` }).setProtectedHeader({ alg: 'HS256' }).sign(secret()),
    `${btoa('{"alg":"none"}').replaceAll('=', '')}.${good.split('.')[1]}.`,
    good.replace(/\.[^.]*$/, '.AAAA'),
    'x',
    encodeURIComponent('../../account'),
  ]
  // The cookie of a session is none either.
  const session = await TestClient.signedIn(uid)
  tokens.push(session.cookie.split('=')[1] ?? '')
  for (const token of tokens) expect((await fromMail('POST', token)).status, token).toBe(404)
  expect(await chosen(uid)).toBe('all')
  expect((await fromMail('POST', good)).status).toBe(200)
  // And the token is no session.
  const thief = new TestClient(uid)
  thief.cookie = `session=${good}`
  expect((await thief.call('GET', '/mail')).status).toBe(401)
})

it('forged tokens are counted by address, and those of an account by account', async () => {
  const limit = vi.fn(async () => ({ success: false }))
  const client = new TestClient('', { JWT_LIMIT: { limit }, SIGN_IN_LIMIT: { limit } })
  const headers = { 'CF-Connecting-IP': '192.0.2.7' }
  expect((await client.call('POST', '/unsubscribe/x', undefined, headers)).status).toBe(429)
  expect(limit).toHaveBeenLastCalledWith({ key: '192.0.2.7' })
  const token = await unsubscribeToken(env, 'ravi')
  expect((await client.call('POST', `/unsubscribe/${token}`, undefined, headers)).status).toBe(429)
  expect(limit).toHaveBeenLastCalledWith({ key: 'unsubscribe:ravi' })
})

it('the account reads and sets which mails it gets', async () => {
  const [ravi] = await signIn('ravi')
  const read = async () => (await ravi.call('GET', '/mail')).json()
  expect(await read()).toEqual({ address: '', verified: false, wants: 'all', ended: null })
  await reachable(ravi.uid)
  await env.DB.prepare("UPDATE account SET mail_ended = 'complained' WHERE uid = ?").bind(ravi.uid).run()
  const all = { address: `${ravi.uid}@example.com`, verified: true, wants: 'all', ended: 'complained' }
  expect(await read()).toEqual(all)
  expect(await (await ravi.call('PUT', '/mail', { wants: 'needed' })).json()).toEqual({ ...all, wants: 'needed' })
  expect(await read()).toEqual({ ...all, wants: 'needed' })
  expect(await (await ravi.call('PUT', '/mail', { wants: 'all' })).json()).toEqual(all)
  const wrong = await ravi.call('PUT', '/mail', { wants: 'none' })
  expect([wrong.status, await wrong.json()]).toMatchObject([422, { fields: { wants: {} } }])
})

it('an organiser reads whom a notice by mail reaches, and how many more may be sent', async () => {
  const [olivia, ravi, eve, stops] = await signIn('olivia', 'ravi', 'eve', 'stops')
  const [marathonId, other] = [newId('marathon'), newId('marathon')]
  await olivia.sync({ ops: [marathonId, other].map((id) => op('marathon.create', id, marathonFields())) })
  for (const client of [olivia, ravi, ravi, eve, stops]) {
    const fields = applicationFields(marathonId, { firstName: newId('Ada') })
    await client.sync({ ops: [op('application.create', newId('application'), fields)] })
  }
  for (const client of [olivia, ravi, stops]) await reachable(client.uid)
  await reachable(eve.uid, false)
  await stops.call('PUT', '/mail', { wants: 'needed' })
  const reach = async (id = marathonId) => (await olivia.call('GET', `/marathons/${id}/mail`)).json()
  expect(await reach()).toEqual({ reaches: 1, of: 3, left: WRITTEN_MAILS_A_DAY })
  const { settings } = withMail()
  const DELIVERY_QUEUE = { sendBatch: async () => undefined } as unknown as Queue<DeliveryTask>
  for (let left = WRITTEN_MAILS_A_DAY - 1; left >= 0; left--) {
    const noticeId = newId('notice')
    const at = new Date().toISOString()
    const fields = { marathonId, text: 'Hi', urgent: false, mail: true, at }
    await olivia.sync({ ops: [op('notice.create', noticeId, fields)] })
    const message = { body: { noticeId, by: 'mail' }, attempts: 1, retry: vi.fn() }
    const batch = { messages: [message] } as unknown as MessageBatch<DeliveryTask>
    await consumeDeliveries(batch, { ...env, ...settings, DELIVERY_QUEUE })
    expect(await reach()).toMatchObject({ left })
  }
  expect(await reach(other)).toEqual({ reaches: 0, of: 0, left: WRITTEN_MAILS_A_DAY })
})

it('hard bounces and complaints end the mail to an address, and nothing else does', async () => {
  const uids = ['hard', 'soft', 'spam', 'later', 'big'].map(newId)
  for (const uid of uids) await reachable(uid)
  const [hard, soft, spam, later, big] = uids as [string, string, string, string, string]
  const of = (uid: string) => `${uid}@example.com`
  const type = (name: string) => `cf.email.sending.message.${name}`
  const bodies = [
    { type: type('bounced'), payload: { recipient: of(hard), bounce: { type: 'hard' } } },
    { type: type('bounced'), payload: { recipient: of(soft), bounce: { type: 'soft' } } },
    { type: type('complained'), payload: { recipient: of(spam) } },
    { type: type('bounced'), payload: { recipient: of(spam), bounce: { type: 'hard' } } },
    { type: type('deferred'), payload: { recipient: of(later) } },
    { type: type('bounced'), payload: { recipient: of(big).toUpperCase(), bounce: { type: 'hard' } } },
    { type: type('bounced'), payload: { recipient: '', bounce: { type: 'hard' } } },
    { type: type('bounced'), payload: { recipient: "' OR 1=1 --", bounce: { type: 'hard' } } },
    { type: 'cf.kv.namespace.created', payload: { recipient: of(later), bounce: { type: 'hard' } } },
    { type: type('complained'), payload: null },
    null,
    'text',
    42,
  ]
  const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const retry = vi.fn()
  const batch = { queue: 'startline-mail-events', messages: bodies.map((body) => ({ body, retry })), retryAll: retry }
  await worker.queue(batch as unknown as MessageBatch<DeliveryTask>, env)
  await consumeMailEvents(batch as unknown as MessageBatch, env.DB)
  const counts = { event: 'mail.events', bounced: 5, complained: 1, others: 2, unknown: 5 }
  expect(logged.mock.calls).toEqual([[JSON.stringify(counts)], [JSON.stringify(counts)]])
  logged.mockRestore()
  expect(retry).not.toHaveBeenCalled()
  const ended = env.DB.prepare('SELECT mail_ended FROM account WHERE uid = ?')
  const all = await Promise.all(uids.map((uid) => ended.bind(uid).first('mail_ended')))
  expect(all).toEqual(['bounced', null, 'complained', null, 'bounced'])
})
