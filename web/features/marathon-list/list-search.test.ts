import { describe, expect, it } from 'vitest'
import { marathonRow } from '../../testing/test-account.ts'
import { filterCount, groupsOf, monthChoices } from './list-choices.ts'
import { parseListSearch } from './list-search.ts'

describe('parseListSearch', () => {
  it('leaves out what is usual', () => {
    expect(parseListSearch({ sort: 'desc', q: ' ', distance: '', open: false })).toEqual({})
  })
  it('keeps what is asked for', () => {
    const search = { sort: 'asc', q: 'berlin', distance: '10k', month: '2027-03', open: true }
    expect(parseListSearch(search)).toEqual(search)
    expect(parseListSearch({ sort: 'soonest', compact: 'true' })).toEqual({ sort: 'soonest', compact: true })
  })
  it('opens whatever somebody typed', () => {
    const search = { sort: 'sideways', q: 2027, distance: '42k', month: '2027-13', open: 'perhaps' }
    expect(parseListSearch(search)).toEqual({ q: '2027' })
  })
})

it('counts filters, but not the sort', () => {
  expect(filterCount({ sort: 'asc', compact: true })).toBe(0)
  expect(filterCount({ q: 'a', open: true })).toBe(2)
})

it('offers months from the last one on, over the year’s end', () => {
  const months = monthChoices(Date.parse('2026-12-31T12:00:00Z'), 3)
  expect(months.map(({ value }) => value)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  expect(months[2]?.label).toBe('January 2027')
})

it('puts marathons under the months of their zones, and finished ones under one heading', () => {
  const now = Date.parse('2027-03-01T12:00:00Z')
  const row = (startDate: string, timeZone = 'UTC') => ({
    ...marathonRow(startDate, { startDate, timeZone }),
    pending: null,
  })
  const rows = [
    row('2027-03-01T08:00:00Z'),
    row('2027-03-31T23:30:00Z', 'Europe/Berlin'),
    row('2027-04-01T01:00:00Z', 'Mars/Olympus'),
    row('2027-02-27T08:00:00Z'),
    row('2026-05-05T08:00:00Z'),
  ]
  expect(groupsOf(rows, now).map(({ heading, rows: { length } }) => [heading, length])).toEqual([
    ['March 2027', 1],
    ['April 2027', 2],
    ['Finished', 2],
  ])
})
