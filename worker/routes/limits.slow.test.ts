import { describe, expect, it } from 'vitest'
import { MAX_BODY_BYTES, MAX_OPS } from '../../contract/limits.ts'
import { addressKey } from '../auth/rate-limit.ts'
import { sampleOf } from '../testing/calls.ts'
import { emulatorToken, TestClient } from '../testing/client.ts'
import { marathonFields, newId, op } from '../testing/rows.ts'
import { ROUTES } from './route-table.ts'

const JSON_TYPE = { 'Content-Type': 'application/json' }

async function gzip(chunk: Uint8Array, times: number): Promise<ArrayBuffer> {
  const source = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let n = 0; n < times; n++) controller.enqueue(chunk)
      controller.close()
    },
  })
  return await new Response(source.pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}

async function codeOf(response: Response) {
  return (await response.json<{ code: string }>()).code
}

describe('a body', () => {
  it('is read gzipped', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const bytes = new TextEncoder().encode(JSON.stringify(marathonFields()))
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' }
    const response = await olivia.send('/marathons', { method: 'POST', headers, body: await gzip(bytes, 1) })
    expect(response.status).toBe(201)
  })

  it('of 1 MB and a byte is refused, with and without a Content-Length', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const text = `"${'x'.repeat(MAX_BODY_BYTES - 1)}"`
    const told = await olivia.send('/marathons', { method: 'POST', headers: JSON_TYPE, body: text })
    const stream = new Response(text).body
    const streamed = await olivia.send('/marathons', { method: 'POST', headers: JSON_TYPE, body: stream })
    expect([told.status, streamed.status]).toEqual([413, 413])
  })

  it('that decompresses to 300 MB is refused after the first megabyte', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const bomb = await gzip(new Uint8Array(MAX_BODY_BYTES), 300)
    expect(bomb.byteLength).toBeLessThan(MAX_BODY_BYTES)
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' }
    const response = await olivia.send('/sync', { method: 'POST', headers, body: bomb })
    expect(response.status).toBe(413)
  })

  it.each([
    ['text/plain', 'text/plain', {}, 415, 'UNSUPPORTED_MEDIA'],
    ['a form', 'application/x-www-form-urlencoded', {}, 415, 'UNSUPPORTED_MEDIA'],
    ['brotli', 'application/json', { 'Content-Encoding': 'br' }, 415, 'UNSUPPORTED_MEDIA'],
    ['said to be gzip and not', 'application/json', { 'Content-Encoding': 'gzip' }, 422, 'INVALID'],
    ['malformed JSON', 'application/json', {}, 422, 'INVALID'],
  ])('of %s is refused', async (_, type, more, status, code) => {
    const olivia = await TestClient.signedIn('olivia')
    const headers = { 'Content-Type': type, ...more } as Record<string, string>
    const response = await olivia.send('/marathons', { method: 'POST', headers, body: '{"title":' })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })

  it.each([[null], [7], ['text'], [[]], [[{}]]])('of JSON that is %j names the body as wrong', async (body) => {
    const olivia = await TestClient.signedIn('olivia')
    const response = await olivia.call('POST', '/marathons', body)
    expect(response.status).toBe(422)
    expect((await response.json<{ fields: object }>()).fields).toHaveProperty('body')
  })

  it('that is missing or not UTF-8 is INVALID', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const missing = await olivia.send('/marathons', { method: 'POST', headers: JSON_TYPE })
    const latin = new Uint8Array([0x22, 0xe9, 0x22])
    const wrong = await olivia.send('/marathons', { method: 'POST', headers: JSON_TYPE, body: latin })
    expect([await codeOf(missing), await codeOf(wrong)]).toEqual(['INVALID', 'INVALID'])
  })

  it('of 501 ops names the ops as too many', async () => {
    const olivia = await TestClient.signedIn('olivia')
    const ops = Array.from({ length: MAX_OPS + 1 }, () => op('marathon.delete', newId('marathon')))
    const response = await olivia.call('POST', '/sync', { uid: 'olivia', cursor: null, ops })
    expect((await response.json<{ fields: object }>()).fields).toEqual({
      ops: { code: 'AT_MOST', values: { max: MAX_OPS } },
    })
  })
})

// A recursive parser would overflow its stack on JSON that is nested so deep.
it.each([
  ['POST', '/marathons', (deep: string) => `{"title":${deep}}`, 'title'],
  ['POST', '/marathons', (deep: string) => `{"_id":${deep}}`, '_id'],
  ['POST', '/marathons', (deep: string) => deep, 'body'],
  ['PUT', '/marathons/marathon-0001', (deep: string) => `{"capacity":${deep}}`, 'capacity'],
  ['POST', '/sync', (deep: string) => `{"uid":"olivia","cursor":null,"ops":${deep}}`, 'ops.0'],
  ['POST', '/sync', (deep: string) => `{"uid":"olivia","cursor":${deep},"ops":[]}`, 'cursor'],
])('JSON nested 100,000 deep is INVALID at %s %s, by field', async (method, path, body, field) => {
  const olivia = await TestClient.signedIn('olivia')
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const response = await olivia.send(path, { method, headers: JSON_TYPE, body: body(deep) })
  expect(response.status).toBe(422)
  expect(Object.keys((await response.json<{ fields: object }>()).fields)).toEqual([field])
})

describe('a rate limit', () => {
  const JWT_A_MINUTE = 600
  const SIGN_INS_A_MINUTE = 30
  const LISTS_A_MINUTE = 60
  const SYNCS_A_MINUTE = 120
  const PULLS_A_MINUTE = 300
  const WRITES_A_MINUTE = 300
  const MINUTE_MS = 60_000
  /** The longest of these tests takes less time than this where nothing else runs. */
  const ENOUGH_MS = 10_000

  /**
   * The local limiter counts by whole minutes and starts from 0 at the next minute, so each test must fit into one
   * minute. One that did not, on a busy machine, runs again.
   */
  const itWithinAMinute = (name: string, run: () => Promise<void>) =>
    it(name, { timeout: 3 * MINUTE_MS }, async () => {
      const left = MINUTE_MS - (Date.now() % MINUTE_MS)
      if (left < ENOUGH_MS) await new Promise((resolve) => setTimeout(resolve, left))
      const minute = () => Math.floor(Date.now() / MINUTE_MS)
      for (;;) {
        const began = minute()
        try {
          return await run()
        } catch (error) {
          if (minute() === began) throw error
        }
      }
    })

  itWithinAMinute(
    'stops an account after 30 sign-ins from any address, and no other account of that address',
    async () => {
      const signIn = (uid: string, address: string) =>
        new TestClient(uid).call(
          'POST',
          '/jwt',
          { email: `${uid}@example.com` },
          { Authorization: `Bearer ${emulatorToken(uid)}`, 'CF-Connecting-IP': address },
        )
      for (let n = 0; n < SIGN_INS_A_MINUTE; n++)
        expect((await signIn('often-ada', `198.51.100.${n}`)).status).toBe(200)
      const refused = await signIn('often-ada', '198.51.100.77')
      expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
      expect((await signIn('seldom-bea', '198.51.100.77')).status).toBe(200)
    },
  )

  itWithinAMinute('stops an account after 60 lists', async () => {
    const ada = await TestClient.signedIn('listing-ada')
    for (let n = 0; n < LISTS_A_MINUTE; n++) expect((await ada.call('GET', '/marathons?limit=1')).status).toBe(200)
    expect((await ada.call('GET', '/marathonApplication')).status).toBe(429)
    expect((await ada.call('GET', '/marathons/marathon-0001')).status).toBe(404)
  })

  itWithinAMinute('stops an address after 600 sign-ins that fail, and no other address', async () => {
    const ada = new TestClient('ada')
    const from = (address: string) =>
      ada.call('POST', '/jwt', { email: 'ada@example.com' }, { Authorization: 'Bearer x', 'CF-Connecting-IP': address })
    for (let n = 0; n < JWT_A_MINUTE; n++) expect((await from('203.0.113.7')).status).toBe(401)
    const refused = await from('203.0.113.7')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await from('203.0.113.8')).status).toBe(401)
    // A crowd may share the address. Who has a valid token is counted by account.
    const headers = { Authorization: `Bearer ${emulatorToken('crowd-cleo')}`, 'CF-Connecting-IP': '203.0.113.7' }
    const cleo = await new TestClient('crowd-cleo').call('POST', '/jwt', { email: 'crowd-cleo@example.com' }, headers)
    expect(cleo.status).toBe(200)
  })

  itWithinAMinute('stops an account after 300 writes, and no other account', async () => {
    const [ada, bea] = [await TestClient.signedIn('limited-ada'), await TestClient.signedIn('limited-bea')]
    const write = (client: TestClient) => client.call('DELETE', '/marathons/x')
    for (let n = 0; n < WRITES_A_MINUTE; n++) expect((await write(ada)).status).toBe(404)
    expect((await write(ada)).status).toBe(429)
    expect((await write(bea)).status).toBe(404)
  })

  itWithinAMinute(
    'stops an account after 120 syncs with ops and 300 in all, and can be off in emulator mode only',
    async () => {
      const ada = await TestClient.signedIn('syncing-ada')
      const first = await ada.call('POST', '/sync', { uid: ada.uid, cursor: null, ops: [] })
      // The pulls after the first one are quiet.
      const { cursor } = (await first.json()) as { cursor: string }
      const pull = { uid: ada.uid, cursor, ops: [] }
      const request = { ...pull, ops: [op('marathon.delete', 'none-0001')] }
      // Pulls for a live room use up nothing of what edits need.
      for (let n = 1; n < SYNCS_A_MINUTE + 20; n++) expect((await ada.call('POST', '/sync', pull)).status).toBe(200)
      for (let n = 0; n < SYNCS_A_MINUTE; n++) expect((await ada.call('POST', '/sync', request)).status).toBe(200)
      expect((await ada.call('POST', '/sync', request)).status).toBe(429)
      for (let n = 0; n < PULLS_A_MINUTE - 2 * SYNCS_A_MINUTE - 21; n++) {
        expect((await ada.call('POST', '/sync', pull)).status).toBe(200)
      }
      expect((await ada.call('POST', '/sync', pull)).status).toBe(429)
      const free = new TestClient(ada.uid, { RATE_LIMITS: 'off' })
      const live = new TestClient(ada.uid, { RATE_LIMITS: 'off', FIREBASE_AUTH_EMULATOR_HOST: '' })
      free.cookie = live.cookie = ada.cookie
      expect((await free.call('POST', '/sync', request)).status).toBe(200)
      expect((await live.call('POST', '/sync', request)).status).toBe(429)
    },
  )

  it('counts an IPv6 client by its /64 network, in every way to write the address', () => {
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:DB8:1:2::1'))
    expect(addressKey('2001:db8::1')).toBe(addressKey('2001:db8:0:0:ffff::'))
    expect(addressKey('2001:db8:1:2::1')).not.toBe(addressKey('2001:db8:1:3::1'))
    expect(addressKey('1:11::1')).not.toBe(addressKey('11:1::1'))
    expect(addressKey('203.0.113.7')).toBe('203.0.113.7')
  })
})

it('reads a sign-in only after the address was counted and the token checked', async () => {
  const ada = new TestClient('ada')
  const headers = { ...JSON_TYPE, Authorization: `Bearer ${emulatorToken('ada')}`, 'CF-Connecting-IP': '203.0.113.9' }
  const response = await ada.send('/jwt', { method: 'POST', headers, body: 'x'.repeat(MAX_BODY_BYTES + 1) })
  expect(response.status).toBe(413)
})

describe.each(ROUTES.filter(({ who }) => who !== 'anyone'))('$method $path', (route) => {
  it('is counted for the account, and is refused with Retry-After over the limit', async () => {
    const asked: string[] = []
    const limit = (name: string) => ({
      limit: async ({ key }: { key: string }) => {
        asked.push(`${name} ${key}`)
        return { success: false }
      },
    })
    const names = ['WRITE_LIMIT', 'SYNC_LIMIT', 'READ_LIMIT', 'LIST_LIMIT', 'SIGN_IN_LIMIT']
    const refusing = Object.fromEntries(names.map((name) => [name, limit(name)]))
    const signedIn = await TestClient.signedIn(newId('counted'))
    const client = new TestClient(signedIn.uid, refusing)
    client.cookie = signedIn.cookie
    const { path, body, headers } = sampleOf(route).make(
      {
        marathonId: 'none-0001',
        applicationId: 'none-0002',
        helperId: 'none-0003',
        invitationId: 'none-0004',
        token: 'none-0004',
        entryLink: 'none-0004.none-0004',
        ballotId: 'none-0005',
        gunId: 'none-0007',
        unsubscribeLink: 'none-0006',
      },
      client.uid,
    )
    const response = await client.call(route.method, path, body, headers)
    expect([response.status, await codeOf(response)]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(asked).toEqual([expect.stringMatching(new RegExp(` ${client.uid}$`))])
  })
})
