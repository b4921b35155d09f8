import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Deletion, deletionOf, putDeletion } from '../auth/deletion-marks.ts'
import { deviceDb } from '../data/device-db.ts'
import { syncInBackground } from './background.ts'

const DELETION: Deletion = {
  uid: 'ada',
  email: 'ada@example.com',
  refreshToken: 'refresh of ada',
  askedAt: Date.now(),
  state: 'due',
}
const CONFIG = {
  firebase: { apiKey: 'key', authDomain: 'localhost', projectId: 'startline' },
  emulatorHost: null,
  vapidKey: null,
}
const network = vi.fn<typeof fetch>()

beforeEach(async () => {
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
  vi.stubGlobal('fetch', network)
  network.mockReset().mockImplementation(async (url) => {
    if (String(url) === '/api/config') return Response.json(CONFIG)
    return Response.json(String(url).includes('/v1/token') ? { id_token: 'fresh' } : { success: true })
  })
  await putDeletion(DELETION)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await deviceDb.marks.clear()
})

/** Wakes a service worker for a Background Sync. @returns a promise that is rejected if the browser must try again */
function wake(tag: string): Promise<unknown> {
  const self = new EventTarget()
  syncInBackground(self as ServiceWorkerGlobalScope)
  let done: Promise<unknown> = Promise.resolve()
  const waitUntil = (promise: Promise<unknown>) => {
    done = promise
  }
  self.dispatchEvent(Object.assign(new Event('sync'), { tag, waitUntil }))
  return done
}

it('a Background Sync tells the server of a deletion while no page is open', async () => {
  await wake('account-deletions')
  expect((await deletionOf('ada'))?.state).toBe('done')
})

it('is asked for again where the server cannot be reached', async () => {
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(wake('account-deletions')).rejects.toThrow('has not heard')
  expect((await deletionOf('ada'))?.state).toBe('due')
})
