import { TZDate, tzOffset } from '@date-fns/tz'
import { DAY_MS, PAST_MARATHON_DAYS } from './limits.ts'

const MINUTE_MS = 60_000
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/
const DATE_ONLY = /^(\d{4})-(\d{2})-(\d{2})$/
const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/

/**
 * The date fields of a marathon, and which end of a day a date alone means: the registration window closes at the END
 * of its last day.
 */
export const DATE_FIELDS = [
  ['regStart', 'start'],
  ['regEnd', 'end'],
  ['startDate', 'start'],
] as const

/** Is this the name of an IANA time zone that this runtime knows? */
export function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Za-z_]+\/[A-Za-z0-9_+\-/]+$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function isDateOnly(text: string): boolean {
  return DATE_ONLY.test(text)
}

/**
 * The canonical instant (ISO 8601, UTC, milliseconds) that `text` means, or null if it means none.
 * - A date alone means its first millisecond in `timeZone`, or its last with `edge` = `end` (a registration window
 *   closes at the END of its last day).
 * - A time without an offset is a time in `timeZone`.
 */
export function toInstant(text: string, timeZone: string, edge: 'start' | 'end' = 'start'): string | null {
  if (INSTANT.test(text)) return canonical(Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')), text)
  const day = DATE_ONLY.exec(text)
  if (day) {
    const [year, month, date] = [Number(day[1]), Number(day[2]), Number(day[3])]
    if (!isCalendarDay(year, month, date)) return null
    // The end of a day is the first millisecond of the next day, minus 1 ms.
    const next = edge === 'end' ? 1 : 0
    return canonical(new TZDate(year, month - 1, date + next, 0, 0, 0, 0, timeZone).getTime() - next)
  }
  const local = LOCAL_TIME.exec(text)
  if (local) {
    const [year, month, date, hour, minute, second] = local.slice(1).map((part) => Number(part ?? 0)) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    if (!isCalendarDay(year, month, date) || hour > 23 || minute > 59 || second > 59) return null
    return canonical(new TZDate(year, month - 1, date, hour, minute, second, 0, timeZone).getTime())
  }
  return null
}

/** Does this day exist? @param month from 1 */
function isCalendarDay(year: number, month: number, date: number): boolean {
  const day = new Date(Date.UTC(year, month - 1, date))
  return day.getUTCMonth() === month - 1 && day.getUTCDate() === date
}

/**
 * An instant as canonical text, or null before 1970 and from 9999-12-31 on. With a year of four digits and no sign, the
 * order of the texts is the order of the times.
 * @param ms since the epoch, or NaN
 */
function canonical(ms: number, original?: string): string | null {
  if (Number.isNaN(ms) || ms < 0 || ms >= Date.UTC(9999, 11, 31)) return null
  const instant = new Date(ms).toISOString()
  // Date.parse reads 2026-02-31 as a day in March, so the day in another text is checked.
  if (original && original !== instant) {
    const [year, month, date] = original.slice(0, 10).split('-').map(Number) as [number, number, number]
    if (!isCalendarDay(year, month, date)) return null
  }
  return instant
}

/** The calendar day (`yyyy-mm-dd`) of an instant in a time zone. */
export function dayIn(timeZone: string, instant: string): string {
  const date = new Date(instant)
  // The local time of the zone, written as if it were UTC. This is fast: a list calls it for every card.
  const wallClock = new Date(date.getTime() + tzOffset(timeZone, date) * MINUTE_MS)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${wallClock.getUTCFullYear()}-${pad(wallClock.getUTCMonth() + 1)}-${pad(wallClock.getUTCDate())}`
}

/**
 * The instant that a date in an update means. A date alone that names the day of the stored instant, in UTC or in the
 * marathon's time zone, means the stored instant. Older clients save all dates without a time, and such a save must not
 * move a marathon or lose its start time.
 * @returns a canonical instant, or null if the text means none
 */
export function toUpdatedInstant(
  text: string,
  stored: string,
  timeZone: string,
  edge: 'start' | 'end' = 'start',
): string | null {
  if (isDateOnly(text) && (text === dayIn('UTC', stored) || text === dayIn(timeZone, stored))) return stored
  return toInstant(text, timeZone, edge)
}

/** Is `now` (ms since the epoch) before, in or after the registration window? Both ends belong to the window. */
export function windowState(marathon: { regStart: string; regEnd: string }, now: number): 'before' | 'open' | 'after' {
  if (now < Date.parse(marathon.regStart)) return 'before'
  return now <= Date.parse(marathon.regEnd) ? 'open' : 'after'
}

/**
 * May somebody apply at `now` (ms since the epoch)? The window is open and the marathon is not cancelled. A phone may
 * hold marathons of an older version, without `cancelled`.
 */
export function isRegistrationOpen(
  marathon: { regStart: string; regEnd: string; cancelled?: string | null },
  now: number,
): boolean {
  return !marathon.cancelled && windowState(marathon, now) === 'open'
}

/** Days from `now` to the start, rounded up; 0 or less after the start (specification, section 4). */
export function daysLeft(startDate: string, now: number): number {
  return Math.ceil((Date.parse(startDate) - now) / DAY_MS)
}

/**
 * The start of the 30-day window of the pull. Of marathons that start earlier, only the owner, applicants and helpers
 * get changes.
 * @param now ms since the epoch
 * @returns a canonical instant
 */
export function pastMarathonCutoff(now: number): string {
  return new Date(now - PAST_MARATHON_DAYS * DAY_MS).toISOString()
}
