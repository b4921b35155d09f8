import { expect, it } from 'vitest'
import { raceMoment } from './race-moment.ts'

const START = '2027-03-05T08:00:00.000Z'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

function moment(ms: number, cancelled: string | null = null): string {
  const race = { startDate: START, timeZone: 'Asia/Tokyo', cancelled }
  return raceMoment(race, Date.parse(START) - ms)
}

it('counts hours and minutes within a day, and rounds what is left up', () => {
  expect(moment(2 * HOUR_MS + 33 * MINUTE_MS)).toBe('in 2 h 33 min')
  expect(moment(32.5 * MINUTE_MS)).toBe('in 33 min')
  expect(moment(1)).toBe('in 1 min')
  expect(moment(24 * HOUR_MS - 1)).toBe('in 24 h 0 min')
})

it('counts the days of the calendar at the place before that', () => {
  // 5 March, 17:00 in Tokyo.
  expect(moment(24 * HOUR_MS)).toBe('tomorrow')
  expect(moment(40 * HOUR_MS)).toBe('tomorrow')
  expect(moment(42 * HOUR_MS)).toBe('in 2 days')
  expect(moment(99 * 24 * HOUR_MS)).toBe('in 99 days')
})

it('tells a race under way, a finished one and a cancelled one', () => {
  expect(moment(0)).toBe('under way for 0 min')
  expect(moment(-74.9 * MINUTE_MS)).toBe('under way for 1 h 14 min')
  expect(moment(-12 * HOUR_MS)).toBe('finished')
  expect(moment(HOUR_MS, 'Storm')).toBe('cancelled')
})

it('counts hours to the end of the long day on which the clocks are set back', () => {
  const race = { startDate: '2027-10-31T22:30:00.000Z', timeZone: 'Europe/Berlin', cancelled: null }
  // 00:10 and 23:30 in Berlin.
  expect(raceMoment(race, Date.parse('2027-10-30T22:10:00.000Z'))).toBe('in 24 h 20 min')
})
