import { expect, it } from 'vitest'
import { DISTANCES } from '../limits.ts'
import { kmOf, paceOf } from './pace.ts'

it('each distance has its km', () => expect(DISTANCES.map(kmOf)).toEqual([3, 5, 10, 15, 25]))

it('a pace is the time for one km', () => {
  expect(paceOf(50 * 60_000, '10k')).toBe(5 * 60_000)
  expect(paceOf(0, '3k')).toBe(0)
})
