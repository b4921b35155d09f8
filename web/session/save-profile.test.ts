import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceDb, storedSession } from '../store/device-db.ts'
import { sessionOf } from '../testing/test-account.ts'
import { AuthFailure } from './auth-failure.ts'
import { keepProfile, profileOf, settleProfile } from './kept-profile.ts'
import { finishProfile, saveProfile } from './save-profile.ts'
import { endSession } from './server-session.ts'

/** Stands for Firebase. */
const firebase = vi.hoisted(() => ({
  user: { uid: 'ada', email: 'ada@example.com', displayName: '', photoURL: '', getIdToken: async () => 'token' },
  setProfile: vi.fn(),
  rememberedUser: vi.fn(async () => firebase.user),
  logOut: vi.fn(async () => undefined),
}))
vi.mock('./load-firebase.ts', () => ({
  loadFirebase: async () => firebase,
  isFirebaseLoaded: () => true,
  signOutOfFirebase: async () => undefined,
}))

const network = vi.fn<typeof fetch>()
const profile = { displayName: 'Ada Lauf', photoURL: '' }

beforeEach(async () => {
  vi.stubGlobal('fetch', network)
  network
    .mockReset()
    .mockImplementation(async () => Response.json({ success: true, expiresAt: '2090-01-02T00:00:00.000Z' }))
  Object.assign(firebase.user, { displayName: '', photoURL: '' })
  firebase.setProfile.mockReset().mockImplementation(async (user: object, set: object) => void Object.assign(user, set))
  await deviceDb.session.put(sessionOf('ada', { displayName: '' }))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
})

const keptFor = (uid = 'ada') => profileOf({ ...firebase.user, uid })

describe('name and photo of an account', () => {
  it('are set at Firebase, shown by this phone, and learned by the server with a new cookie', async () => {
    await saveProfile('ada', profile)
    expect(firebase.setProfile).toHaveBeenCalledExactlyOnceWith(firebase.user, profile, true)
    expect(await storedSession()).toMatchObject({ displayName: 'Ada Lauf', expiresAt: '2090-01-02T00:00:00.000Z' })
    expect(await keptFor()).toBeNull()
  })

  it('change nothing on the phone where Firebase does not take them', async () => {
    firebase.setProfile.mockRejectedValueOnce(Object.assign(new Error('x'), { code: 'auth/network-request-failed' }))
    await expect(saveProfile('ada', profile)).rejects.toThrow('x')
    expect(await storedSession()).toMatchObject({ displayName: '' })
    expect(await keptFor()).toBeNull()
    expect(network).not.toHaveBeenCalled()
  })

  it('are told to the server later if it cannot be reached now', async () => {
    network.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await saveProfile('ada', profile)
    expect(await storedSession()).toMatchObject({ displayName: 'Ada Lauf', expiresAt: '2090-01-01T00:00:00.000Z' })
    await finishProfile()
    expect(await storedSession()).toMatchObject({ expiresAt: '2090-01-02T00:00:00.000Z' })
    expect(await keptFor()).toBeNull()
  })

  it('are told to the server by one later try, however often set, and by none once it knows', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (let change = 1; change <= 2; change++) {
      network.mockRejectedValueOnce(new TypeError('Failed to fetch'))
      await saveProfile('ada', profile)
      expect(vi.getTimerCount()).toBe(1)
    }
    await finishProfile()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('are of the account that is signed in, and of nobody whom Firebase remembers beside it', async () => {
    firebase.rememberedUser.mockResolvedValueOnce({ ...firebase.user, uid: 'bob' })
    await expect(saveProfile('ada', profile)).rejects.toEqual(new AuthFailure('logged-out'))
    await deviceDb.session.put(sessionOf('bob'))
    await expect(saveProfile('ada', profile)).rejects.toEqual(new AuthFailure('logged-out'))
    expect(firebase.setProfile).not.toHaveBeenCalled()
  })
})

describe('what an interrupted registration has left', () => {
  it('is set as soon as it can be, and then forgotten', async () => {
    await keepProfile('Ada@example.com', profile)
    firebase.setProfile.mockRejectedValueOnce(new Error('not now'))
    await finishProfile()
    expect(await storedSession()).toMatchObject({ displayName: '' })
    await finishProfile()
    expect(await storedSession()).toMatchObject({ displayName: 'Ada Lauf' })
    await finishProfile()
    expect(firebase.setProfile).toHaveBeenCalledTimes(2)
  })

  it('is tried again after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await keepProfile('ada@example.com', profile)
    firebase.setProfile.mockRejectedValueOnce(new Error('not now'))
    await finishProfile()
    vi.advanceTimersByTime(60_000)
    vi.useRealTimers()
    await vi.waitFor(async () => expect(await storedSession()).toMatchObject({ displayName: 'Ada Lauf' }))
  })

  it('is forgotten by a logout, and by the login of another account', async () => {
    await keepProfile('ada@example.com', profile)
    await settleProfile(firebase.user)
    expect(await keptFor()).toMatchObject(profile)
    await settleProfile({ ...firebase.user, uid: 'bob', email: 'bob@example.com' })
    expect(await keptFor()).toBeNull()
    await keepProfile('ada@example.com', profile)
    await endSession('clean')
    expect(await keptFor()).toBeNull()
  })

  it('does not rename an account that has a name, unless this phone registered it', async () => {
    await keepProfile('ada@example.com', profile)
    firebase.user.displayName = 'Ada Lovelace'
    expect(await keptFor()).toBeNull()
    await keepProfile('ada@example.com', profile, 'ada')
    expect(await keptFor()).toMatchObject(profile)
    expect(await keptFor('bob')).toBeNull()
  })
})
