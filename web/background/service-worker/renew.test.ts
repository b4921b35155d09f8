import Dexie from 'dexie'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceDb, storedSession } from '../../store/device-db.ts'
import { sessionOf } from '../../testing/test-account.ts'
import { renewInBackground } from './renew.ts'

const EXPIRES_AT = '2027-03-15T00:00:00.000Z'
const CONFIG = {
  firebase: { apiKey: 'key of the app', authDomain: 'localhost', projectId: 'startline' },
  emulatorHost: null,
  vapidKey: null,
}
let firebase: Dexie
const network = vi.fn<typeof fetch>()
/** The calls so far: address, body, and the Authorization header. */
const calls = () =>
  network.mock.calls.map(([url, init]) => [
    String(url),
    String(init?.body ?? ''),
    new Headers(init?.headers).get('Authorization'),
  ])

beforeEach(async () => {
  vi.stubGlobal('fetch', network)
  network.mockReset().mockImplementation(async (url) => {
    if (String(url) === '/api/config') return Response.json(CONFIG)
    if (String(url).includes('/v1/token')) return Response.json({ id_token: 'fresh', refresh_token: 'r' })
    return Response.json({ success: true, expiresAt: EXPIRES_AT })
  })
  // Other tests use a database of this name too.
  await Dexie.delete('firebaseLocalStorageDb')
  firebase = new Dexie('firebaseLocalStorageDb')
  firebase.version(1).stores({ firebaseLocalStorage: 'fbase_key' })
  await firebase.table('firebaseLocalStorage').put({
    fbase_key: 'firebase:authUser',
    value: { uid: 'ada', email: 'ada@example.com', stsTokenManager: { refreshToken: 'refresh of ada' } },
  })
  await deviceDb.session.put(sessionOf('ada', { expiresAt: '2027-03-02T00:00:00.000Z' }))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  firebase.close()
  await Dexie.delete('firebaseLocalStorageDb')
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
})

it('exchanges the refresh token that Firebase stores for a new session', async () => {
  // Firebase keeps more than users in this table.
  await firebase.table('firebaseLocalStorage').put({ fbase_key: 'firebase:aaa', value: 'no user' })
  expect(await renewInBackground('ada')).toBe(true)
  expect((await storedSession())?.expiresAt).toBe(EXPIRES_AT)
  expect(calls()).toEqual([
    ['/api/config', '', null],
    [
      'https://securetoken.googleapis.com/v1/token?key=key%20of%20the%20app',
      'grant_type=refresh_token&refresh_token=refresh+of+ada',
      null,
    ],
    ['/api/jwt', '{"email":"ada@example.com","language":"en"}', 'Bearer fresh'],
  ])
})

it('asks the emulator where the app uses it', async () => {
  network.mockImplementationOnce(async () => Response.json({ ...CONFIG, emulatorHost: '127.0.0.1:9099' }))
  expect(await renewInBackground('ada')).toBe(true)
  expect(calls()[1]?.[0]).toBe('http://127.0.0.1:9099/securetoken.googleapis.com/v1/token?key=key%20of%20the%20app')
})

it('never renews for another user whom Firebase remembers, and not without one', async () => {
  expect(await renewInBackground('bob')).toBe(false)
  await firebase.table('firebaseLocalStorage').clear()
  expect(await renewInBackground('ada')).toBe(false)
  expect(network).not.toHaveBeenCalled()
})

it.each([
  ['Firebase refuses the token, because the account was disabled', { error: { message: 'USER_DISABLED' } }, 400],
  ['something else answers', 'a page', 200],
])('leaves the session as it is where %s', async (_why, body, status) => {
  network.mockImplementation(async (url) =>
    String(url) === '/api/config' ? Response.json(CONFIG) : Response.json(body, { status }),
  )
  expect(await renewInBackground('ada')).toBe(false)
  expect((await storedSession())?.expiresAt).toBe('2027-03-02T00:00:00.000Z')
})

it('gives up where the pass was ended', async () => {
  network.mockImplementation(async (_url, init) => {
    init?.signal?.throwIfAborted()
    return Response.json(CONFIG)
  })
  expect(await renewInBackground('ada', AbortSignal.abort())).toBe(false)
  expect((await storedSession())?.uid).toBe('ada')
})
