import { DAY_MS } from '../../contract/limits.ts'
import { dayIn, daysLeft, isRegistrationOpen, windowState } from '../../contract/time/dates.ts'
import * as texts from '../texts/compiled/marathon.js'
import { formatDay, formatTime } from '../ui/format/format.ts'
import { formatSpan } from '../ui/format/format-span.ts'

/**
 * A registration window, the zone in which its days are counted, and why the marathon is cancelled. The public lists
 * have no `cancelled`.
 */
export type RegistrationWindow = { regStart: string; regEnd: string; timeZone: string; cancelled?: string | null }

/** An open window with this many days left, or fewer, is marked as closing soon. */
const SOON_DAYS = 3
/** Within this time its minutes count, and not the time of day. */
const NEAR_MS = 2 * 3_600_000
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

/** The close of a window, with what a text says of it. */
type Close =
  | { is: 'today'; time: string }
  | { is: 'tomorrow' }
  | { is: 'in-days'; days: number }
  | { is: 'far'; day: string }

/** How far away the close of an open window is. */
export function closeOf({ regEnd, timeZone }: RegistrationWindow, now: number): Close {
  const days = calendarDays(now, regEnd, timeZone)
  if (days <= 0) return { is: 'today', time: formatTime(regEnd, timeZone) }
  if (days === 1) return { is: 'tomorrow' }
  // In a zone that the browser does not know, `days` is NaN. The comparison is then false, and the text shows the date.
  if (days <= COUNTED_DAYS) return { is: 'in-days', days }
  return { is: 'far', day: formatDay(regEnd, timeZone) }
}

/** 'Opens Mar 5, 2027', 'Open, closes in 3 days', 'Closes today 18:00', 'Closes in 70 min', 'Closed Mar 5, 2027'. */
export function windowMessage(marathon: RegistrationWindow, now: number): string {
  const { regStart, regEnd, timeZone } = marathon
  if (marathon.cancelled) return texts.cancelled()
  switch (windowState(marathon, now)) {
    case 'before':
      return calendarDays(now, regStart, timeZone) === 0
        ? soonOr(regStart, timeZone, now, texts.opensIn, texts.opensToday)
        : texts.opensOn({ day: formatDay(regStart, timeZone) })
    case 'after':
      return texts.closedOn({ day: formatDay(regEnd, timeZone) })
    case 'open': {
      const close = closeOf(marathon, now)
      if (close.is === 'today') return soonOr(regEnd, timeZone, now, texts.closesIn, texts.closesToday)
      if (close.is === 'tomorrow') return texts.openClosesTomorrow()
      if (close.is === 'in-days') return texts.openClosesInDays({ days: close.days })
      return texts.openClosesOn({ day: close.day })
    }
  }
}

/** How long it is until a moment of today, if it is near, or if the reader's clock shows another time; else its time. */
function soonOr(
  instant: string,
  timeZone: string,
  now: number,
  within: (values: { span: string }) => string,
  at: (values: { time: string }) => string,
): string {
  const left = Date.parse(instant) - now
  const time = formatTime(instant, timeZone, timeZone)
  return left < NEAR_MS || time !== formatTime(instant, timeZone) ? within({ span: formatSpan(left) }) : at({ time })
}

/** 'Cancelled: the river is over its banks'; null for a marathon that takes place. */
export function cancelledMessage({ cancelled }: { cancelled?: string | null }): string | null {
  return cancelled ? texts.cancelledBecause({ reason: cancelled }) : null
}

/** '{n} Days Left', or 'Starting Soon' if no day is left (specification, section 4). */
export function daysLeftLabel(startDate: string, now: number): string {
  const days = daysLeft(startDate, now)
  return days > 0 ? texts.daysLeft({ days }) : texts.startingSoon()
}
