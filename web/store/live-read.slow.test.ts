import { readdirSync, readFileSync } from 'node:fs'
import Dexie from 'dexie'
import { afterEach, expect, it, vi } from 'vitest'
import { skipPauses, until, untilSkipped } from '../testing/render-hook.tsx'
import { emptyAccount } from '../testing/test-account.ts'
import { FIRST_SYNC } from './account-db.ts'
import { keepsLast, liveRead } from './live-read.ts'

const told = vi.fn<(value: unknown) => void>()
const failed = vi.fn<(error: unknown) => void>()
let stop: (() => void) | undefined
const follow = (read: () => unknown, restMs?: number) => {
  stop = liveRead(read, restMs).subscribe(told, failed)
}
const lost = () => Object.assign(new Error('Connection to Indexed Database server lost'), { name: 'UnknownError' })

afterEach(() => {
  stop?.()
  vi.useRealTimers()
  vi.restoreAllMocks()
  told.mockReset()
  failed.mockReset()
})

it.each(['UnknownError', 'AbortError', 'DatabaseClosedError', 'TimeoutError'])(
  'reads again after one failure (%s), and tells nobody of it',
  async (name) => {
    const db = await emptyAccount()
    await db.sync.put({ ...FIRST_SYNC, gen: 1 })
    skipPauses()
    const read = vi.spyOn(db.sync, 'get')
    read.mockImplementationOnce((() => Dexie.Promise.reject(Object.assign(new Error('no'), { name }))) as never)
    follow(async () => (await db.sync.get('sync'))?.gen)
    await untilSkipped(() => expect(told.mock.calls).toEqual([[1]]))
    await db.sync.update('sync', { gen: 2 })
    await untilSkipped(() => expect(told).toHaveBeenLastCalledWith(2))
    // The read after a write fails too, and no write comes after it.
    read.mockImplementationOnce((() => Dexie.Promise.reject(Object.assign(new Error('no'), { name }))) as never)
    await db.sync.update('sync', { gen: 3 })
    await untilSkipped(() => expect(told).toHaveBeenLastCalledWith(3))
    expect(failed).not.toHaveBeenCalled()
  },
)

it('tells of a failure that lasts, and goes on', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let isLost = true
  follow(async () => {
    if (isLost) throw lost()
    return 'read'
  })
  await vi.advanceTimersByTimeAsync(4500)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1500)
  expect(failed).toHaveBeenCalledWith(expect.objectContaining({ name: 'UnknownError' }))
  isLost = false
  await vi.advanceTimersByTimeAsync(1000)
  expect(told.mock.calls).toEqual([['read']])
})

it('on a screen keeps the last value, however long later reads fail, and goes on', async () => {
  const db = await emptyAccount()
  await db.sync.put({ ...FIRST_SYNC, gen: 1 })
  skipPauses()
  const read = vi.spyOn(db.sync, 'get')
  stop = keepsLast(liveRead(async () => (await db.sync.get('sync'))?.gen)).subscribe(told, failed)
  await untilSkipped(() => expect(told.mock.calls).toEqual([[1]]))
  read.mockImplementation((() => Dexie.Promise.reject(lost())) as never)
  await db.sync.update('sync', { gen: 2 })
  await untilSkipped(() => expect(read.mock.calls.length).toBeGreaterThan(10))
  expect(failed).not.toHaveBeenCalled()
  read.mockRestore()
  await untilSkipped(() => expect(told).toHaveBeenLastCalledWith(2))
})

it('tells at once where the browser refuses all storage', async () => {
  follow(async () => Promise.reject(new Error('no', { cause: new DOMException('no', 'SecurityError') })))
  await until(() => expect(failed).toHaveBeenCalled())
})

it('reads again where the storage does not answer, and then waits longer for the answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let runs = 0
  follow(() => {
    runs += 1
    // WebKit: the first request is never answered. The second one takes 15 s.
    return runs === 1 ? new Promise(() => undefined) : new Promise((resolve) => setTimeout(resolve, 15_000, 'read'))
  })
  await vi.advanceTimersByTimeAsync(10_100)
  expect(runs).toBe(2)
  await vi.advanceTimersByTimeAsync(16_000)
  expect(told.mock.calls).toEqual([['read']])
  expect([runs, failed.mock.calls]).toEqual([2, []])
})

it('reads nothing more after the stop, also where it was about to try again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const read = vi.fn(async () => Promise.reject(lost()))
  follow(read)
  await vi.advanceTimersByTimeAsync(100)
  stop?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(read).toHaveBeenCalledTimes(1)
  expect([told.mock.calls, failed.mock.calls]).toEqual([[], []])
})

it('tells the first of ten writes at once, and only the last one after it has rested', async () => {
  const db = await emptyAccount()
  await db.open()
  const write = (gen: number) => db.sync.put({ ...FIRST_SYNC, gen })
  await write(0)
  const read = vi.spyOn(db.sync, 'get')
  follow(async () => (await db.sync.get('sync'))?.gen, 300)
  await until(() => expect(told.mock.calls).toEqual([[0]]))
  await new Promise((resolve) => setTimeout(resolve, 350))
  const began = performance.now()
  await write(1)
  await until(() => expect(told).toHaveBeenLastCalledWith(1))
  expect(performance.now() - began).toBeLessThan(250)
  for (let gen = 2; gen <= 10; gen += 1) await write(gen)
  await until(() => expect(told).toHaveBeenLastCalledWith(10))
  expect(performance.now() - began).toBeGreaterThan(290)
  expect(told.mock.calls).toEqual([[0], [1], [10]])
  expect(read).toHaveBeenCalledTimes(3)
  // It follows what was read behind the rest.
  await write(11)
  await until(() => expect(told).toHaveBeenLastCalledWith(11))
})

it('is how the whole app follows its databases: a live query of Dexie alone ends at a failure', () => {
  const sources = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  )
  const users = sources.filter((path) => /\b(useLiveQuery|liveQuery)\b/.test(readFileSync(`web/${path}`, 'utf8')))
  expect(users).toEqual(['store/live-read.ts'])
})
