import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { MAX_LENGTH, MAX_PUSH_SUBSCRIPTIONS } from '../../contract/limits.ts'
import type { Env } from '../env.ts'
import { problemOf, signIn } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { newPhone } from '../testing/push-stand-in.ts'
import { newId } from '../testing/rows.ts'
import { EXAMPLES } from './examples.ts'

const { keys } = EXAMPLES.pushSubscription
const PATH = '/push-subscriptions'

function newEndpoint(host = 'fcm.googleapis.com') {
  return `https://${host}/fcm/send/${newId('phone')}`
}

async function ownersOf(endpoint: string): Promise<string[]> {
  const { results } = await env.DB.prepare('SELECT uid FROM push_subscription WHERE endpoint = ?')
    .bind(endpoint)
    .all<{ uid: string }>()
  return results.map(({ uid }) => uid)
}

async function configOf(overrides: Partial<Env>): Promise<{ vapidKey: string | null }> {
  return (await new TestClient('', overrides).call('GET', '/config')).json()
}

describe('a push subscription', () => {
  it('may be registered and ended twice', async () => {
    const [ada] = await signIn('ada')
    const endpoint = newEndpoint()
    for (let time = 0; time < 2; time++) {
      expect((await ada.call('POST', PATH, { endpoint, keys })).status).toBe(200)
      expect(await ownersOf(endpoint)).toEqual([ada.uid])
    }
    const ended = async () => (await ada.call('DELETE', PATH, { endpoint, keys })).json()
    expect(await ended()).toEqual({ acknowledged: true, deletedCount: 1 })
    expect(await ended()).toEqual({ acknowledged: true, deletedCount: 0 })
    expect(await ownersOf(endpoint)).toEqual([])
  })

  it('belongs to the account that registered it last, under a new id', async () => {
    const [ada, bob] = await signIn('ada', 'bob')
    const endpoint = newEndpoint()
    const idOf = () => env.DB.prepare('SELECT id FROM push_subscription WHERE endpoint = ?').bind(endpoint).first('id')
    await ada.call('POST', PATH, { endpoint, keys })
    const first = await idOf()
    await ada.call('POST', PATH, { endpoint, keys })
    expect(await idOf()).toBe(first)
    await bob.call('POST', PATH, { endpoint, keys })
    expect(await ownersOf(endpoint)).toEqual([bob.uid])
    expect(await idOf()).not.toBe(first)
  })

  it('has the keys that were registered last', async () => {
    const [ada] = await signIn('ada')
    const endpoint = newEndpoint()
    await ada.call('POST', PATH, { endpoint, keys })
    const { subscription } = await newPhone(endpoint)
    await ada.call('POST', PATH, subscription)
    const select = env.DB.prepare('SELECT p256dh, auth FROM push_subscription WHERE endpoint = ?')
    expect(await select.bind(endpoint).first()).toEqual(subscription.keys)
  })

  it.each([
    ['an empty fragment', '', '#'],
    ['an empty query', '', '?'],
    ['both', '', '?#'],
    ['an escaped letter', '/a~b/c', '/%61%7Eb/c'],
    ['the case of an escape', '/a%2Fb?t=%2B', '/a%2fb?t=%2b'],
    ['an escaped colon', '/cX:APA91', '/cX%3aAPA91'],
  ])('is one address, also with another form of %s, registered and ended', async (_, one, other) => {
    const [ada, bob] = await signIn('ada', 'bob')
    const endpoint = newEndpoint()
    for (const [client, form] of [
      [ada, one],
      [ada, other],
      [bob, other],
    ] as const)
      expect((await client.call('POST', PATH, { endpoint: endpoint + form, keys })).status).toBe(200)
    const stored = env.DB.prepare('SELECT uid, endpoint FROM push_subscription WHERE instr(endpoint, ?) = 1').bind(
      endpoint,
    )
    expect((await stored.all()).results).toEqual([{ uid: bob.uid, endpoint: endpoint + one }])
    await bob.call('DELETE', PATH, { endpoint: endpoint + other })
    expect((await stored.all()).results).toEqual([])
  })

  it('is not ended by another account', async () => {
    const [ada, mallory] = await signIn('ada', 'mallory')
    const endpoint = newEndpoint()
    await ada.call('POST', PATH, { endpoint, keys })
    const ended = await mallory.call('DELETE', PATH, { endpoint })
    expect(await ended.json()).toEqual({ acknowledged: true, deletedCount: 0 })
    expect(await ownersOf(endpoint)).toEqual([ada.uid])
  })

  it(`replaces the one renewed longest ago, beyond ${MAX_PUSH_SUBSCRIPTIONS} of an account`, async () => {
    const [ada] = await signIn('ada')
    const endpoints = Array.from({ length: MAX_PUSH_SUBSCRIPTIONS + 1 }, () => newEndpoint())
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const endpoint of endpoints) {
      vi.setSystemTime(Date.now() + 1)
      await ada.call('POST', PATH, { endpoint, keys })
    }
    vi.useRealTimers()
    const owners = await Promise.all(endpoints.map(ownersOf))
    expect(owners.map(({ length }) => length)).toEqual([0, ...Array(MAX_PUSH_SUBSCRIPTIONS).fill(1)])
  })

  it.each([
    'https://fcm.googleapis.com/fcm/send/a:b-c_d',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://autopush.prod.push.services.mozilla.com/wpush/v2/gAAA',
    'https://wns2-par02p.notify.windows.com/w/?token=BQYA%2f',
    'https://web.push.apple.com/QGk',
  ])('may be at %s', async (endpoint) => {
    const [ada] = await signIn('ada')
    expect((await ada.call('POST', PATH, { endpoint, keys })).status).toBe(200)
  })

  it.each([
    ['plain http', 'http://fcm.googleapis.com/fcm/send/a'],
    ['another host', 'https://push.example.com/a'],
    ['a host that only ends like one', 'https://evilfcm.googleapis.com/a'],
    ['a host that only ends like a suffix', 'https://evilnotify.windows.com/a'],
    ['a suffix alone', 'https://.notify.windows.com/a'],
    ['a host that begins like one', 'https://fcm.googleapis.com.evil.example/a'],
    ['a host with a dot at its end', 'https://fcm.googleapis.com./a'],
    ['loopback', 'https://localhost/a'],
    ['loopback by address', 'https://127.0.0.1/a'],
    ['loopback as one number', 'https://2130706433/a'],
    ['loopback in IPv6', 'https://[::1]/a'],
    ['a private address', 'https://10.0.0.7/a'],
    ['a private address', 'https://192.168.1.1/a'],
    ['the metadata address', 'https://169.254.169.254/latest'],
    ['a private address in IPv6', 'https://[fd00::1]/a'],
    ['an IPv4 address in IPv6', 'https://[::ffff:127.0.0.1]/a'],
    ['a port', 'https://fcm.googleapis.com:8443/a'],
    ['credentials', 'https://user:secret@fcm.googleapis.com/a'],
    ['a known host as the user', 'https://fcm.googleapis.com@evil.example/a'],
    ['a backslash', 'https://evil.example\\@fcm.googleapis.com/a'],
    ['a fragment', 'https://fcm.googleapis.com/a#b'],
    ['a fragment of a hash sign', 'https://fcm.googleapis.com/a##'],
    ['a fragment of a question mark', 'https://fcm.googleapis.com/a#?'],
    ['an escape within an escape', 'https://fcm.googleapis.com/%%361'],
    ['half of an escape', 'https://fcm.googleapis.com/a%2'],
    ['an escaped step up', 'https://fcm.googleapis.com/a/%2e%2e/b'],
    ['capitals', 'https://FCM.googleapis.com/a'],
    ['a space before it', ' https://fcm.googleapis.com/a'],
    ['no address', 'fcm'],
    ['a script', 'javascript:alert(1)'],
    ['nothing', ''],
    ['too long', `https://fcm.googleapis.com/${'a'.repeat(MAX_LENGTH.url)}`],
  ])('is refused with %s', async (_, endpoint) => {
    const [ada] = await signIn('ada')
    const response = await ada.call('POST', PATH, { endpoint, keys })
    expect(response.status).toBe(422)
    expect(await problemOf(response)).toEqual({ code: 'INVALID', fields: ['endpoint'] })
  })

  it.each([
    ['no keys', undefined, 'keys'],
    ['a key that is too short', { ...keys, p256dh: keys.p256dh.slice(1) }, 'keys.p256dh'],
    ['a key that is no point', { ...keys, p256dh: `B${'A'.repeat(86)}` }, 'keys.p256dh'],
    ['a secret of another length', { ...keys, auth: `${keys.auth}AA` }, 'keys.auth'],
    ['a secret in base64', { ...keys, auth: `${keys.auth}==` }, 'keys.auth'],
  ])('is refused with %s', async (_, wrong, field) => {
    const [ada] = await signIn('ada')
    const response = await ada.call('POST', PATH, { endpoint: newEndpoint(), keys: wrong })
    expect(await problemOf(response)).toEqual({ code: 'INVALID', fields: [field] })
  })
})

describe('push', () => {
  it('is offered with a key that is a point of P-256', async () => {
    const { vapidKey } = await configOf({})
    expect(vapidKey).toMatch(/^B[\w-]{86}$/)
  })

  it.each([
    ['the private key', { VAPID_PRIVATE_KEY: '' }],
    ['a private key that is one', { VAPID_PRIVATE_KEY: 'none' }],
    ['the subject', { VAPID_SUBJECT: '' }],
    ['the queue', { DELIVERY_QUEUE: undefined }],
  ])('is not offered without %s', async (_, overrides: Partial<Env>) => {
    expect((await configOf(overrides)).vapidKey).toBeNull()
    const ada = await TestClient.signedIn(newId('ada'), overrides)
    expect((await ada.call('POST', PATH, { endpoint: newEndpoint(), keys })).status).toBe(404)
  })
})
