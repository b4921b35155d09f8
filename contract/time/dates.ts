import { tzOffset } from '@date-fns/tz/tzOffset'
import { DAY_MS, PAST_MARATHON_DAYS } from '../limits.ts'

const MINUTE_MS = 60_000

/** The calendar day (`yyyy-mm-dd`) of an instant in a time zone. It is none where this runtime does not know the zone. */
export function dayIn(timeZone: string, instant: string): string {
  const date = new Date(instant)
  // The local time of the zone, written as if it were UTC. This is fast: a list calls it for every card.
  const wallClock = new Date(date.getTime() + tzOffset(timeZone, date) * MINUTE_MS)
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${wallClock.getUTCFullYear()}-${pad(wallClock.getUTCMonth() + 1)}-${pad(wallClock.getUTCDate())}`
}

/** Is `now` (ms since the epoch) before, in or after the registration window? Both ends belong to the window. */
export function windowState(marathon: { regStart: string; regEnd: string }, now: number): 'before' | 'open' | 'after' {
  if (now < Date.parse(marathon.regStart)) return 'before'
  return now <= Date.parse(marathon.regEnd) ? 'open' : 'after'
}

/**
 * May somebody apply at `now` (ms since the epoch)? The window is open and the marathon is not cancelled. One of the public
 * lists has no `cancelled`.
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
