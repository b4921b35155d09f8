import { expect, it } from 'vitest'
import { sortableTime } from './sortable-time.ts'

it('writes a time as spreadsheets sort it, by the clock of the time zone', () => {
  expect(sortableTime('2027-07-05T22:40:05.123Z', 'Europe/Berlin')).toBe('2027-07-06 00:40:05')
  expect(sortableTime('2027-01-05T22:40:05.000Z', 'Asia/Kolkata')).toBe('2027-01-06 04:10:05')
  expect(sortableTime('2027-01-05T22:40:05.000Z', 'No/Zone')).toBe('2027-01-05 22:40:05')
})
