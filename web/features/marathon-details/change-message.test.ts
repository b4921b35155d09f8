import { expect, it } from 'vitest'
import type { MarathonView } from '../../store/overlay.ts'
import { changeMessage } from './change-message.ts'

const EVENT = { startDate: '2027-03-06T06:30:00.000Z', timeZone: 'Europe/Berlin', location: 'Potsdam' } as MarathonView

it('tells a moved time by the hour, and a moved day by the day', () => {
  const earlier = changeMessage({ field: 'startDate', was: '2027-03-06T07:00:00.000Z' }, EVENT, 'Europe/Berlin')
  expect(earlier).toMatch(/^Start moved from 08:00( CET| GMT\+1)? to 07:30( CET| GMT\+1)?\.$/)
  const nextDay = changeMessage({ field: 'startDate', was: '2027-03-05T07:00:00.000Z' }, EVENT, 'Europe/Berlin')
  expect(nextDay).toContain('from Fri Mar 5, 2027, 08:00')
  expect(nextDay).toContain('to Sat Mar 6, 2027, 07:30')
})

it('tells a moved place', () => {
  expect(changeMessage({ field: 'location', was: 'Berlin' }, EVENT, 'UTC')).toBe(
    'Place changed from Berlin to Potsdam.',
  )
})

it('tells a moved window like a moved start', () => {
  const event = { ...EVENT, regStart: '2027-01-01T23:00:00.000Z', regEnd: '2027-02-02T22:59:59.999Z' }
  const opens = changeMessage({ field: 'regStart', was: '2026-12-31T23:00:00.000Z' }, event, 'Europe/Berlin')
  expect(opens).toMatch(/^Opening of registration moved from Fri Jan 1, 2027, 00:00.* to Sat Jan 2, 2027, 00:00/)
  const closes = changeMessage({ field: 'regEnd', was: '2027-02-02T17:00:00.000Z' }, event, 'Europe/Berlin')
  expect(closes).toMatch(/^Close of registration moved from 18:00.* to 23:59/)
})

it('tells a cancellation with its reason, and that it was taken back', () => {
  expect(changeMessage({ field: 'cancelled', was: null }, { ...EVENT, cancelled: 'Storm' }, 'UTC')).toBe(
    'Cancelled: Storm',
  )
  expect(changeMessage({ field: 'cancelled', was: 'Storm' }, { ...EVENT, cancelled: null }, 'UTC')).toBe(
    'The event takes place again.',
  )
})
