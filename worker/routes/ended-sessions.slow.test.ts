import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { UnsecuredJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, MAX_BODY_BYTES, WRITE_DAYS } from '../../contract/limits.ts'
import worker from '../index.ts'
import { endSessions } from '../ops/account.ts'
import { problemOf, type Scene, sampleOf, setScene, signIn } from '../testing/calls.ts'
import { emulatorToken, TestClient } from '../testing/client.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { ROUTES, type Route } from './route-table.ts'

const MINUTE_MS = 60_000
const OLD_MS = WRITE_DAYS * DAY_MS + 5000

const scenes = new Map<string, Scene>()

/** Whose scene no call changes, since each is refused or a read: one scene is enough for all routes. */
const OLD = newId('old-olivia')
const ENDED = newId('ended-olivia')

/** Olivia's scene. Ravi, whose application is in it, is another account with the same prefix. */
async function sceneOf(uid: string): Promise<Scene> {
  const scene =
    scenes.get(uid) ?? (await setScene(await TestClient.signedIn(uid), await TestClient.signedIn(`r-${uid}`)))
  scenes.set(uid, scene)
  return scene
}

/** Calls a route as the account that may. @param ageMs the age of its session */
async function callAged(olivia: string, route: Route, ageMs: number, before?: (uid: string) => Promise<unknown>) {
  const scene = await sceneOf(olivia)
  const uid = route.who === 'runner' ? `r-${olivia}` : olivia
  await before?.(uid)
  const client = await TestClient.signedInAgo(uid, ageMs)
  const { path, body, headers } = sampleOf(route).make(scene, uid)
  return client.call(route.method, path, body, headers)
}

const keyOf = ({ method, path }: Route) => `${method} ${path}`
const SIGNED_IN = ROUTES.filter(({ who }) => who !== 'anyone' && who !== 'token').map(
  (route) => [keyOf(route), route] as const,
)
/** An old session may sync without ops, which is a read, and end the pushes to its phone. */
const OLD_MAY = ['POST /sync', 'DELETE /push-subscriptions']

afterEach(() => {
  vi.useRealTimers()
})

describe('a session older than a day', () => {
  it.each(SIGNED_IN)('reads, and changes nothing: %s', async (key, route) => {
    const response = await callAged(OLD, route, OLD_MS)
    const may = route.method === 'GET' || OLD_MAY.includes(key)
    expect(response.status).toBe(may ? route.status : 401)
    if (!may) expect((await problemOf(response)).fields).toEqual([])
  })

  it('sends no op', async () => {
    const uid = newId('olivia')
    const create = op('marathon.create', newId('marathon'), marathonFields())
    const send = async (ageMs: number) => {
      const client = await TestClient.signedInAgo(uid, ageMs)
      return (await client.call('POST', '/sync', { uid, cursor: null, ops: [create] })).status
    }
    expect(await send(OLD_MS)).toBe(401)
    expect(await send(OLD_MS - 20_000)).toBe(200)
  })
})

describe('a session that was ended', () => {
  it.each(SIGNED_IN)('is refused: %s', async (_key, route) => {
    const response = await callAged(newId('olivia'), route, 5000, (uid) => endSessions(env.DB, uid, Date.now()))
    // The field tells the phone that it is logged out. An old session has none.
    expect([response.status, await problemOf(response)]).toEqual([
      401,
      { code: 'UNAUTHENTICATED', fields: ['session'] },
    ])
  })

  it.each(SIGNED_IN.filter(([key]) => !key.startsWith('GET')))(
    'is refused before its body is: %s',
    async (_key, route) => {
      const scene = await sceneOf(ENDED)
      const uid = route.who === 'runner' ? `r-${ENDED}` : ENDED
      const client = await TestClient.signedInAgo(uid, 5000)
      await endSessions(env.DB, uid, Date.now())
      const { path } = sampleOf(route).make(scene, uid)
      for (const body of ['{', '[]', '{"ops":1}', `{"a":"${'x'.repeat(MAX_BODY_BYTES)}"}`]) {
        const response = await client.send(path, { method: route.method, body })
        expect([response.status, await problemOf(response)]).toEqual([
          401,
          { code: 'UNAUTHENTICATED', fields: ['session'] },
        ])
      }
    },
  )

  it.each(ROUTES.map((route) => [keyOf(route), route] as const))(
    'gets no header of what it may not read: %s',
    async (_key, route) => {
      const olivia = newId('olivia')
      const scene = await sceneOf(olivia)
      const entry = op('application.create', newId('entry'), applicationFields(scene.marathonId, { firstName: 'Bo' }))
      await (await TestClient.signedIn(`r-${olivia}`)).sync({ ops: [entry] })
      const uid = route.who === 'runner' ? `r-${olivia}` : olivia
      const client = await TestClient.signedInAgo(uid, 5000)
      await endSessions(env.DB, uid, Date.now())
      const { path, body, headers } = sampleOf(route).make(scene, uid)
      const page = path.includes('?') || route.method !== 'GET' ? '' : '?limit=1'
      for (const accept of ['application/json', 'text/csv']) {
        const ended = await client.call(route.method, path + page, body, { ...headers, Accept: accept })
        if (ended.status !== 401) {
          expect(['anyone', 'token']).toContain(route.who)
          return
        }
        const visitor = await new TestClient('').call(route.method, path + page, body, { ...headers, Accept: accept })
        expect([...ended.headers.keys()]).toEqual([...visitor.headers.keys()])
        expect(ended.headers.get('Cache-Control')).toBe('no-store')
      }
    },
  )

  it('gets nothing by HEAD either', async () => {
    const [olivia] = await signIn('olivia')
    await endSessions(env.DB, olivia.uid, Date.now())
    const request = new Request('http://localhost/api/marathonApplication', {
      method: 'HEAD',
      headers: { Cookie: olivia.cookie },
    }) as Request<unknown, IncomingRequestCfProperties>
    expect((await worker.fetch(request, env, createExecutionContext())).status).toBe(401)
  })

  it('sends no op, and repeats none', async () => {
    const [olivia] = await signIn('olivia')
    const create = op('marathon.create', newId('marathon'), marathonFields())
    await olivia.sync({ ops: [create] })
    await endSessions(env.DB, olivia.uid, Date.now())
    const other = op('marathon.create', newId('marathon'), marathonFields())
    for (const ops of [[create], [other]]) {
      expect((await olivia.call('POST', '/sync', { uid: olivia.uid, cursor: null, ops })).status).toBe(401)
    }
  })

  it('changes nothing from the moment of its end, and reads for a minute at most', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const [olivia] = await signIn('olivia')
    const read = async () => (await olivia.call('GET', '/marathonApplication')).status
    expect(await read()).toBe(200)
    await endSessions(env.DB, olivia.uid, Date.now())
    expect((await olivia.call('POST', '/marathons', marathonFields())).status).toBe(401)
    expect((await olivia.call('POST', '/sync', { uid: olivia.uid, cursor: null, ops: [] })).status).toBe(401)
    vi.setSystemTime(Date.now() + MINUTE_MS)
    expect(await read()).toBe(401)
  })

  it('is one that was issued before or in the same second, of this account alone', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-03-01T10:00:00.500Z') })
    const [olivia, ravi] = await signIn('olivia', 'ravi')
    await endSessions(env.DB, olivia.uid, Date.now())
    expect((await olivia.call('POST', '/marathons', marathonFields())).status).toBe(401)
    expect((await ravi.call('POST', '/marathons', marathonFields())).status).toBe(201)
    vi.setSystemTime(Date.now() + 500)
    const again = await TestClient.signedIn(olivia.uid)
    expect((await again.call('POST', '/marathons', marathonFields())).status).toBe(201)
  })
})

describe('POST /logout-everywhere', () => {
  it('ends the sessions and the pushes of the account, and clears the cookie', async () => {
    const [olivia, ravi] = await signIn('olivia', 'ravi')
    const subscribe = (client: TestClient) => {
      const { path, body } = sampleOf({ method: 'POST', path: '/push-subscriptions' }).make({} as Scene, client.uid)
      return client.call('POST', path, body)
    }
    for (const client of [olivia, ravi]) expect((await subscribe(client)).status).toBe(200)
    const response = await olivia.call('POST', '/logout-everywhere', {})
    expect(response.status).toBe(200)
    expect(response.headers.get('Set-Cookie')).toMatch(/^session=;.*Max-Age=0/)
    const left = await env.DB.prepare('SELECT uid FROM push_subscription').all<{ uid: string }>()
    const uids = left.results.map(({ uid }) => uid)
    expect([uids.includes(olivia.uid), uids.includes(ravi.uid)]).toEqual([false, true])
    expect((await olivia.call('POST', '/marathons', marathonFields())).status).toBe(401)
  })

  it('lets nobody in who has not typed the password since', async () => {
    const uid = newId('olivia')
    const nowS = Math.floor(Date.now() / 1000)
    await endSessions(env.DB, uid, nowS * 1000)
    const signInAt = async (authTime: number) => {
      const headers = {
        Authorization: `Bearer ${emulatorToken(uid, { auth_time: authTime })}`,
        'CF-Connecting-IP': newId('ip'),
      }
      const response = await new TestClient(uid).call('POST', '/jwt', { email: `${uid}@example.com` }, headers)
      return response.status === 200 ? 'in' : await problemOf(response)
    }
    expect(await signInAt(nowS)).toEqual({ code: 'UNAUTHENTICATED', fields: ['session'] })
    expect(await signInAt(nowS + 1)).toBe('in')
  })

  it.each([
    ['a sign-in', 'POST /jwt'],
    ['a push subscription', 'POST /push-subscriptions'],
  ])('stops %s whose body was held back meanwhile', async (_what, key) => {
    const [olivia] = await signIn('olivia')
    const [method = '', path = ''] = key.split(' ')
    const { body, headers } = sampleOf({ method: 'POST', path }).make({} as Scene, olivia.uid)
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const sent = olivia.send(path, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: readable,
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    await endSessions(env.DB, olivia.uid, Date.now())
    const writer = writable.getWriter()
    void writer.write(new TextEncoder().encode(JSON.stringify(body)))
    void writer.close()
    expect((await sent).status).toBe(401)
  })

  it('gives an older ID token no younger session', async () => {
    const uid = newId('olivia')
    const nowS = Math.floor(Date.now() / 1000)
    const token = new UnsecuredJWT({ email: `${uid}@example.com`, auth_time: nowS - 2 * 86_400, sub: uid })
      .setIssuer('https://securetoken.google.com/demo-startline')
      .setAudience('demo-startline')
      .setIssuedAt(nowS - WRITE_DAYS * 86_400 - 10)
      .setExpirationTime('1m')
      .encode()
    const client = new TestClient(uid)
    const headers = { Authorization: `Bearer ${token}`, 'CF-Connecting-IP': newId('ip') }
    const response = await client.call('POST', '/jwt', { email: `${uid}@example.com` }, headers)
    expect(response.status).toBe(200)
    client.cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? ''
    expect((await client.call('GET', '/marathonApplication')).status).toBe(200)
    expect((await client.call('POST', '/marathons', marathonFields())).status).toBe(401)
  })

  it('never moves the end of the sessions back', async () => {
    const [olivia] = await signIn('olivia')
    await endSessions(env.DB, olivia.uid, Date.now())
    await endSessions(env.DB, olivia.uid, Date.now() - DAY_MS)
    expect((await olivia.call('POST', '/marathons', marathonFields())).status).toBe(401)
  })
})
