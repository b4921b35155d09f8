import { afterEach, expect, it, vi } from 'vitest'
import { deviceDb } from '../store/device-db.ts'
import { type Deletion, deletionOf, putDeletion } from './deletion-marks.ts'
import { goOnDeleting } from './go-on-deleting.ts'

const MINUTE_MS = 60_000
const DELETION: Deletion = { uid: 'ada', email: '', refreshToken: 'r', askedAt: Date.now(), state: 'due' }

afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await deviceDb.marks.clear()
})

it('tries again after a minute while the page is open, until it is told', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const network = vi.fn<typeof fetch>(async () => {
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal('fetch', network)
  await putDeletion(DELETION)
  await goOnDeleting()
  expect((await deletionOf('ada'))?.state).toBe('due')
  network.mockImplementation(async (url) => {
    if (String(url) !== '/api/config') {
      return Response.json(String(url).includes('/v1/token') ? { id_token: 'fresh' } : { success: true })
    }
    const firebase = { apiKey: 'key', authDomain: 'localhost', projectId: 'startline' }
    return Response.json({ firebase, emulatorHost: null, vapidKey: null })
  })
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  vi.useRealTimers()
  await vi.waitFor(async () => expect((await deletionOf('ada'))?.state).toBe('done'), 10_000)
})

it('asks nobody where nothing is to be deleted', async () => {
  const network = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', network)
  await goOnDeleting()
  expect(network).not.toHaveBeenCalled()
})

it('asks for a Background Sync before it calls anybody, because a call may hang', async () => {
  const register = vi.fn(async () => undefined)
  const getRegistration = async () => ({ sync: { register } })
  vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker: { getRegistration } })
  const hanging = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => hanging.promise)
  await putDeletion(DELETION)
  const done = goOnDeleting()
  await vi.waitFor(() => expect(register).toHaveBeenCalledExactlyOnceWith('account-deletions'), 10_000)
  hanging.reject(new TypeError('Failed to fetch'))
  await done
})
