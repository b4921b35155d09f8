import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderHook, until } from '../testing/render-hook.tsx'
import { emptyAccount } from '../testing/test-account.ts'
import { useKeepReady } from './use-keep-ready.ts'

const { keepReady, stop } = vi.hoisted(() => {
  const stop = vi.fn()
  return { stop, keepReady: vi.fn(() => stop) }
})
// What it does has its own tests.
vi.mock('./keep-ready.ts', () => ({ keepReady }))

beforeEach(() => {
  keepReady.mockClear()
  stop.mockClear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Renders the hook, and waits until its effect has begun. */
async function open() {
  const db = await emptyAccount()
  const page = renderHook(() => useKeepReady(db))
  for (let turns = 0; vi.getTimerCount() === 0 && turns < 1000; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(vi.getTimerCount()).toBe(1)
  return { db, page }
}

it('begins three seconds after the start, and ends with the page', async () => {
  const { db, page } = await open()
  vi.advanceTimersByTime(2999)
  expect(keepReady).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await until(() => expect(keepReady).toHaveBeenCalledExactlyOnceWith(db))
  expect(stop).not.toHaveBeenCalled()
  page.leave()
  await until(() => expect(stop).toHaveBeenCalledTimes(1))
})

it('never begins for a page that was left before, nor for one that was left while the code is loaded', async () => {
  const early = await open()
  early.page.leave()
  for (let turns = 0; vi.getTimerCount() > 0 && turns < 1000; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(vi.getTimerCount()).toBe(0)
  const late = await open()
  vi.advanceTimersByTime(3000)
  late.page.leave()
  for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(keepReady).not.toHaveBeenCalled()
})
