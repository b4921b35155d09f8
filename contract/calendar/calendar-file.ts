import { type Distance, PRODUCT } from '../limits.ts'
import { knownZone } from '../time/zone-name.ts'
import { localStart, utcTime, zoneLines, zoneName } from './zone-lines.ts'

/** The fields of a marathon that a calendar needs. */
export interface CalendarEvent {
  _id: string
  title: string
  location: string
  description: string
  startDate: string
  timeZone: string
  distance: string
  cancelled: string | null
  /** The version of the row. An edit that has not arrived counts as one more. */
  ver: number
}

/** What the reader of the file is told, and where. */
export interface CalendarContext {
  /** The address of an event's page. */
  urlOf: (id: string) => string
  /** 'Cancelled: Storm', in the reader's language. */
  cancelledBecause: (reason: string) => string
  /** When the file is made, ms since the epoch. */
  now: number
}

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
 * A later file of the same marathon has the same UID and a higher SEQUENCE, so that a calendar replaces the event.
 *
 * No package does all of this in a few KB. `ical-generator` and `ts-ics` leave the rules of a zone to the caller, and the
 * latter's folds split an emoji; the starts of `ics` are in UTC, which is wrong once a government changes daylight saving
 * time; `timezones-ical-library` brings a copy of the time zone database. Some calendars ignore a change of a zone
 * without a yearly rule. `ical.js`, `node-ical` and `ts-ics` read our files in tests (calendar-readers.test.ts).
 */
export function calendarFile(event: CalendarEvent, context: CalendarContext, reminders: Reminders = 'both'): string {
  return calendar([event], [], (one) => eventLines(one, context, reminders))
}

/** How often a calendar asks for a feed again. */
const REFRESH = 'PT1H'

/** Makes a feed that calendars subscribe to. It has no reminders: nobody wants those of every event. */
export function calendarFeed(events: CalendarEvent[], name: string, context: CalendarContext): string {
  const head = [
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
  ]
  return calendar(events, head, (one) => eventLines(one, context, 'none'))
}

function calendar(all: CalendarEvent[], head: string[], linesOf: (event: CalendarEvent) => string[]): string {
  // A file with the rules of a zone that this runtime does not know cannot be made. In UTC the start is right too.
  const events = all.map((event) => ({ ...event, timeZone: knownZone(event.timeZone) }))
  const zones = Map.groupBy(events, ({ timeZone }) => zoneName(timeZone))
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT}//EN`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...head,
    ...[...zones.values()].flatMap(zoneOf),
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** @param events of one zone, one at least */
function zoneOf(events: CalendarEvent[]): string[] {
  const starts = events.map(({ startDate }) => Date.parse(startDate))
  return zoneLines(events[0]?.timeZone ?? 'UTC', Math.min(...starts), Math.max(...starts))
}

function eventLines(event: CalendarEvent, context: CalendarContext, reminders: Reminders): string[] {
  const { cancelled } = event
  const description = cancelled ? `${context.cancelledBecause(cancelled)}\n\n${event.description}` : event.description
  return [
    'BEGIN:VEVENT',
    `UID:${event._id}@startline`,
    `SEQUENCE:${event.ver}`,
    `DTSTAMP:${utcTime(context.now)}Z`,
    `DTSTART;TZID=${zoneName(event.timeZone)}:${localStart(Date.parse(event.startDate), event.timeZone)}`,
    `DURATION:${DURATIONS[event.distance as Distance] ?? 'PT2H'}`,
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(event.location)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${context.urlOf(event._id)}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    ...(cancelled ? [] : REMINDERS[reminders]).flatMap((trigger) => [
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `TRIGGER:${trigger}`,
      `DESCRIPTION:${escapeText(event.title)}`,
      'END:VALARM',
    ]),
    'END:VEVENT',
  ]
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
  // A character takes at most three bytes for each UTF-16 code unit.
  if (3 * line.length <= LINE_BYTES) return line
  let folded = ''
  let size = 0
  for (const character of line) {
    const length = bytesOf(character.codePointAt(0) ?? 0)
    if (size + length > LINE_BYTES) {
      folded += '\r\n '
      size = 1
    }
    folded += character
    size += length
  }
  return folded
}

/** How many bytes a code point takes in UTF-8. */
function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x10000 ? 3 : 4
}
