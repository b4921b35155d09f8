import { expect, it } from 'vitest'
import { countdownMessage, countdownParts, secondsLeft } from './countdown-parts.ts'

it('floors at 0 after the start', () => {
  expect(secondsLeft('2027-03-05T08:00:00.000Z', Date.parse('2027-03-05T08:00:01Z'))).toBe(0)
  expect(secondsLeft('nonsense', 0)).toBe(0)
})

it('splits seconds into days, hours, minutes and seconds', () => {
  const left = secondsLeft('2027-03-05T08:00:00.000Z', Date.parse('2027-03-03T06:58:57Z'))
  expect(countdownParts(left)).toEqual({ days: 2, hours: 1, minutes: 1, seconds: 3 })
  expect(countdownMessage(countdownParts(left))).toBe('2 days 1 hour 1 minute')
})
