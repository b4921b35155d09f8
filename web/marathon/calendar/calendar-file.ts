import { tzOffset } from '@date-fns/tz'
import { DAY_MS, type Distance, PRODUCT } from '../../../contract/limits.ts'
import * as texts from '../../texts/compiled/marathon.js'
import { plainText } from '../../texts/plain-text.ts'
import { presentZone } from '../../texts/zone-name.ts'
import { knownZone } from '../../ui/format/format.ts'

/** The fields of a marathon that the file needs. */
export interface CalendarEvent {
  _id: string
  title: string
  location: string
  description: string
  startDate: string
  timeZone: string
  distance: string
  cancelled: string | null
  /** The version of the row, and whether an edit of it has not arrived. */
  ver: number
  pending: 'waiting' | 'parked' | null
}

const MINUTE_MS = 60_000
const YEAR_DAYS = 366

/** How long an event takes for most runners. Without an end some calendars show a day, and others refuse the file. */
const DURATIONS: Record<Distance, string> = {
  '3k': 'PT1H',
  '5k': 'PT1H',
  '10k': 'PT2H',
  '15k': 'PT2H30M',
  '25k': 'PT4H',
}

/** The reminders that a user can choose, as triggers. The first is the one of somebody who has not chosen. */
const REMINDERS = {
  both: ['-P1D', '-PT2H'],
  day: ['-P1D'],
  hours: ['-PT2H'],
  none: [],
} as const
export type Reminders = keyof typeof REMINDERS

/** The choice of this name; the first one if there is none. */
export function remindersOf(name: unknown): Reminders {
  return typeof name === 'string' && Object.hasOwn(REMINDERS, name) ? (name as Reminders) : 'both'
}

/**
 * Makes an iCalendar file (RFC 5545) of a marathon. The start is in the marathon's own time zone, and the file contains
 * the rules of that zone. So every calendar shows the right time, also while the user travels. A cancelled marathon is
 * marked as such, says why, and has no reminders.
 *
 * Packages write the start in UTC, which is wrong after a government changes daylight saving time, or bring a copy of the
 * time zone database, which the browser has.
 *
 * A later file of the same marathon has the same UID and a higher SEQUENCE, so that a calendar replaces the event.
 * @param now when the file is made, ms
 */
export function calendarFile(event: CalendarEvent, url: string, now: number, reminders: Reminders = 'both'): string {
  // A file with the rules of a zone that this browser does not know cannot be made. In UTC the start is right too.
  const timeZone = knownZone(event.timeZone)
  if (timeZone !== event.timeZone) return calendarFile({ ...event, timeZone }, url, now, reminders)
  const start = Date.parse(event.startDate)
  const { cancelled } = event
  const description = cancelled
    ? `${plainText(texts.cancelledBecause({ reason: cancelled }))}\n\n${event.description}`
    : event.description
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...zoneLines(event.timeZone, start),
    'BEGIN:VEVENT',
    `UID:${event._id}@startline`,
    `SEQUENCE:${event.ver + (event.pending ? 1 : 0)}`,
    `DTSTAMP:${compact(now)}Z`,
    `DTSTART;TZID=${presentZone(event.timeZone)}:${localTime(start, event.timeZone)}`,
    `DURATION:${DURATIONS[event.distance as Distance] ?? 'PT2H'}`,
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(event.location)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(cancelled ? [] : REMINDERS[reminders]).flatMap((trigger) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `TRIGGER:${trigger}`,
      `DESCRIPTION:${escapeText(event.title)}`,
      'END:VALARM',
    ]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** The VTIMEZONE lines of a zone: the offset at an instant, and the one that follows within a year. */
function zoneLines(timeZone: string, at: number): string[] {
  const before = changeBetween(timeZone, at - YEAR_DAYS * DAY_MS, at, 'last')
  const after = changeBetween(timeZone, at, at + YEAR_DAYS * DAY_MS, 'first')
  const inForce = tzOffset(timeZone, new Date(at))
  const known = [before ?? { at: 0, from: inForce, to: inForce }, ...(after ? [after] : [])]
  // One change alone with a rule would leave the zone in summer for ever.
  const rules = known.map((change) => yearlyRule(change, timeZone))
  const standard = Math.min(...known.flatMap(({ from, to }) => [from, to]))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${presentZone(timeZone)}`,
    ...known.flatMap(({ at: onset, from, to }, index) => {
      const kind = to > standard ? 'DAYLIGHT' : 'STANDARD'
      return [
        `BEGIN:${kind}`,
        // RFC 5545: DTSTART uses the offset that was valid before the change.
        `DTSTART:${compact(onset + from * MINUTE_MS)}`,
        `TZOFFSETFROM:${offset(from)}`,
        `TZOFFSETTO:${offset(to)}`,
        ...(rules.includes(null) ? [] : [`RRULE:FREQ=YEARLY;${rules[index]}`]),
        `END:${kind}`,
      ]
    }),
    'END:VTIMEZONE',
  ]
}

/** For so many years a rule must hold. The calendar may show other events of the zone, and needs it for those too. */
const RULE_YEARS = 5

/**
 * The yearly rule of a change that comes on the same weekday of a month; null for a change without such a rule. Some
 * calendars take a change without a rule for one that never happens again, and are an hour off.
 */
function yearlyRule({ at, from, to }: Change, timeZone: string): string | null {
  if (from === to) return null
  const local = new Date(at + from * MINUTE_MS)
  const [year, month, weekday] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDay()]
  const timeOfDay = local.getTime() % DAY_MS
  const changesAt = (ms: number) =>
    tzOffset(timeZone, new Date(ms - MINUTE_MS)) === from && tzOffset(timeZone, new Date(ms)) === to
  const nth = Math.ceil(local.getUTCDate() / 7)
  const holds = [-1, nth].find((which) =>
    Array.from({ length: RULE_YEARS + 1 }, (_, years) => dayOf(year + years, month, weekday, which)).every((day) =>
      changesAt(day + timeOfDay - from * MINUTE_MS),
    ),
  )
  return holds ? `BYMONTH=${month + 1};BYDAY=${holds}${WEEKDAYS[weekday]}` : null
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The day of a weekday in a month, as ms in UTC. @param which -1 for the last one, 1 for the first */
function dayOf(year: number, month: number, weekday: number, which: number): number {
  const first = new Date(Date.UTC(year, which < 0 ? month + 1 : month, which < 0 ? 0 : 1))
  const off =
    which < 0 ? -((first.getUTCDay() - weekday + 7) % 7) : ((weekday - first.getUTCDay() + 7) % 7) + (which - 1) * 7
  return first.getTime() + off * DAY_MS
}

type Change = { at: number; from: number; to: number }

/** The first or last change of a zone's offset in `(low, high]`, to the minute; null if the offset does not change. */
function changeBetween(timeZone: string, low: number, high: number, which: 'first' | 'last'): Change | null {
  const offsetAt = (ms: number) => tzOffset(timeZone, new Date(ms))
  let found: [number, number] | null = null
  for (let day = low; day < high && !(found && which === 'first'); day += DAY_MS) {
    const next = Math.min(day + DAY_MS, high)
    if (offsetAt(day) !== offsetAt(next)) found = [day, next]
  }
  if (!found) return null
  let [from, to] = found
  while (to - from > MINUTE_MS) {
    const middle = from + Math.ceil((to - from) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetAt(middle) === offsetAt(found[0])) from = middle
    else to = middle
  }
  const at = Math.floor(to / MINUTE_MS) * MINUTE_MS
  return { at, from: offsetAt(found[0]), to: offsetAt(found[1]) }
}

function localTime(ms: number, timeZone: string): string {
  return compact(ms + tzOffset(timeZone, new Date(ms)) * MINUTE_MS)
}

/** ms since the epoch -> '20270305T080000' */
function compact(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')
}

function offset(minutes: number): string {
  const pad = (n: number) => String(n).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}${pad(Math.floor(size) % 60)}`
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n')
}

const LINE_BYTES = 74

/**
 * Folds a line after 75 bytes (RFC 5545, section 3.1). The next line starts with a space. A fold never splits a
 * character.
 */
function fold(line: string): string {
  const bytes = new TextEncoder()
  let folded = ''
  let size = 0
  for (const character of line) {
    const length = bytes.encode(character).length
    if (size + length > LINE_BYTES) {
      folded += '\r\n '
      size = 1
    }
    folded += character
    size += length
  }
  return folded
}
