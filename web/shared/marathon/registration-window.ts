import { dayIn, daysLeft, isRegistrationOpen, windowState } from '../../../contract/dates.ts'
import { DAY_MS } from '../../../contract/limits.ts'
import { formatDayInText, formatTime } from '../../ui/format/format.ts'

/**
 * A registration window, the zone in which its days are counted, and why the marathon is cancelled. The public lists
 * and rows of an older version have no `cancelled`.
 */
export type RegistrationWindow = { regStart: string; regEnd: string; timeZone: string; cancelled?: string | null }

/** An open window with this many days left, or fewer, is marked as closing soon. */
const SOON_DAYS = 3
/** With more days left, the text shows the date and not the number of days. */
const COUNTED_DAYS = 60

/** Calendar days from `now` to the instant, in the marathon's own zone: 0 is today, 1 is tomorrow. */
function calendarDays(now: number, instant: string, timeZone: string): number {
  const today = Date.parse(dayIn(timeZone, new Date(now).toISOString()))
  return Math.round((Date.parse(dayIn(timeZone, instant)) - today) / DAY_MS)
}

/** The tone of a window's badge. A window that is not open yet counts as closed. */
export function windowTone(marathon: RegistrationWindow, now: number): 'open' | 'soon' | 'closed' | 'danger' {
  if (marathon.cancelled) return 'danger'
  if (!isRegistrationOpen(marathon, now)) return 'closed'
  return calendarDays(now, marathon.regEnd, marathon.timeZone) <= SOON_DAYS ? 'soon' : 'open'
}

/** 'Opens 5 Mar 2027', 'Open, closes in 3 days', 'Closes today 18:00', 'Closed 5 Mar 2027', 'Cancelled'. */
export function windowMessage(marathon: RegistrationWindow, now: number): string {
  const { regStart, regEnd, timeZone } = marathon
  if (marathon.cancelled) return 'Cancelled'
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
      // In a zone that the browser does not know, `days` is NaN. The comparison is then false, and the text shows the
      // date.
      if (days <= COUNTED_DAYS) return `Open, closes in ${days} days`
      return `Open, closes ${formatDayInText(regEnd, timeZone)}`
    }
  }
}

/** 'Cancelled: the river is over its banks'; null for a marathon that takes place. */
export function cancelledMessage({ cancelled }: { cancelled?: string | null }): string | null {
  return cancelled ? `Cancelled: ${cancelled}` : null
}

/** '{n} Days Left', or 'Starting Soon' if no day is left (specification, section 4). */
export function daysLeftLabel(startDate: string, now: number): string {
  const days = daysLeft(startDate, now)
  return days > 0 ? `${days} Days Left` : 'Starting Soon'
}
