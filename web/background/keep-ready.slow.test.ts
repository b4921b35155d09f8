import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountDb, ApplicationRecord } from '../store/account-db.ts'
import { deviceDb } from '../store/device-db.ts'
import { renderHook, until } from '../testing/render-hook.tsx'
import { emptyAccount, marathonRow, queueEdits } from '../testing/test-account.ts'
import { keepReady } from './keep-ready.ts'
import { useKeepReady } from './use-keep-ready.ts'

const keepPictures = vi.hoisted(() => vi.fn(async () => true))
const keepScanner = vi.hoisted(() => vi.fn(async () => undefined))
const install = vi.hoisted(() => ({ installed: false, listeners: new Set<() => void>() }))
vi.mock('./use-picture-kept.ts', () => ({ keepPictures }))
vi.mock('./kept-scanner.ts', () => ({ keepScanner }))
vi.mock('./install-prompt.ts', () => ({
  installState: {
    get: () => ({ isJustInstalled: install.installed }),
    subscribe: (listener: () => void) => {
      install.listeners.add(listener)
      return () => install.listeners.delete(listener)
    },
  },
}))

const setAppBadge = vi.fn(async (_count: number) => undefined)
const clearAppBadge = vi.fn(async () => undefined)
const persist = vi.fn(async () => true)
const register = vi.fn(async (_tag: string, _options: object) => undefined)
let permission: string
let db: AccountDb
let stop: (() => void) | undefined

const browser: Record<string, unknown> = {
  setAppBadge,
  clearAppBadge,
  storage: { persisted: async () => false, persist },
  permissions: { query: async () => ({ state: permission }) },
  serviceWorker: { ready: Promise.resolve({ periodicSync: { register } }) },
}
beforeEach(async () => {
  db = await emptyAccount()
  permission = 'prompt'
  for (const [name, value] of Object.entries(browser))
    Object.defineProperty(navigator, name, { value, configurable: true })
})
afterEach(async () => {
  stop?.()
  stop = undefined
  install.installed = false
  for (const name of Object.keys(browser)) Reflect.deleteProperty(navigator, name)
  vi.clearAllMocks()
  await deviceDb.marks.clear()
})

const calm = () => new Promise((resolve) => setTimeout(resolve, 40))
const entry = (_id: string, own: 0 | 1) => ({ _id, marathonId: 'event-0009', own, gen: 0 }) as ApplicationRecord
const ownEvent = (id: string, image: string) =>
  db.marathons.put({
    ...marathonRow(id, { image, role: 'owner', startDate: '2090-01-01T00:00:00.000Z' }),
    own: 1,
    gen: 0,
  })

describe('while an account is here', () => {
  it('the scanner is kept for organisers alone, also where their marathon comes later', async () => {
    stop = keepReady(db)
    await db.marathons.put({ ...marathonRow('event-0009', { role: null }), own: 0, gen: 0 })
    await calm()
    expect(keepScanner).not.toHaveBeenCalled()
    await ownEvent('event-0001', 'https://example.com/a.jpg')
    await until(() => expect(keepScanner).toHaveBeenCalledTimes(1))
    await db.marathons.put({ ...marathonRow('event-0009'), own: 1, gen: 0 })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(keepScanner).toHaveBeenCalledTimes(1)
  })

  it('the scanner is kept for a helper, who logs in on another phone than the one that accepted', async () => {
    await db.applications.put(entry('entry-0009', 1))
    stop = keepReady(db)
    await calm()
    expect(keepScanner).not.toHaveBeenCalled()
    await db.applications.put(entry('entry-0001', 0))
    await until(() => expect(keepScanner).toHaveBeenCalled())
  })

  it('the pictures of its races are kept again whenever those change', async () => {
    stop = keepReady(db)
    await calm()
    expect(keepPictures).not.toHaveBeenCalled()
    await ownEvent('event-0001', 'https://example.com/a.jpg')
    await until(() => expect(keepPictures).toHaveBeenCalledTimes(1))
    await db.marathons.update('event-0001', { title: 'Another name' })
    await calm()
    expect(keepPictures).toHaveBeenCalledTimes(1)
    await ownEvent('event-0002', 'https://example.com/b.jpg')
    await until(() => expect(keepPictures).toHaveBeenCalledTimes(2))
  })

  it('the icon tells how many edits are unsent', async () => {
    stop = keepReady(db)
    await until(() => expect(clearAppBadge).toHaveBeenCalled())
    expect(setAppBadge).not.toHaveBeenCalled()
    await queueEdits(db, ['event-0001', 'event-0002'])
    await until(() => expect(setAppBadge).toHaveBeenLastCalledWith(2))
    clearAppBadge.mockClear()
    stop()
    expect(clearAppBadge).toHaveBeenCalledTimes(1)
    stop = keepReady(db)
    await until(() => expect(setAppBadge).toHaveBeenCalledTimes(2))
    clearAppBadge.mockClear()
    await db.outbox.clear()
    await until(() => expect(clearAppBadge).toHaveBeenCalled())
  })

  it('the browser is asked to keep the storage with the first edit, and not before', async () => {
    stop = keepReady(db)
    await calm()
    expect(persist).not.toHaveBeenCalled()
    await queueEdits(db, ['event-0001'])
    await until(() => expect(persist).toHaveBeenCalledTimes(1))
    await queueEdits(db, ['event-0001'])
    await calm()
    expect(persist).toHaveBeenCalledTimes(1)
  })

  describe('a refusal', () => {
    const showNotification = vi.fn(async (_title: string) => undefined)
    const refuse = (opId: string) => {
      const op = { opId, v: 1, type: 'marathon.delete', id: 'event-0001', at: '', base: {}, patch: {} } as const
      return db.inbox.add({ opId, target: 'marathon:event-0001', op, at: '', code: 'FORBIDDEN' })
    }
    const look = (state: string) => vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state as never)
    beforeEach(async () => {
      const registration = { showNotification, getNotifications: async () => [] }
      const value = { ready: new Promise(() => {}), getRegistration: async () => registration }
      Object.defineProperty(navigator, 'serviceWorker', { value, configurable: true })
      await deviceDb.marks.put({ key: 'push', value: JSON.stringify({ uid: db.uid, endpoint: 'e', toldAt: 1 }) })
    })
    afterEach(() => vi.restoreAllMocks())

    it('is told while the page is hidden, and one of before is not', async () => {
      look('hidden')
      await refuse('op-1')
      stop = keepReady(db)
      await calm()
      expect(showNotification).not.toHaveBeenCalled()
      await refuse('op-2')
      await until(() => expect(showNotification).toHaveBeenCalledTimes(1))
      expect(showNotification.mock.calls[0]?.[0]).toMatch(/^Not accepted/)
    })

    it('is told once, also of an edit that is set aside and tried again each hour', async () => {
      look('hidden')
      stop = keepReady(db)
      await calm()
      await queueEdits(db, ['event-0001'])
      for (const state of ['parked', 'waiting', 'parked'] as const) {
        await db.outbox.toCollection().modify({ state, reason: 'failing' })
        await calm()
        await until(() => expect(showNotification).toHaveBeenCalled())
      }
      expect(showNotification).toHaveBeenCalledTimes(1)
    })

    it('is not, where the user looks at the page', async () => {
      look('visible')
      stop = keepReady(db)
      await calm()
      await refuse('op-1')
      await calm()
      expect(showNotification).not.toHaveBeenCalled()
    })
  })

  it('nothing of it goes on after the stop', async () => {
    const end = keepReady(db)
    await calm()
    end()
    vi.clearAllMocks()
    await ownEvent('event-0001', 'https://example.com/a.jpg')
    await queueEdits(db, ['event-0001'])
    await calm()
    expect(install.listeners.size).toBe(0)
    for (const called of [keepPictures, setAppBadge, clearAppBadge, persist]) expect(called).not.toHaveBeenCalled()
  })
})

it('for a visitor nothing is unsent, and pictures are left to the service worker', async () => {
  stop = keepReady(null)
  await calm()
  expect(clearAppBadge).toHaveBeenCalledTimes(1)
  expect(keepPictures).toHaveBeenCalledTimes(1)
})

it('a browser without badges is kept ready like any other', async () => {
  Object.defineProperty(navigator, 'setAppBadge', { value: undefined, configurable: true })
  Object.defineProperty(navigator, 'clearAppBadge', { value: undefined, configurable: true })
  stop = keepReady(null)
  await calm()
  expect(keepPictures).toHaveBeenCalledTimes(1)
})

describe('background refresh', () => {
  it('is registered every twelve hours where the browser grants it', async () => {
    permission = 'granted'
    stop = keepReady(null)
    await until(() => expect(register).toHaveBeenCalledWith('race-packs', { minInterval: 12 * 60 * 60 * 1000 }))
  })

  it('is not, where it is not granted', async () => {
    stop = keepReady(null)
    await calm()
    expect(register).not.toHaveBeenCalled()
  })

  it('is tried again, and the storage is asked for, only once the app was installed', async () => {
    stop = keepReady(null)
    await calm()
    permission = 'granted'
    for (const listener of install.listeners) listener()
    await calm()
    expect([persist.mock.calls.length, register.mock.calls.length]).toEqual([0, 0])
    install.installed = true
    for (const listener of install.listeners) listener()
    await until(() => expect([persist.mock.calls.length, register.mock.calls.length]).toEqual([1, 1]))
  })
})

describe('all of it', () => {
  it('begins when the page has been calm for three seconds, and ends with the page', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const page = renderHook(() => useKeepReady(null))
    await until(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    vi.advanceTimersByTime(2900)
    expect(clearAppBadge).not.toHaveBeenCalled()
    vi.advanceTimersByTime(200)
    vi.useRealTimers()
    await until(() => expect(install.listeners.size).toBe(1))
    page.leave()
    await until(() => expect(install.listeners.size).toBe(0))
  })

  it.each([
    ['before', 0, 10_000],
    ['while its code was loaded', 3000, 0],
  ])('does not begin on a page that was left %s', async (_when, msBefore, msAfter) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const page = renderHook(() => useKeepReady(null))
    await until(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
    vi.advanceTimersByTime(msBefore)
    page.leave()
    vi.advanceTimersByTime(msAfter)
    vi.useRealTimers()
    await calm()
    expect(clearAppBadge).not.toHaveBeenCalled()
  })
})
