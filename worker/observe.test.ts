import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { emulatorToken, TestClient } from './testing/client.ts'
import { applicationFields, marathonFields, newId, op } from './testing/rows.ts'

let lines: string[]

beforeEach(() => {
  lines = []
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...args) => void lines.push(args.map(String).join(' ')))
  }
})
afterEach(() => {
  vi.restoreAllMocks()
})

const SECRETS = {
  phoneNumber: '+49 40 99887766',
  firstName: 'Secretia',
  lastName: 'Hidden',
  additionalInfo: 'diabetic',
}

describe('the log', () => {
  it('has one JSON line for each request: id, pattern, status, code, duration and round trips', async () => {
    const olivia = await TestClient.signedIn('olivia')
    // From this call on, the worker knows for a minute whether the account's sessions were ended.
    await olivia.call('GET', '/marathonApplication')
    const response = await olivia.call('GET', '/marathons/no-such-marathon')
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      event: 'request',
      requestId: response.headers.get('X-Request-Id'),
      method: 'GET',
      route: '/api/marathons/:id',
      status: 404,
      code: 'NOT_FOUND',
      ms: expect.any(Number),
      dbTrips: 1,
      dbMs: expect.any(Number),
    })
  })

  it('has numbers of a sync with ops: what became of them, and how long the oldest has waited', async () => {
    const [olivia, id] = [await TestClient.signedIn('olivia'), newId('marathon')]
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    const create = { ...op('marathon.create', id, marathonFields()), at: hourAgo }
    const wrong = op('application.create', newId('application'), applicationFields(newId('marathon')))
    const [first, second] = [{ location: 'Kiel' }, { location: 'Bonn' }].map((patch) =>
      op('marathon.update', id, patch, { location: 'Hamburg' }),
    )
    const unknown = { ...op('marathon.delete', id), type: 'marathon.fold' } as never
    await olivia.sync({ ops: [create, wrong, first as never, second as never, unknown] })
    const line = JSON.parse(lines.findLast((one) => one.includes('"event":"request"')) ?? '')
    expect(line).toMatchObject({ ops: 5, rejected: 1, clashes: 1, halted: 'UNKNOWN_OP', retries: 0 })
    expect(line.waitedS).toBeGreaterThanOrEqual(3600)
    expect(line.waitedS).toBeLessThan(3660)
    await olivia.sync()
    expect(JSON.parse(lines.at(-1) ?? '')).not.toHaveProperty('ops')
  })

  it('has the numbers of a pull too if it halts', async () => {
    const signedIn = await TestClient.signedIn('olivia')
    const failing = {
      prepare() {
        throw new Error('down')
      },
    } as unknown as D1Database
    const client = new TestClient('olivia', { DB: failing })
    client.cookie = signedIn.cookie
    await client.sync()
    const line = JSON.parse(lines.findLast((one) => one.includes('"event":"request"')) ?? '')
    expect(line).toMatchObject({ ops: 0, rejected: 0, halted: 'UNAVAILABLE', retries: 0, waitedS: 0 })
  })

  it('has no personal data, token, cookie, id or SQL, whether requests succeed or fail', async () => {
    const uid = 'uid-of-olivia'
    const olivia = await TestClient.signedIn(uid)
    const token = emulatorToken(uid)
    const id = newId('marathon')
    await olivia.call('POST', '/marathons', { ...marathonFields(), _id: id })
    await olivia.call('POST', '/marathonApplication', applicationFields(id, SECRETS))
    await olivia.call('POST', '/marathonApplication', { ...applicationFields(id, SECRETS), oops: SECRETS.phoneNumber })
    await olivia.call('GET', `/marathons?email=${uid}@example.com&cursor=${SECRETS.firstName}`)
    await olivia.call('GET', `/nothing/${SECRETS.lastName}`)
    await olivia.call('POST', '/jwt', { email: 'x@example.com' }, { Authorization: `Bearer ${token}` })
    await olivia.sync({ ops: [op('application.create', newId('application'), applicationFields(id, SECRETS))] })
    const text = lines.join('\n')
    expect(lines.length).toBeGreaterThan(7)
    const cookie = olivia.cookie.split('=')[1] ?? 'no cookie'
    for (const secret of [...Object.values(SECRETS), '99887766', '@', uid, id, token, cookie]) {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/select|insert|update|delete from/i)
  })

  it.each(['/marathons', '/sync'])('keeps the text of a database error out of the line of POST %s', async (path) => {
    const failing = {
      prepare() {
        throw new Error('D1_ERROR: near "SELECT phone": syntax error', { cause: new Error('INSERT INTO secret') })
      },
    } as unknown as D1Database
    const signedIn = await TestClient.signedIn('olivia')
    const client = new TestClient('olivia', { DB: failing })
    client.cookie = signedIn.cookie
    const body = path === '/sync' ? { uid: 'olivia', cursor: null, ops: [] } : marathonFields()
    await client.call('POST', path, body)
    expect(lines.join('\n')).toMatch(/"event":"(unexpected|sync\.halted)"/)
    expect(lines.join('\n')).not.toMatch(/SELECT|INSERT|D1_ERROR/)
  })
})

it('returns a request id of Cloudflare, and no other id from a client', async () => {
  const nobody = new TestClient('')
  const idOf = async (ray: string) =>
    (await nobody.call('GET', '/config', undefined, { 'CF-Ray': ray })).headers.get('X-Request-Id')
  expect(await idOf('8f3a1b2c3d4e5f60-FRA')).toBe('8f3a1b2c3d4e5f60-FRA')
  expect(await idOf('<script>')).not.toContain('script')
})
