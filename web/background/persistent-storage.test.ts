import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceDb } from '../store/device-db.ts'
import { renderHook, until } from '../testing/render-hook.tsx'
import { keepStorage, keepStorageOnce, useStorageKept } from './persistent-storage.ts'

const persisted = vi.fn<() => Promise<boolean>>()
const persist = vi.fn<() => Promise<boolean>>()
const estimate = vi.fn<() => Promise<StorageEstimate>>()

function browserWith(storage: object | undefined) {
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
}

beforeEach(() => {
  persisted.mockReset().mockResolvedValue(false)
  persist.mockReset().mockResolvedValue(true)
  estimate.mockReset().mockResolvedValue({ usage: 7, quota: 100 })
  browserWith({ persisted, persist, estimate })
})
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'storage')
  await deviceDb.marks.clear()
})

describe('keeping the storage', () => {
  it('asks the browser where it has not promised, and tells its answer', async () => {
    expect(await keepStorage()).toBe(true)
    persist.mockResolvedValue(false)
    expect(await keepStorage()).toBe(false)
    expect(persist).toHaveBeenCalledTimes(2)
  })

  it('does not ask again for what is promised', async () => {
    persisted.mockResolvedValue(true)
    expect(await keepStorage()).toBe(true)
    expect(persist).not.toHaveBeenCalled()
  })

  it('is a no where the browser fails or has no such thing', async () => {
    persisted.mockRejectedValue(new Error('no'))
    persist.mockRejectedValue(new Error('no'))
    expect(await keepStorage()).toBe(false)
    browserWith({})
    expect(await keepStorage()).toBe(false)
    browserWith(undefined)
    expect(await keepStorage()).toBe(false)
  })

  describe('asks by itself once a start', () => {
    const starts = (n: number) => vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(n)
    const browserIs = (userAgent: string, state?: string) => {
      vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
      Object.defineProperty(navigator, 'permissions', { value: { query: async () => ({ state }) }, configurable: true })
    }
    const askedAfter = async (first: number, ...later: number[]) => {
      for (const n of [first, first, ...later]) {
        starts(n)
        await keepStorageOnce()
      }
      return persist.mock.calls.length
    }
    afterEach(() => {
      vi.restoreAllMocks()
      Reflect.deleteProperty(navigator, 'permissions')
    })

    it('where the browser decides without a question', async () => {
      browserIs('Mozilla/5.0 (Linux; Android 10) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 'prompt')
      persist.mockResolvedValue(false)
      expect(await askedAfter(1, 2, 3, 4)).toBe(4)
    })

    it('and once in a phone’s life where the user would see the question', async () => {
      browserIs('Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'prompt')
      persist.mockResolvedValue(false)
      expect(await askedAfter(1, 2, 3, 4)).toBe(1)
    })
  })
})

describe('what the browser promises', () => {
  it('is told with the room that is used, and asked for again each round', async () => {
    let round = 0
    const page = renderHook(() => useStorageKept(round))
    await until(() => expect(page.value()).toEqual({ kept: false, usedBytes: 7, quotaBytes: 100 }))
    persisted.mockResolvedValue(true)
    round = 1
    page.as(null)
    await until(() => expect(page.value()).toEqual({ kept: true, usedBytes: 7, quotaBytes: 100 }))
    page.leave()
  })

  it.each([
    ['has no storage to ask', undefined],
    ['has none of the questions', {}],
    [
      'fails on all of them',
      { persisted: () => Promise.reject(new Error('no')), estimate: () => Promise.reject(new Error('no')) },
    ],
  ])('is unknown where the browser %s', async (_name, storage) => {
    browserWith(storage)
    const page = renderHook(() => useStorageKept(0))
    await until(() => expect(page.value()).toEqual({ kept: null, usedBytes: null, quotaBytes: null }))
    page.leave()
  })

  it('of an earlier round does not come late over a later one', async () => {
    const first = Promise.withResolvers<boolean>()
    persisted.mockReturnValueOnce(first.promise)
    let round = 0
    const page = renderHook(() => useStorageKept(round))
    await until(() => expect(persisted).toHaveBeenCalledTimes(1))
    persisted.mockResolvedValue(true)
    round = 1
    page.as(null)
    await until(() => expect(page.value()?.kept).toBe(true))
    first.resolve(false)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(page.value()?.kept).toBe(true)
    page.leave()
  })
})
