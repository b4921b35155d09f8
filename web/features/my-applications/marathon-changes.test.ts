import { expect, it } from 'vitest'
import { marathonChanges } from './marathon-changes.ts'

const copy = { startDate: '2027-03-05T07:00:00.000Z' }
const live = { ...copy, timeZone: 'Europe/Berlin' }

it('is quiet while the event is as it was', () => {
  expect(marathonChanges(copy, live)).toEqual([])
})

it('tells a moved start by its time, in the event’s zone', () => {
  expect(marathonChanges(copy, { ...live, startDate: '2027-03-05T06:30:00.000Z' })).toEqual([
    'Start moved from 08:00 to 07:30',
  ])
})

it('tells the day as well where it changed', () => {
  expect(marathonChanges(copy, { ...live, startDate: '2027-03-06T06:30:00.000Z' })).toEqual([
    'Start moved from Mar 5, 2027, 08:00 to Mar 6, 2027, 07:30',
  ])
})

it('tells that the event is gone', () => {
  expect(marathonChanges(copy, null)).toEqual(['This event was deleted'])
})

it('tells a cancellation before all else', () => {
  expect(marathonChanges(copy, { ...live, startDate: '2027-03-05T06:30:00.000Z', cancelled: 'Storm' })).toEqual([
    'This event is cancelled',
    'Start moved from 08:00 to 07:30',
  ])
})
