import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceDb } from '../store/device-db.ts'
import { sessionOf } from '../testing/test-account.ts'
import { keepPushMark, pushMark } from './push/push-mark.ts'
import { keepPushesRight } from './renew-pushes.ts'

const CONFIG = {
  firebase: { apiKey: 'key', authDomain: 'demo.example.com', projectId: 'demo' },
  emulatorHost: null,
  vapidKey: 'BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30',
}

let told: number
let isDown: boolean
let stop: () => void

beforeEach(async () => {
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
  await deviceDb.session.put(sessionOf('ada'))
  told = 0
  isDown = true
  vi.stubGlobal('Notification', { permission: 'granted' })
  const subscription = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
    unsubscribe: async () => true,
  })
  const pushManager = { getSubscription: async () => null, subscribe: async () => subscription('new') }
  vi.stubGlobal('registration', { active: {}, pushManager, getNotifications: async () => [] })
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/config') return Response.json(CONFIG)
    told += 1
    if (isDown) throw new TypeError('no network')
    return Response.json({ success: true })
  })
  // The browser has ended the subscription while the app was closed.
  await keepPushMark({ uid: 'ada', endpoint: 'old', toldAt: Date.now() })
})
afterEach(async () => {
  stop()
  vi.unstubAllGlobals()
  await Promise.all([deviceDb.session.clear(), deviceDb.marks.clear()])
})

it.each([
  ['the network is back', () => dispatchEvent(new Event('online'))],
  ['the page is visible again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('tells the server again when %s, until it knows, and then no more', async (_when, happen) => {
  stop = keepPushesRight('ada')
  await vi.waitFor(async () => expect([told, (await pushMark())?.toldAt]).toEqual([1, 0]), 10_000)
  isDown = false
  happen()
  await vi.waitFor(
    async () => expect(await pushMark()).toMatchObject({ endpoint: 'new', toldAt: expect.any(Number) }),
    10_000,
  )
  await vi.waitFor(async () => expect((await pushMark())?.toldAt).toBeGreaterThan(0), 10_000)
  expect(told).toBe(2)
})

it('does nothing after it is stopped', async () => {
  stop = keepPushesRight('ada')
  await vi.waitFor(() => expect(told).toBe(1), 10_000)
  stop()
  dispatchEvent(new Event('online'))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(told).toBe(1)
})
