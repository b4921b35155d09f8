import { expect, it } from 'vitest'
import type { MarathonView } from '../../store/overlay.ts'
import { marathonRow } from '../../testing/test-account.ts'
import { checkMarathon } from './marathon-rules.ts'
import { oneYearLater } from './one-year-later.ts'

const event = (part: Partial<MarathonView>): MarathonView => ({
  ...marathonRow('event-0001', { timeZone: 'Europe/Berlin' }),
  pending: null,
  ...part,
})

it('keeps the weekday and the time on the clock where daylight saving differs', () => {
  // On the last Sunday of October 2026 winter time began, and on the same Sunday of 2027 it is still summer time.
  const winter = oneYearLater(event({ startDate: '2026-10-25T09:00:00.000Z' }))
  expect([winter.startDate, winter.startTime]).toEqual(['2027-10-24', '10:00'])
  expect(checkMarathon(winter).data?.startDate).toBe('2027-10-24T08:00:00.000Z')
  const summer = oneYearLater(event({ startDate: '2027-03-28T07:30:00.000Z' }))
  expect([summer.startDate, summer.startTime]).toEqual(['2028-03-26', '09:30'])
})

it.each([
  ['from 29 February', '2028-02-29T08:00:00.000Z', '2029-02-27'],
  ['over 29 February', '2027-03-07T08:00:00.000Z', '2028-03-05'],
  ['over New Year', '2027-01-01T08:00:00.000Z', '2027-12-31'],
])('keeps the weekday %s', (_what, startDate, later) => {
  expect(oneYearLater(event({ startDate })).startDate).toBe(later)
  expect(new Date(later).getUTCDay()).toBe(new Date(startDate).getUTCDay())
})

it('takes the days of the window from the clock at the place', () => {
  const auckland = { regStart: '2027-01-31T11:00:00.000Z', regEnd: '2027-02-28T10:59:59.999Z' }
  const values = oneYearLater(event({ ...auckland, timeZone: 'Pacific/Auckland' }))
  expect([values.regStart, values.regEnd]).toEqual(['2028-01-31', '2028-02-27'])
})

it('is a new event with the same fields, not cancelled, with its capacity and nobody in it', () => {
  const values = oneYearLater(event({ capacity: 300, regCount: 42, waitingCount: 3, cancelled: 'Storm' }))
  const { data } = checkMarathon(values)
  const { title, location, distance, description, image, timeZone } = event({})
  expect(data).toMatchObject({ title, location, distance, description, image, timeZone, capacity: 300 })
  expect(Object.keys(data ?? {})).not.toContain('cancelled')
  expect(oneYearLater(event({ capacity: null })).capacity).toBe('')
})

it('leaves the days empty where this browser does not know the zone', () => {
  expect(oneYearLater(event({ timeZone: 'Mars/Olympus' })).startDate).toBe('')
})

it('lets places be handed on until a day a year later, and deferred to no event', () => {
  const values = oneYearLater(event({ handOverUntil: '2027-01-20T22:59:59.999Z', deferTo: 'event-0002' }))
  expect([values.handOverUntil, values.deferTo]).toEqual(['2028-01-19', ''])
  expect(checkMarathon({ ...values, handOverUntil: '' }).data).toMatchObject({ handOverUntil: null, deferTo: null })
})
