import { beforeEach, expect, it, vi } from 'vitest'
import { forgetKept, keptASecond } from './kept-a-second.ts'

const NOW = 1_800_000_000_000

beforeEach(() => forgetKept())

it('a crowd at the same moment causes one read, also of nothing', async () => {
  for (const value of ['page', null]) {
    forgetKept()
    const load = vi.fn(async () => value)
    const answers = await Promise.all(Array.from({ length: 50 }, () => keptASecond('key', NOW, load)))
    expect(new Set(answers)).toEqual(new Set([value]))
    expect(await keptASecond('key', NOW + 999, load)).toBe(value)
    expect(load).toHaveBeenCalledTimes(1)
    await keptASecond('key', NOW + 2000, load)
    expect(load).toHaveBeenCalledTimes(2)
  }
})

it('a slow read is kept for a second from its end', async () => {
  const clock = vi.spyOn(Date, 'now').mockReturnValue(NOW)
  const load = vi.fn(async () => {
    clock.mockReturnValue(NOW + 3000)
    return 'page'
  })
  await keptASecond('key', NOW, load)
  await keptASecond('key', NOW + 3500, load)
  expect(load).toHaveBeenCalledTimes(1)
  await keptASecond('key', NOW + 4000, load)
  expect(load).toHaveBeenCalledTimes(2)
  clock.mockRestore()
})

it('who waits for a read that fails, or never ends, reads for itself', async () => {
  const refused = keptASecond('key', NOW, () => Promise.reject(new Error('refused')))
  const other = keptASecond('key', NOW, async () => 'page')
  await expect(refused).rejects.toThrow('refused')
  expect(await other).toBe('page')

  vi.useFakeTimers()
  void keptASecond('dead', NOW, () => new Promise<string>(() => {}))
  const waiting = keptASecond('dead', NOW, async () => 'page')
  await vi.advanceTimersByTimeAsync(5000)
  vi.useRealTimers()
  expect(await waiting).toBe('page')
  expect(await keptASecond('dead', NOW, async () => 'another')).toBe('page')
})
