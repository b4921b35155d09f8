import { dayIn, daysLeft, windowState } from '../../../contract/dates.ts'
import { DAY_MS } from '../../../contract/limits.ts'
import { formatDayInText, formatTime } from '../../ui/format/format.ts'

/** A registration window and the zone its days are counted in. */
export type RegistrationWindow = { regStart: string; regEnd: string; timeZone: string }

/** From here on an open window counts as closing soon. */
const SOON_DAYS = 3
/** Beyond this a date says more than a count of days. */
const COUNTED_DAYS = 60

/** Calendar days from `now` to the instant, in the event's zone: 0 is today, 1 tomorrow. */
function calendarDays(now: number, instant: string, timeZone: string): number {
  const today = Date.parse(dayIn(timeZone, new Date(now).toISOString()))
  return Math.round((Date.parse(dayIn(timeZone, instant)) - today) / DAY_MS)
}

/** How a window is marked: open, closing soon, or closed (not yet open counts as closed). */
export function windowTone(marathon: RegistrationWindow, now: number): 'open' | 'soon' | 'closed' {
  if (windowState(marathon, now) !== 'open') return 'closed'
  return calendarDays(now, marathon.regEnd, marathon.timeZone) <= SOON_DAYS ? 'soon' : 'open'
}

/** 'Opens 5 Mar 2027', 'Open, closes in 3 days', 'Closes today 18:00', 'Closed 5 Mar 2027'. */
export function windowMessage(marathon: RegistrationWindow, now: number): string {
  const { regStart, regEnd, timeZone } = marathon
  switch (windowState(marathon, now)) {
    case 'before':
      return calendarDays(now, regStart, timeZone) === 0
        ? `Opens today ${formatTime(regStart, timeZone)}`
        : `Opens ${formatDayInText(regStart, timeZone)}`
    case 'after':
      return `Closed ${formatDayInText(regEnd, timeZone)}`
    case 'open': {
      const days = calendarDays(now, regEnd, timeZone)
      if (days <= 0) return `Closes today ${formatTime(regEnd, timeZone)}`
      if (days === 1) return 'Open, closes tomorrow'
      // A zone that this browser does not know counts no days, but it still has a date.
      if (days <= COUNTED_DAYS) return `Open, closes in ${days} days`
      return `Open, closes ${formatDayInText(regEnd, timeZone)}`
    }
  }
}

/** '{n} Days Left', or 'Starting Soon' once nothing is left to count (specification, section 4). */
export function daysLeftLabel(startDate: string, now: number): string {
  const days = daysLeft(startDate, now)
  return days > 0 ? `${days} Days Left` : 'Starting Soon'
}
