import { describe, expect, it } from 'vitest'
import { dayIn, daysLeft, windowState } from './dates.ts'
import { canonicalTimeZone, toInstant, toUpdatedInstant } from './instants.ts'

describe('toInstant', () => {
  it.each([
    ['2027-03-05T08:00:00.000Z', 'UTC', '2027-03-05T08:00:00.000Z'],
    ['2027-03-05T08:00:00Z', 'Asia/Tokyo', '2027-03-05T08:00:00.000Z'],
    ['2027-03-05T08:00+02:00', 'UTC', '2027-03-05T06:00:00.000Z'],
    ['2027-03-05T08:00:00+0530', 'UTC', '2027-03-05T02:30:00.000Z'],
    ['2027-03-05', 'Europe/Berlin', '2027-03-04T23:00:00.000Z'],
    ['2027-03-05T08:00', 'Europe/Berlin', '2027-03-05T07:00:00.000Z'],
    ['2027-07-05T08:00:30', 'America/New_York', '2027-07-05T12:00:30.000Z'],
  ])('reads %s in %s as %s', (text, zone, instant) => {
    expect(toInstant(text, zone)).toBe(instant)
  })

  it('ends a day at its last millisecond, on the days the clocks change too', () => {
    expect(toInstant('2027-03-05', 'Europe/Berlin', 'end')).toBe('2027-03-05T22:59:59.999Z')
    expect(toInstant('2027-03-28', 'Europe/Berlin', 'end')).toBe('2027-03-28T21:59:59.999Z')
    expect(toInstant('2027-10-31', 'Europe/Berlin', 'end')).toBe('2027-10-31T22:59:59.999Z')
  })

  it.each([
    '',
    'soon',
    '2027-02-30',
    '2027-13-01',
    '2027-02-30T08:00:00Z',
    '2027-03-05T25:00',
    '5 Mar 2027',
    '-000001-01-01T00:00:00Z',
  ])('finds no instant in %j', (text) => {
    expect(toInstant(text, 'UTC')).toBeNull()
  })
})

describe('toUpdatedInstant', () => {
  // 23:30 in Berlin is 22:30 UTC on the same day; 00:30 in Berlin is the day before in UTC.
  const stored = '2027-03-04T23:30:00.000Z'

  it.each(['2027-03-04', '2027-03-05'])('leaves the stored time for its own day %s, in UTC or in the zone', (day) => {
    expect(toUpdatedInstant(day, stored, 'Europe/Berlin')).toBe(stored)
  })

  it('moves to the start of another day in the zone', () => {
    expect(toUpdatedInstant('2027-03-06', stored, 'Europe/Berlin')).toBe('2027-03-05T23:00:00.000Z')
  })

  it('takes a full instant as it is', () => {
    expect(toUpdatedInstant('2027-03-05T00:00:00Z', stored, 'Europe/Berlin')).toBe('2027-03-05T00:00:00.000Z')
  })
})

describe('windowState', () => {
  const marathon = { regStart: '2027-03-05T00:00:00.000Z', regEnd: '2027-03-06T23:59:59.999Z' }

  it.each([
    ['2027-03-04T23:59:59.999Z', 'before'],
    ['2027-03-05T00:00:00.000Z', 'open'],
    ['2027-03-06T23:59:59.999Z', 'open'],
    ['2027-03-07T00:00:00.000Z', 'after'],
  ])('at %s says %s', (now, state) => {
    expect(windowState(marathon, Date.parse(now))).toBe(state)
  })
})

describe('daysLeft', () => {
  it.each([
    ['2027-03-05T00:00:00.001Z', 1],
    ['2027-03-06T00:00:00.000Z', 1],
    ['2027-03-06T00:00:00.001Z', 2],
    ['2027-03-05T00:00:00.000Z', 0],
  ])('to %s are %i', (start, days) => {
    expect(daysLeft(start, Date.parse('2027-03-05T00:00:00.000Z'))).toBe(days)
  })
})

it('knows a time zone from other words', () => {
  const unknown = ['', 'Berlin', '+01:00', 'Europe/Atlantis', 'utc/../x', 'SystemV/PST8', 'EST', 'Etc/GMT+99']
  expect(unknown.map(canonicalTimeZone)).toEqual(unknown.map(() => null))
})

it.each([
  'UTC',
  'Europe/Berlin',
  'Europe/Kyiv',
  'America/Argentina/Buenos_Aires',
  'America/Port-au-Prince',
  'Africa/Dar_es_Salaam',
  'Asia/Kolkata',
  'Asia/Calcutta',
  'Asia/Ho_Chi_Minh',
  'Etc/GMT+5',
])('has one spelling of a time zone, in whatever case it comes: %s', (zone) => {
  const turned = zone.replace(/[a-z]/gi, (letter, at) => (at % 2 ? letter.toUpperCase() : letter.toLowerCase()))
  for (const name of [zone, zone.toLowerCase(), zone.toUpperCase(), turned]) expect(canonicalTimeZone(name)).toBe(zone)
})

it('says the zone that an old name without a region stands for', () => {
  expect(['US/Pacific', 'us/pacific', 'Etc/UTC'].map(canonicalTimeZone)).toEqual([
    'America/Los_Angeles',
    'America/Los_Angeles',
    'UTC',
  ])
})

it('names the day of an instant in a zone', () => {
  expect(dayIn('Asia/Tokyo', '2027-03-04T23:30:00.000Z')).toBe('2027-03-05')
})
