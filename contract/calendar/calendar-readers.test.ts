import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { convertIcsCalendar } from 'ts-ics'
import { describe, expect, it } from 'vitest'
import { type CalendarEvent, calendarFeed, calendarFile } from './calendar-file.ts'

// What calendars make of our files. Three packages read them, which are used by many.

const CONTEXT = {
  urlOf: (id: string) => `https://example.com/e/${id}`,
  cancelledBecause: (reason: string) => `Cancelled: ${reason}`,
  now: Date.parse('2027-01-01T12:00:00.000Z'),
}
const ODD_TITLES = [
  'The "Golden" Mile, \'fast\'; flat',
  'DTSTART:20200101 \\ SUMMARY:not this',
  'سباق المدينة 10 كم',
  '🏃🏽‍♀️ Run 🇩🇪 '.repeat(6).trim(),
  '</script><script>alert(1)</script>',
  'দৌড় উৎসব',
]

/** Start, zone, and whether it is cancelled: winter and summer, both halves, half hours, rules that change or end. */
const STARTS: [startDate: string, timeZone: string, cancelled?: string][] = [
  ['2027-03-05T07:00:00.000Z', 'Europe/Berlin'],
  ['2027-07-05T06:30:00.000Z', 'Europe/Berlin', 'Storm, hail; and "ice"'],
  // The morning after the clocks changed, and the hour that comes twice.
  ['2027-03-28T06:00:00.000Z', 'Europe/Berlin'],
  ['2027-10-31T01:30:00.000Z', 'Europe/Berlin'],
  ['2027-06-20T05:00:00.000Z', 'Europe/Kiev'],
  ['2027-08-01T08:00:00.000Z', 'Europe/London'],
  ['2027-11-07T13:00:00.000Z', 'America/New_York', 'No permit'],
  ['2006-11-05T13:00:00.000Z', 'America/New_York'],
  ['2027-05-09T09:30:00.000Z', 'America/St_Johns'],
  ['2027-02-14T10:00:00.000Z', 'America/Sao_Paulo'],
  ['2027-12-12T11:00:00.000Z', 'America/Santiago'],
  ['2027-01-16T20:00:00.000Z', 'Australia/Sydney'],
  ['2027-07-16T21:00:00.000Z', 'Australia/Sydney', 'Fire'],
  ['2027-01-10T19:00:00.000Z', 'Australia/Lord_Howe'],
  ['2027-06-10T19:15:00.000Z', 'Pacific/Chatham'],
  ['2027-04-04T01:15:00.000Z', 'Asia/Kathmandu'],
  ['2027-04-04T00:30:00.000Z', 'Asia/Calcutta'],
  ['2027-05-21T04:00:00.000Z', 'Africa/Cairo'],
  ['2027-02-21T08:00:00.000Z', 'Africa/Casablanca', 'Ramadan'],
  ['2027-06-01T12:00:00.000Z', 'UTC'],
]
const EVENTS: CalendarEvent[] = STARTS.map(([startDate, timeZone, cancelled = null], index) => ({
  _id: `event-${String(index).padStart(4, '0')}`,
  title: ODD_TITLES[index % ODD_TITLES.length] ?? '',
  location: 'Main Square 1, "old" town; north',
  description: `Line one\nline two, with; all \\ signs\n${'🏃 ä€ '.repeat(40).trim()}`,
  startDate,
  timeZone,
  distance: '10k',
  cancelled,
  ver: index + 1,
}))

/** What a calendar must know of an event. */
interface Read {
  uid: string
  sequence: number
  status: string
  start: string
  hours: number
  title: string
  location: string
  description: string
  url: string
}

const EXPECTED: Read[] = EVENTS.map((event) => ({
  uid: `${event._id}@startline`,
  sequence: event.ver,
  status: event.cancelled === null ? 'CONFIRMED' : 'CANCELLED',
  start: event.startDate,
  hours: 2,
  title: event.title,
  location: event.location,
  description: `${event.cancelled === null ? '' : `Cancelled: ${event.cancelled}\n\n`}${event.description}`,
  url: `https://example.com/e/${event._id}`,
}))

const hoursBetween = (start: Date, end: Date) => (end.getTime() - start.getTime()) / 3_600_000

/** Knows no time zones but those of the file. */
function byIcalJs(file: string): Read[] {
  const calendar = new ICAL.Component(ICAL.parse(file))
  const zones = calendar.getAllSubcomponents('vtimezone').map((zone) => new ICAL.Timezone(zone))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const text = (name: string) => String(component.getFirstPropertyValue(name))
    const tzid = component.getFirstProperty('dtstart')?.getFirstParameter('tzid')
    const { startDate } = event
    startDate.zone = zones.find((zone) => zone.tzid === tzid) ?? ICAL.Timezone.utcTimezone
    return {
      uid: event.uid,
      sequence: Number(component.getFirstPropertyValue('sequence')),
      status: text('status'),
      start: startDate.toJSDate().toISOString(),
      hours: event.duration.toSeconds() / 3600,
      title: event.summary,
      location: event.location,
      description: event.description,
      url: text('url'),
    }
  })
}

function byNodeIcal(file: string): Read[] {
  const entries = Object.values(nodeIcal.sync.parseICS(file))
  return entries.flatMap((event) =>
    event?.type === 'VEVENT'
      ? [
          {
            uid: event.uid,
            sequence: Number(event.sequence),
            status: String(event.status),
            start: event.start.toISOString(),
            hours: hoursBetween(event.start, event.end ?? event.start),
            title: String(event.summary),
            location: String(event.location),
            description: String(event.description),
            url: String(event.url),
          },
        ]
      : [],
  )
}

function byTsIcs(file: string): Read[] {
  return (convertIcsCalendar(undefined, file).events ?? []).map((event) => ({
    uid: event.uid,
    sequence: event.sequence ?? 0,
    status: String(event.status),
    start: event.start.date.toISOString(),
    hours: event.duration?.hours ?? 0,
    title: event.summary,
    location: String(event.location),
    description: String(event.description),
    url: String(event.url),
  }))
}

describe.each([
  ['ical.js', byIcalJs],
  ['node-ical', byNodeIcal],
  ['ts-ics', byTsIcs],
])('%s', (_name, read) => {
  it.each(EXPECTED.map((expected, index) => [STARTS[index]?.[1], expected.start, expected, index] as const))(
    'reads the file of an event in %s at %s',
    (_zone, _start, expected, index) => {
      expect(read(calendarFile(EVENTS[index] as CalendarEvent, CONTEXT))).toEqual([expected])
    },
  )

  it('reads the feed of all of them', () => {
    expect(read(calendarFeed(EVENTS, 'Startline', CONTEXT))).toEqual(EXPECTED)
  })
})
