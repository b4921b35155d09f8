import { tzOffset } from '@date-fns/tz'

const MINUTE_MS = 60_000
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }

/** Formatters cost more to build than to use, and a list uses the same few. */
const formatters = new Map<string, Intl.DateTimeFormat>()

// A page's first formatter takes 12 ms on a computer, four times that on a phone: before it is needed, and not in the
// middle of a drawing.
setTimeout(() => formatter('en-US', { timeZone: 'UTC' }).format(0))

function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}|${JSON.stringify(options)}`
  let found = formatters.get(key)
  if (!found) {
    found = build(locale, options)
    formatters.set(key, found)
  }
  return found
}

/** A zone this browser does not know is shown in UTC, never thrown at the screen. */
function build(locale: string, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(locale, options)
  } catch {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  }
}

/** Minutes that a zone is ahead of UTC at an instant; 0 for a zone this browser does not know. */
function offsetOf(timeZone: string, date: Date): number {
  return tzOffset(timeZone, date) || 0
}

/**
 * An instant in a zone's own time. The zone's wall clock is formatted as if it were UTC, so that one formatter serves
 * the events of every zone. Empty where the instant is none, so that one bad row never takes a screen down.
 */
function format(locale: string, options: Intl.DateTimeFormatOptions, instant: string, timeZone: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const wallClock = date.getTime() + offsetOf(timeZone, date) * MINUTE_MS
  return formatter(locale, { ...options, timeZone: 'UTC' }).format(wallClock)
}

/** The time zone of whoever reads this. */
export function readerTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** 'Mar 5, 2025': cards, details and tables. */
export function formatDay(instant: string, timeZone: string): string {
  return format('en-US', { day: 'numeric', month: 'short', year: 'numeric' }, instant, timeZone)
}

/** '05 Mar 2025': the start of an upcoming event. */
export function formatDayGb(instant: string, timeZone: string): string {
  return format('en-GB', { day: '2-digit', month: 'short', year: 'numeric' }, instant, timeZone)
}

/** '5 Mar 2027': inside sentences. */
export function formatDayInText(instant: string, timeZone: string): string {
  return format('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }, instant, timeZone)
}

/** 'Sat' in the event's zone. */
export function formatWeekday(instant: string, timeZone: string): string {
  return format('en-GB', { weekday: 'short' }, instant, timeZone)
}

/**
 * '08:00', followed by the zone's name ('08:00 GMT+1') where the reader's clock shows another time.
 * @param reader the reader's zone; this phone's where it is left out
 */
export function formatTime(instant: string, timeZone: string, reader?: string): string {
  const there = format('en-GB', TIME, instant, timeZone)
  const date = new Date(instant)
  const here = reader === undefined ? -date.getTimezoneOffset() : offsetOf(reader, date)
  return there === '' || offsetOf(timeZone, date) === here ? there : `${there} ${zoneName(instant, timeZone)}`
}

/** 'CET', 'GMT+9', …: the short name of a zone at an instant. */
export function zoneName(instant: string, timeZone: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return ''
  const parts = formatter('en-GB', { timeZone, timeZoneName: 'short' }).formatToParts(date)
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}

/** 'Mar 5, 2025, 08:00', with the zone where it differs from the reader's. */
export function formatDayTime(instant: string, timeZone: string, reader?: string): string {
  const day = formatDay(instant, timeZone)
  return day && `${day}, ${formatTime(instant, timeZone, reader)}`
}

/** 'Mar 1, 2025 - Mar 5, 2025': a registration window. */
export function formatRange(from: string, to: string, timeZone: string): string {
  return `${formatDay(from, timeZone)} - ${formatDay(to, timeZone)}`
}

/** '14:02:07': a moment of today by the reader's clock. */
export function formatClock(at: number): string {
  return formatter('en-GB', { ...TIME, second: '2-digit' }).format(at)
}

/** 'Saved 14:02', or 'Saved 5 Mar 14:02' on another day: when the phone last heard from the server. */
export function formatSaved(savedAt: number, now: number): string {
  const today = new Date(savedAt).toDateString() === new Date(now).toDateString()
  const time = formatter('en-GB', TIME).format(savedAt)
  return today
    ? `Saved ${time}`
    : `Saved ${formatter('en-GB', { day: 'numeric', month: 'short' }).format(savedAt)} ${time}`
}
