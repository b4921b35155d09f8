import { TZDate, tzOffset } from '@date-fns/tz'
import { DAY_MS, PAST_MARATHON_DAYS } from './limits.ts'

const MINUTE_MS = 60_000
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/
const DATE_ONLY = /^(\d{4})-(\d{2})-(\d{2})$/
const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/

/** Is this an IANA time zone that this runtime can compute with? */
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
 * The canonical instant (ISO 8601, UTC, milliseconds) that `text` names, or null where it names none.
 * A date alone is read in `timeZone`: its first millisecond, or its last where `edge` is `end`
 * (a registration window closes at the END of its last day). A time without an offset is read in `timeZone`.
 */
export function toInstant(text: string, timeZone: string, edge: 'start' | 'end' = 'start'): string | null {
  if (INSTANT.test(text)) return canonical(Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')), text)
  const day = DATE_ONLY.exec(text)
  if (day) {
    const [y, m, d] = [Number(day[1]), Number(day[2]), Number(day[3])]
    if (!isCalendarDay(y, m, d)) return null
    const next = edge === 'end' ? 1 : 0
    return canonical(new TZDate(y, m - 1, d + next, 0, 0, 0, 0, timeZone).getTime() - next)
  }
  const local = LOCAL_TIME.exec(text)
  if (local) {
    const [y, m, d, h, min, s] = local.slice(1).map((part) => Number(part ?? 0)) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    if (!isCalendarDay(y, m, d) || h > 23 || min > 59 || s > 59) return null
    return canonical(new TZDate(y, m - 1, d, h, min, s, 0, timeZone).getTime())
  }
  return null
}

function isCalendarDay(y: number, m: number, d: number): boolean {
  const date = new Date(Date.UTC(y, m - 1, d))
  return date.getUTCMonth() === m - 1 && date.getUTCDate() === d
}

/** Text order is time order only while years have four digits and no sign. */
function canonical(ms: number, original?: string): string | null {
  if (Number.isNaN(ms) || ms < 0 || ms >= Date.UTC(9999, 11, 31)) return null
  // Date.parse rolls 2026-02-31 over into March; a day that is not in the calendar is no instant.
  if (original) {
    const [y, m, d] = original.slice(0, 10).split('-').map(Number) as [number, number, number]
    if (!isCalendarDay(y, m, d)) return null
  }
  return new Date(ms).toISOString()
}

/** The calendar day (`yyyy-mm-dd`) of an instant in a time zone. */
export function dayIn(timeZone: string, instant: string): string {
  const date = new Date(instant)
  // The zone's wall clock, written as if it were UTC: a list asks this of every card.
  const wallClock = new Date(date.getTime() + tzOffset(timeZone, date) * MINUTE_MS)
  const pad = (n: number) => String(n).padStart(2, '0')
  return `${wallClock.getUTCFullYear()}-${pad(wallClock.getUTCMonth() + 1)}-${pad(wallClock.getUTCDate())}`
}

/**
 * The instant an update means. A date alone that names the stored instant's day, in UTC or in the
 * event's zone, changes nothing: a save by an older client never moves a race or erases its start time.
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

/** What the registration window says at `now` (ms since the epoch): both ends belong to it. */
export function windowState(marathon: { regStart: string; regEnd: string }, now: number): 'before' | 'open' | 'after' {
  if (now < Date.parse(marathon.regStart)) return 'before'
  return now <= Date.parse(marathon.regEnd) ? 'open' : 'after'
}

/** Days between `now` and the start, rounded up; 0 or less once it started (specification, section 4). */
export function daysLeft(startDate: string, now: number): number {
  return Math.ceil((Date.parse(startDate) - now) / DAY_MS)
}

/** Events that started before this instant are pulled only by those who own them or applied to them. */
export function pastMarathonCutoff(now: number): string {
  return new Date(now - PAST_MARATHON_DAYS * DAY_MS).toISOString()
}
