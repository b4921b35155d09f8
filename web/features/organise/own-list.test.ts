import { expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/limits.ts'
import { marathonRow } from '../../testing/test-account.ts'
import { chosenRows, countByChoice } from './own-list.ts'
import { whenIs } from './when.ts'

const NOW = Date.parse('2027-05-10T12:00:00.000Z')
const event = (title: string, startDate: string, location = 'Kiel') => ({
  ...marathonRow(`event-${title}`, { title, startDate, location }),
  pending: null,
})
const ROWS = [
  event('Later', '2027-07-01T08:00:00.000Z'),
  event('Long ago', '2026-07-01T08:00:00.000Z', 'Århus'),
  event('This morning', '2027-05-10T07:00:00.000Z'),
  event('Soon', '2027-05-12T08:00:00.000Z', 'Århus'),
  event('Last week', '2027-05-03T08:00:00.000Z'),
  event('Tonight', '2027-05-10T18:00:00.000Z'),
]
const titles = (...[choice, text = '']: [Parameters<typeof chosenRows>[1], string?]) =>
  chosenRows(ROWS, choice, text, NOW).map(({ title }) => title)

it('a race is of today from its own midnight on, and past once it counts as finished', () => {
  const at = (timeZone: string, startDate: string) => whenIs({ timeZone, startDate }, NOW)
  // It is the 11th in Auckland already.
  expect(at('Pacific/Auckland', '2027-05-11T10:00:00.000Z')).toBe('today')
  expect(at('Pacific/Auckland', '2027-05-11T12:00:00.000Z')).toBe('ahead')
  expect(at('UTC', '2027-05-10T23:00:00.000Z')).toBe('today')
  expect(at('UTC', '2027-05-11T00:00:00.000Z')).toBe('ahead')
  expect(at('UTC', '2027-05-10T00:30:00.000Z')).toBe('today')
  expect(at('UTC', new Date(NOW - DAY_MS / 2).toISOString())).toBe('past')
})

it('all keeps the order of the rows, and the other chips are by start, past ones latest first', () => {
  expect(titles('all')).toEqual(ROWS.map(({ title }) => title))
  expect(titles('today')).toEqual(['This morning', 'Tonight'])
  expect(titles('ahead')).toEqual(['Soon', 'Later'])
  expect(titles('past')).toEqual(['Last week', 'Long ago'])
})

it('finds a part of the title or the place, in any case and without accents', () => {
  expect(titles('all', 'aarhus')).toEqual(['Long ago', 'Soon'])
  expect(titles('ahead', ' LATE')).toEqual(['Later'])
})

it('each chip counts its rows', () => {
  expect(countByChoice(ROWS, NOW)).toEqual({ today: 2, ahead: 2, past: 2, all: 6 })
})
