import { tzOffset } from '@date-fns/tz/tzOffset'
import { dayIn } from '../../../../contract/time/dates.ts'

// Which moments a time on a wall means, in the time zone of an event. Where clocks go back an hour is there twice, and where
// they go forward it is not there at all.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A time of the day without a day is of the 24 hours that begin so long before the start. */
const BEFORE_START = 3 * HOUR

/**
 * The moments (ms since the epoch) of a time of a day, the first one first: one, none or two.
 * @param ofDay ms since midnight
 */
export function momentsOf(day: string, ofDay: number, timeZone: string): number[] {
  const wall = Date.parse(`${day}T00:00:00Z`) + ofDay
  const offsets = [wall - DAY, wall + DAY].map((at) => tzOffset(timeZone, new Date(at)) * MINUTE)
  const moments = [...new Set(offsets)].map((offset) => wall - offset)
  return moments.filter((at) => at + tzOffset(timeZone, new Date(at)) * MINUTE === wall).sort((a, b) => a - b)
}

/** The moments of a time of the day without a day: that of the race, also behind midnight. @param start ms since the epoch */
export function momentsNear(start: number, ofDay: number, timeZone: string): number[] {
  const from = start - BEFORE_START
  const days = [...new Set([from, from + DAY].map((at) => dayIn(timeZone, new Date(at).toISOString())))]
  return days.flatMap((day) => momentsOf(day, ofDay, timeZone)).filter((at) => at >= from && at < from + DAY)
}

/** The time of the day of a moment, in ms since midnight. */
export function ofDayAt(at: number, timeZone: string): number {
  return (((at + tzOffset(timeZone, new Date(at)) * MINUTE) % DAY) + DAY) % DAY
}
