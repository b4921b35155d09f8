import { afterEach, describe, expect, it, vi } from 'vitest'
import { formatFormDate } from './form-date.ts'
import {
  formatClock,
  formatDay,
  formatDayGb,
  formatDayOfYear,
  formatDayTime,
  formatLeaf,
  formatRange,
  formatSaved,
  formatSavedTime,
  formatTime,
  formatWeekday,
} from './format.ts'

// 5 March 2025, 23:30 in UTC is already the 6th in Berlin.
const LATE = '2025-03-05T23:30:00.000Z'

describe('dates', () => {
  it('shows cards in the en-US short form', () => {
    expect(formatDay('2025-03-05T08:00:00.000Z', 'UTC')).toBe('Mar 5, 2025')
  })

  it('shows the upcoming start in the en-GB form with two digits', () => {
    expect(formatDayGb('2025-03-05T08:00:00.000Z', 'UTC')).toBe('05 Mar 2025')
  })

  it('shows the add form as dd MMM yyyy', () => {
    expect(formatFormDate('2025-09-05T08:00:00.000Z', 'UTC')).toBe('05 Sep 2025')
    expect(formatFormDate(LATE, 'Europe/Berlin')).toBe('06 Mar 2025')
    expect(formatFormDate('nonsense', 'UTC')).toBe('')
  })

  it("shows days in the event's zone, not the reader's", () => {
    expect(formatDay(LATE, 'Europe/Berlin')).toBe('Mar 6, 2025')
    expect(formatDay(LATE, 'America/New_York')).toBe('Mar 5, 2025')
    expect(formatWeekday(LATE, 'Europe/Berlin')).toBe('Thu')
  })

  it('leaves the year out where it is plain', () => {
    expect(formatDayOfYear(LATE, 'Europe/Berlin')).toBe('Mar 6')
  })

  it('takes a day apart like the leaf of a calendar', () => {
    expect(formatLeaf(LATE, 'Europe/Berlin')).toEqual({ day: '6', month: 'Mar', year: '2025' })
  })

  it('joins a registration window', () => {
    expect(formatRange('2025-03-01T00:00:00.000Z', '2025-03-05T23:59:59.999Z', 'UTC')).toBe('Mar 1, 2025 - Mar 5, 2025')
  })

  it('shows nothing for what is no date, and UTC for a zone it does not know', () => {
    expect(formatDay('nonsense', 'UTC')).toBe('')
    expect(formatDayTime('nonsense', 'UTC')).toBe('')
    expect(formatDay(LATE, 'Mars/Olympus')).toBe('Mar 5, 2025')
  })
})

describe('times', () => {
  it("names the zone only where the reader's clock differs", () => {
    expect(formatTime('2025-03-05T07:00:00.000Z', 'Europe/Berlin', 'Europe/Paris')).toBe('08:00')
    expect(formatTime('2025-03-05T07:00:00.000Z', 'Europe/Berlin', 'UTC')).toBe('08:00 CET')
    expect(formatDayTime('2025-03-05T07:00:00.000Z', 'Europe/Berlin', 'Asia/Tokyo')).toBe('Mar 5, 2025, 08:00 CET')
  })

  it('shows midnight as 00:00', () => {
    expect(formatTime('2025-03-05T00:00:00.000Z', 'UTC', 'UTC')).toBe('00:00')
  })

  it('says when something was saved, with the day where it was not today', () => {
    const now = new Date(2025, 2, 5, 15, 0).getTime()
    expect(formatSaved(new Date(2025, 2, 5, 14, 2).getTime(), now)).toBe('Saved 14:02')
    expect(formatSaved(new Date(2025, 2, 3, 14, 2).getTime(), now)).toBe('Saved Mar 3 14:02')
    expect(formatSavedTime(new Date(2025, 2, 5, 14, 2).getTime(), now)).toBe('14:02')
    expect(formatSavedTime(new Date(2025, 2, 3, 14, 2).getTime(), now)).toBe('Mar 3 14:02')
  })
})

it('times of a zone that this browser does not know are in UTC, and say so', () => {
  expect(formatDayTime(LATE, 'Nowhere/Land')).toBe('Mar 5, 2025, 23:30 UTC')
  expect(formatTime(LATE, 'Nowhere/Land', 'Nowhere/Land')).toBe('23:30 UTC')
  expect(formatTime(LATE, 'UTC', 'UTC')).toBe('23:30')
})

describe('a phone that travels with the app open', () => {
  afterEach(() => vi.restoreAllMocks())

  it('shows its times by the zone where it is now', () => {
    const at = Date.parse('2025-03-05T10:00:00.000Z')
    const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset')
    const shown = (minutes: number) => {
      offset.mockReturnValue(minutes)
      return [formatSavedTime(at, at), formatClock(at)]
    }
    expect(shown(300)).toEqual(['05:00', '05:00:00'])
    expect(shown(-60)).toEqual(['11:00', '11:00:00'])
  })
})
