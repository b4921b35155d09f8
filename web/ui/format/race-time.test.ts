import { expect, it } from 'vitest'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import { formatGap, formatPace, parseRaceTime } from './race-time.ts'

it('a time is rounded up to a tenth', () => {
  expect([0, 1, 5_525_300, 5_525_301, 359_999_999].map(formatRaceTime)).toEqual([
    '0:00:00.0',
    '0:00:00.1',
    '1:32:05.3',
    '1:32:05.4',
    '100:00:00.0',
  ])
})

it('reads what a person types, and nothing that could be something else', () => {
  expect(['1:32:05.4', ' 32:05 ', '32.05,4', '٠:٠٠:٠٠.٠'].map(parseRaceTime)).toEqual([
    5_525_400, 1_925_000, 1_925_400, 0,
  ])
  expect(['', '32', '100:00:00', '1:60:00', '32:61', '-1:00', '1:2:3:4', '32:5', 'x'].map(parseRaceTime)).toEqual(
    Array(9).fill(null),
  )
})

it('a pace is minutes and seconds for a km, to the nearest second', () => {
  expect([formatPace(2_719_400, '10k'), formatPace(2_999_999, '10k'), formatPace(25 * 3_605_000, '25k')]).toEqual([
    '4:32 min/km',
    '5:00 min/km',
    '60:05 min/km',
  ])
})

it('a gap has no leading zeros', () => {
  expect([100, 62_000, 754_300, 3_600_000].map(formatGap)).toEqual(['+0:00.1', '+1:02.0', '+12:34.3', '+1:00:00.0'])
})
