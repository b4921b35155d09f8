import { expect, it, vi } from 'vitest'
import { inTime } from './in-time.ts'

it('returns what a step returns, passes its error on, and leaves no timer', async () => {
  vi.useFakeTimers()
  expect(await inTime(Promise.resolve(7), 1000, null)).toBe(7)
  await expect(inTime(Promise.reject(new Error('broken')), 1000, null)).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

it('returns the other value for a step that does not end', async () => {
  vi.useFakeTimers()
  const waiting = inTime(new Promise<number>(() => {}), 1000, 'late')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await waiting).toBe('late')
  vi.useRealTimers()
})
