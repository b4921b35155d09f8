import { expect, it } from 'vitest'
import { Problem } from '../../contract/problem.ts'
import { NoAnswer } from './answer.ts'
import { retryDelay } from './use-sync.ts'

const offline = new NoAnswer('unreachable')

it('doubles from half a second to at most a minute, with jitter', () => {
  expect([0, 1, 2, 3].map((count) => retryDelay(count, offline, () => 0))).toEqual([500, 1000, 2000, 4000])
  expect(retryDelay(3, offline, () => 0.999)).toBeGreaterThan(7900)
  expect(retryDelay(40, offline, () => 0.999)).toBeLessThanOrEqual(60_000)
})

it('is never shorter than the server asked for', () => {
  const busy = new Problem('RATE_LIMITED', '', { retryAfterSeconds: 90 })
  expect(retryDelay(0, busy, () => 0)).toBe(90_000)
})
