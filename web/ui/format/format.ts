import { tzOffset } from '@date-fns/tz/tzOffset'
import { expected } from '../../../contract/errors.ts'
import { knownZone } from '../../../contract/time/zone-name.ts'
import * as texts from '../../texts/compiled/format.js'
import { localeOf } from '../../texts/languages.ts'

const MINUTE_MS = 60_000
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** The formatters that were already built. Building one costs more than using it, and a list uses only a few. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}|${JSON.stringify(options)}`
  let found = formatters.get(key)
  if (!found) {
    found = build(locale, options)
    formatters.set(key, found)
  }
  return found
}

/** Builds a formatter. For a zone that this browser does not know it uses UTC, so that no screen fails. */
function build(locale: string, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(locale, options)
  } catch {
    return expected('refused', new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))
  }
}

/** The offset of a zone from UTC at an instant, in minutes; 0 for a zone that this browser does not know. */
export function offsetOf(timeZone: string, date: Date): number {
  return tzOffset(timeZone, date) || 0
}

/**
 * Formats an instant in a zone. It formats the zone's local time as if it were UTC, so that one formatter works for all
 * zones. For an invalid instant it returns '', so that one bad row does not break a screen.
 */
function format(locale: string, options: Intl.DateTimeFormatOptions, instant: string, timeZone: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const wallClock = date.getTime() + offsetOf(timeZone, date) * MINUTE_MS
  return formatter(locale, { ...options, timeZone: 'UTC' }).format(wallClock)
}

/** The reader's time zone. */
export function readerTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** 'Mar 5, 2025': the form of a date, but where the specification has another one. */
export function formatDay(instant: string, timeZone: string): string {
  return format(localeOf('en-US'), { day: 'numeric', month: 'short', year: 'numeric' }, instant, timeZone)
}

/** '05 Mar 2025': the start of an upcoming marathon. */
export function formatDayGb(instant: string, timeZone: string): string {
  return format(localeOf('en-GB'), { day: '2-digit', month: 'short', year: 'numeric' }, instant, timeZone)
}

/** 'Mar 5': where the year is plain. */
export function formatDayOfYear(instant: string, timeZone: string): string {
  return format(localeOf('en-US'), { day: 'numeric', month: 'short' }, instant, timeZone)
}

/** '5', 'Mar' and '2027': the leaf of a calendar. */
export function formatLeaf(instant: string, timeZone: string): { day: string; month: string; year: string } {
  const part = (options: Intl.DateTimeFormatOptions) => format(localeOf('en-GB'), options, instant, timeZone)
  return { day: part({ day: 'numeric' }), month: part({ month: 'short' }), year: part({ year: 'numeric' }) }
}

/** 'Sat', in the given zone. */
export function formatWeekday(instant: string, timeZone: string): string {
  return format(localeOf('en-GB'), { weekday: 'short' }, instant, timeZone)
}

/**
 * '08:00', followed by the zone's name ('08:00 GMT+1') if the reader's clock shows another time, or if this browser does
 * not know the zone: then the time is in UTC.
 * @param reader the reader's zone; by default this phone's zone
 */
export function formatTime(instant: string, timeZone: string, reader?: string): string {
  const there = format(localeOf('en-GB'), TIME, instant, timeZone)
  const date = new Date(instant)
  const here = reader === undefined ? -date.getTimezoneOffset() : offsetOf(reader, date)
  const isPlain = there === '' || (offsetOf(timeZone, date) === here && knownZone(timeZone) === timeZone)
  return isPlain ? there : `${there} ${zoneName(instant, timeZone)}`
}

/** 'CET', 'GMT+9', …: the short name of a zone at an instant. */
export function zoneName(instant: string, timeZone: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const parts = formatter(localeOf('en-GB'), { timeZone, timeZoneName: 'short' }).formatToParts(date)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}

/** 'Mar 5, 2025, 08:00', with the zone's name if the reader's clock shows another time. */
export function formatDayTime(instant: string, timeZone: string, reader?: string): string {
  const day = formatDay(instant, timeZone)
  return day && texts.dayAndTime({ day, time: formatTime(instant, timeZone, reader) })
}

/** 'Mar 1, 2025 - Mar 5, 2025': a registration window. */
export function formatRange(from: string, to: string, timeZone: string): string {
  return `${formatDay(from, timeZone)} - ${formatDay(to, timeZone)}`
}

/** '14:02:07': a time of today, by the reader's clock. */
export function formatClock(at: number): string {
  return formatHere('en-GB', { ...TIME, second: '2-digit' }, at)
}

/** '14:02:07.3', in the given zone: a time at a line. @param at ms since the epoch */
export function formatTenths(at: number, timeZone: string): string {
  const options = { ...TIME, second: '2-digit', fractionalSecondDigits: 1 } as const
  return format(localeOf('en-GB'), options, new Date(at).toISOString(), timeZone)
}

/** '14:02:07' in the given zone. @param at ms since the epoch */
export function formatSeconds(at: number, timeZone: string): string {
  return format(localeOf('en-GB'), { ...TIME, second: '2-digit' }, new Date(at).toISOString(), timeZone)
}

/** '01:23:45': how long something has taken, below a day. */
export function formatElapsed(ms: number): string {
  return formatSeconds(Math.max(0, ms), 'UTC')
}

/** '2.1': a time in seconds, with tenths. */
export function formatApart(ms: number): string {
  return (ms / 1000).toLocaleString(localeOf('en-US'), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** By the reader's clock. A formatter keeps the zone in which it was built, and a phone may travel with the app open. */
function formatHere(locale: string, options: Intl.DateTimeFormatOptions, at: number): string {
  const wallClock = at - new Date(at).getTimezoneOffset() * MINUTE_MS
  return formatter(localeOf(locale), { ...options, timeZone: 'UTC' }).format(wallClock)
}

/** 'Saved 14:02', or 'Saved Mar 5 14:02' on another day: the time of the last response of the server. */
export function formatSaved(savedAt: number, now: number): string {
  const { day, time } = savedMoment(savedAt, now)
  return day ? texts.savedOnDay({ day, time }) : texts.saved({ time })
}

/** The same without a word: '14:02', or 'Mar 5 14:02' on another day. */
export function formatSavedTime(savedAt: number, now: number): string {
  const { day, time } = savedMoment(savedAt, now)
  return day ? texts.savedTimeOnDay({ day, time }) : time
}

/** By the reader's clock. The day is '' if it is today. */
function savedMoment(at: number, now: number) {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return {
    day: isToday ? '' : formatHere('en-US', { day: 'numeric', month: 'short' }, at),
    time: formatHere('en-GB', TIME, at),
  }
}
