import { describe, expect, it } from 'vitest'
import { cancelledMessage, daysLeftLabel, windowMessage, windowTone } from './registration-window.ts'

const EVENT = {
  regStart: '2027-03-01T00:00:00.000Z',
  regEnd: '2027-03-05T23:59:59.999Z',
  timeZone: 'UTC',
}
const at = (text: string) => Date.parse(text)

describe('a registration window in words', () => {
  it.each([
    ['2027-02-01T12:00:00Z', 'Opens Mar 1, 2027', 'closed'],
    ['2027-03-01T00:00:00Z', 'Open, closes in 4 days', 'open'],
    ['2027-03-02T23:00:00Z', 'Open, closes in 3 days', 'soon'],
    ['2027-03-04T23:00:00Z', 'Open, closes tomorrow', 'soon'],
    ['2027-03-05T20:59:00Z', 'Closes today 23:59', 'soon'],
    ['2027-03-05T22:49:59.999Z', 'Closes in 70 min', 'soon'],
    ['2027-03-05T23:59:59.999Z', 'Closes in 1 min', 'soon'],
    ['2027-03-06T00:00:00Z', 'Closed Mar 5, 2027', 'closed'],
  ])('at %s says %s', (now, words, tone) => {
    expect(windowMessage(EVENT, at(now))).toBe(words)
    expect(windowTone(EVENT, at(now))).toBe(tone)
  })

  it("counts days in the event's zone", () => {
    const auckland = { ...EVENT, regEnd: '2027-03-05T10:59:59.999Z', timeZone: 'Pacific/Auckland' }
    // 4 March 12:00 UTC is already the 5th in Auckland, the last day.
    expect(windowMessage(auckland, at('2027-03-04T12:00:00Z'))).toBe('Closes in 22 h 59 min')
  })

  it('names the date where the end is far away or the zone unknown', () => {
    const long = { ...EVENT, regStart: '2026-01-01T00:00:00.000Z' }
    expect(windowMessage(long, at('2026-06-01T00:00:00Z'))).toBe('Open, closes Mar 5, 2027')
    expect(windowMessage({ ...EVENT, timeZone: 'Mars/Olympus' }, at('2027-03-02T00:00:00Z'))).toBe(
      'Open, closes Mar 5, 2027',
    )
  })

  it('is nothing beside a cancellation', () => {
    const cancelled = { ...EVENT, cancelled: 'Storm' }
    const open = at('2027-03-02T12:00:00Z')
    expect([windowMessage(cancelled, open), windowTone(cancelled, open)]).toEqual(['Cancelled', 'danger'])
    expect([cancelledMessage(cancelled), cancelledMessage({ ...EVENT, cancelled: null })]).toEqual([
      'Cancelled: Storm',
      null,
    ])
  })

  it('says the time on the day it opens', () => {
    const noon = { ...EVENT, regStart: '2027-03-01T12:00:00.000Z' }
    expect(windowMessage(noon, at('2027-03-01T08:00:00Z'))).toBe('Opens today 12:00')
  })
})

describe('days left', () => {
  it('rounds up, and says Starting Soon at 0', () => {
    expect(daysLeftLabel('2027-03-05T08:00:00.000Z', at('2027-03-03T09:00:00Z'))).toBe('2 Days Left')
    expect(daysLeftLabel('2027-03-05T08:00:00.000Z', at('2027-03-05T07:59:59Z'))).toBe('1 Days Left')
    expect(daysLeftLabel('2027-03-05T08:00:00.000Z', at('2027-03-05T08:00:00Z'))).toBe('Starting Soon')
  })
})
