import { expect, it } from 'vitest'
import type { MarathonView } from '../../data/overlay.ts'
import { changeMessage } from './change-message.ts'

const EVENT = { startDate: '2027-03-06T06:30:00.000Z', timeZone: 'Europe/Berlin', location: 'Potsdam' } as MarathonView

it('tells a moved time by the hour, and a moved day by the day', () => {
  const earlier = changeMessage({ field: 'startDate', was: '2027-03-06T07:00:00.000Z' }, EVENT, 'Europe/Berlin')
  expect(earlier).toMatch(/^Start moved from 08:00( CET| GMT\+1)? to 07:30( CET| GMT\+1)?\.$/)
  const nextDay = changeMessage({ field: 'startDate', was: '2027-03-05T07:00:00.000Z' }, EVENT, 'Europe/Berlin')
  expect(nextDay).toContain('from Fri 5 Mar 2027, 08:00')
  expect(nextDay).toContain('to Sat 6 Mar 2027, 07:30')
})

it('tells a moved place', () => {
  expect(changeMessage({ field: 'location', was: 'Berlin' }, EVENT, 'UTC')).toBe(
    'Place changed from Berlin to Potsdam.',
  )
})
