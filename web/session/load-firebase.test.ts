import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const logOut = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('./firebase.ts', () => ({ logOut }))

beforeEach(() => {
  vi.resetModules()
  logOut.mockClear()
})
afterEach(() => void vi.resetModules())

it('Firebase is loaded when it is asked for, and is not there before', async () => {
  const { isFirebaseLoaded, loadFirebase, signOutOfFirebase } = await import('./load-firebase.ts')
  expect(isFirebaseLoaded()).toBe(false)
  await signOutOfFirebase()
  expect(logOut).not.toHaveBeenCalled()
  await loadFirebase()
  expect(isFirebaseLoaded()).toBe(true)
  await signOutOfFirebase()
  expect(logOut).toHaveBeenCalledTimes(1)
})

it('a logout goes on where Firebase fails to sign out', async () => {
  const { loadFirebase, signOutOfFirebase } = await import('./load-firebase.ts')
  await loadFirebase()
  logOut.mockRejectedValueOnce(new Error('no'))
  await expect(signOutOfFirebase()).resolves.toBeUndefined()
})

it('what could not be loaded without a network is loaded at the next try', async () => {
  vi.doMock('./firebase.ts', () => Promise.reject(new TypeError('Failed to fetch')))
  const { isFirebaseLoaded, loadFirebase } = await import('./load-firebase.ts')
  await expect(loadFirebase()).rejects.toMatchObject({ name: 'AuthFailure', code: 'offline' })
  expect(isFirebaseLoaded()).toBe(false)
  vi.doMock('./firebase.ts', () => ({ logOut }))
  expect(await loadFirebase()).toMatchObject({ logOut })
})
