import { afterEach, expect, it, vi } from 'vitest'
import { Problem } from '../../contract/problem.ts'
import { deviceDb, storedSession } from '../store/device-db.ts'
import { emptyAccount, marathonRow, queueEdits, sessionOf } from '../testing/test-account.ts'
import { logoutReason } from './logout-reason.ts'
import { renewIfDue, renewSession } from './renew-session.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2027-03-01T00:00:00.000Z')
const remembered = vi.hoisted(() => ({ uid: 'ada' }))

// Firebase's own code needs a project to start. These tests need only the user that it remembers.
const logOut = vi.hoisted(() => vi.fn(async () => undefined))
/** Firebase's start, which may wait for the network. */
const firebaseStart = vi.hoisted(() => ({ ends: Promise.resolve() as Promise<unknown> }))
vi.mock('./firebase.ts', () => ({
  logOut,
  rememberedUser: async () => {
    await firebaseStart.ends
    return {
      ...remembered,
      email: `${remembered.uid}@example.com`,
      displayName: '',
      photoURL: null,
      getIdToken: async () => 'token',
    }
  },
}))

const ENDED = new Problem('UNAUTHENTICATED', 'No.', { fields: { session: { code: 'ENDED' } } })
const signIn = (expiresAt: string) => deviceDb.session.put(sessionOf('ada', { expiresAt }))
function answering() {
  const network = vi.fn(async () => Response.json({ success: true, expiresAt: '2027-03-15T00:00:00.000Z' }))
  vi.stubGlobal('fetch', network)
  return network
}

afterEach(async () => {
  vi.unstubAllGlobals()
  logOut.mockClear()
  firebaseStart.ends = Promise.resolve()
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
})

it('renews the session of the account that is signed in', async () => {
  remembered.uid = 'ada'
  answering()
  await signIn('2027-03-10T00:00:00.000Z')
  expect(await renewSession('ada')).toBe(true)
  expect((await storedSession())?.expiresAt).toBe('2027-03-15T00:00:00.000Z')
})

it('never renews for another user whom Firebase remembers', async () => {
  remembered.uid = 'bob'
  const network = answering()
  await signIn('2027-03-10T00:00:00.000Z')
  expect(await renewSession('ada')).toBe(false)
  expect(network).not.toHaveBeenCalled()
  expect((await storedSession())?.uid).toBe('ada')
})

it('leaves a session of less than a day alone, and one of another account', async () => {
  remembered.uid = 'ada'
  const network = answering()
  await signIn(new Date(NOW + 13.5 * DAY_MS).toISOString())
  await renewIfDue('ada', NOW)
  await signIn(new Date(NOW + 12 * DAY_MS).toISOString())
  await renewIfDue('bob', NOW)
  expect(network).not.toHaveBeenCalled()
  await renewIfDue('ada', NOW)
  expect(network).toHaveBeenCalledTimes(1)
})

it('leaves a session alone that is a day old to the millisecond', async () => {
  remembered.uid = 'ada'
  const network = answering()
  await signIn(new Date(NOW + 13 * DAY_MS).toISOString())
  await renewIfDue('ada', NOW)
  expect(network).not.toHaveBeenCalled()
  await renewIfDue('ada', NOW + 1)
  expect(network).toHaveBeenCalledTimes(1)
})

it('renews once a day where the phone is days ahead and does not know it', async () => {
  remembered.uid = 'ada'
  let server = NOW
  const network = vi.fn(async () =>
    Response.json({ success: true, expiresAt: new Date(server + 14 * DAY_MS).toISOString() }),
  )
  vi.stubGlobal('fetch', network)
  await signIn(new Date(NOW + 14 * DAY_MS + 7).toISOString())
  for (let n = 0; n < 60; n += 1) {
    server += 60_000
    await renewIfDue('ada', server + 2 * DAY_MS)
  }
  expect(network).toHaveBeenCalledTimes(1)
})

it('gives up where it was ended before Firebase told its user', async () => {
  remembered.uid = 'ada'
  const network = answering()
  await signIn('2027-03-10T00:00:00.000Z')
  expect(await renewSession('ada', AbortSignal.abort())).toBe(false)
  expect(network).not.toHaveBeenCalled()
})

it('logs out on this phone where the account has logged out everywhere, and keeps its queue', async () => {
  remembered.uid = 'ada'
  const headers = { 'Content-Type': 'application/problem+json' }
  vi.stubGlobal('fetch', async () => Response.json(ENDED.toBody(), { status: 401, headers }))
  await signIn('2027-03-10T00:00:00.000Z')
  const db = await emptyAccount('ada')
  await db.marathons.put({ ...marathonRow('m1'), own: 0, gen: 0 })
  await queueEdits(db, ['op-1'])
  expect(await renewSession('ada')).toBe(false)
  expect(await storedSession()).toBeNull()
  expect(await logoutReason()).toBe('everywhere')
  expect([await db.marathons.count(), await db.outbox.count()]).toEqual([0, 1])
  expect(logOut).toHaveBeenCalled()
})

it('leaves another account alone that has logged in meanwhile', async () => {
  remembered.uid = 'ada'
  vi.stubGlobal('fetch', async () => {
    await deviceDb.session.put(sessionOf('bob'))
    return Response.json(ENDED.toBody(), { status: 401, headers: { 'Content-Type': 'application/problem+json' } })
  })
  await signIn('2027-03-10T00:00:00.000Z')
  expect(await renewSession('ada')).toBe(false)
  expect((await storedSession())?.uid).toBe('bob')
  expect(await logoutReason()).toBeNull()
})

it('leaves the session as it is where the server refuses for another reason', async () => {
  remembered.uid = 'ada'
  const problem = new Problem('UNAUTHENTICATED', 'No.')
  const headers = { 'Content-Type': 'application/problem+json' }
  vi.stubGlobal('fetch', async () => Response.json(problem.toBody(), { status: 401, headers }))
  await signIn('2027-03-10T00:00:00.000Z')
  expect(await renewSession('ada')).toBe(false)
  expect((await storedSession())?.uid).toBe('ada')
})

const problem = (code: ConstructorParameters<typeof Problem>[0], status: number) =>
  Response.json(new Problem(code, '').toBody(), { status, headers: { 'Content-Type': 'application/problem+json' } })

it.each([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), { reason: 'unreachable' }],
  ['answers with something else', async () => new Response('<html>', { status: 200 }), { reason: 'foreign' }],
  ['fails', async () => new Response('oops', { status: 500 }), { reason: 'broken' }],
  ['is out of order', async () => problem('UNAVAILABLE', 503), { code: 'UNAVAILABLE' }],
  ['is busy', async () => problem('RATE_LIMITED', 429), { code: 'UNAVAILABLE' }],
])('tells that another try may help where the server %s', async (_what, answer, failure) => {
  remembered.uid = 'ada'
  vi.stubGlobal('fetch', answer)
  await signIn('2027-03-10T00:00:00.000Z')
  await expect(renewSession('ada')).rejects.toMatchObject(failure)
  await renewIfDue('ada', Date.parse('2027-03-09T00:00:00.000Z'))
  expect((await storedSession())?.uid).toBe('ada')
})

it.each([
  ['auth/network-request-failed', { reason: 'unreachable' }],
  ['auth/too-many-requests', { code: 'UNAVAILABLE' }],
  ['auth/internal-error', { code: 'UNAVAILABLE' }],
])('tells that another try may help where Firebase says %s', async (code, failure) => {
  remembered.uid = 'ada'
  answering()
  await signIn('2027-03-10T00:00:00.000Z')
  firebaseStart.ends = Promise.reject(Object.assign(new Error(code), { code }))
  await expect(renewSession('ada')).rejects.toMatchObject(failure)
})

it.each(['auth/user-disabled', 'auth/user-token-expired'])('needs a login where Firebase says %s', async (code) => {
  remembered.uid = 'ada'
  answering()
  await signIn('2027-03-10T00:00:00.000Z')
  firebaseStart.ends = Promise.reject(Object.assign(new Error(code), { code }))
  expect(await renewSession('ada')).toBe(false)
})

it('leaves the session as it is where the server cannot be reached', async () => {
  remembered.uid = 'ada'
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await signIn('2027-03-10T00:00:00.000Z')
  await expect(renewSession('ada')).rejects.toThrow('unreachable')
  expect((await storedSession())?.expiresAt).toBe('2027-03-10T00:00:00.000Z')
})

it('is ended at once while Firebase waits for a network that hangs', async () => {
  remembered.uid = 'ada'
  const network = answering()
  await signIn('2027-03-10T00:00:00.000Z')
  const start = Promise.withResolvers<void>()
  firebaseStart.ends = start.promise
  const controller = new AbortController()
  const renewal = renewSession('ada', controller.signal)
  await new Promise((resolve) => setTimeout(resolve, 20))
  controller.abort()
  expect(await renewal).toBe(false)
  start.resolve()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(network).not.toHaveBeenCalled()
  expect(logOut).not.toHaveBeenCalled()
})

it('is ended at once too if its signal has ended before', async () => {
  remembered.uid = 'ada'
  answering()
  await signIn('2027-03-10T00:00:00.000Z')
  const start = Promise.withResolvers<void>()
  firebaseStart.ends = start.promise
  expect(await renewSession('ada', AbortSignal.abort())).toBe(false)
  start.resolve()
  await new Promise((resolve) => setTimeout(resolve, 20))
})

it('signs Firebase out where the account logged out in another tab while Firebase started here', async () => {
  remembered.uid = 'ada'
  const network = answering()
  await signIn('2027-03-10T00:00:00.000Z')
  const start = Promise.withResolvers<void>()
  firebaseStart.ends = start.promise
  const renewal = renewSession('ada')
  await deviceDb.session.clear()
  start.resolve()
  await renewal
  expect(logOut).toHaveBeenCalledOnce()
  expect(network).not.toHaveBeenCalled()
  expect(await storedSession()).toBeNull()
})
