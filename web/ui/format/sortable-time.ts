import { tzOffset } from '@date-fns/tz'

/** A time as a spreadsheet reads and sorts it, by the clock of a time zone (UTC for an unknown one). */
export function sortableTime(instant: string, timeZone: string): string {
  const date = new Date(instant)
  const wallClock = new Date(date.getTime() + (tzOffset(timeZone, date) || 0) * 60_000)
  return wallClock.toISOString().slice(0, 19).replace('T', ' ')
}
