import { describe, expect, it } from 'vitest'
import { type CalendarEvent, calendarFeed, calendarFile, type Reminders, remindersOf } from './calendar-file.ts'

const EVENT = {
  _id: 'event-0001',
  title: 'Spring Run; hills, rain',
  location: 'Berlin',
  description: 'Bring:\nshoes \\ socks',
  startDate: '2027-03-05T07:00:00.000Z',
  timeZone: 'Europe/Berlin',
  distance: '10k',
  ver: 3,
  cancelled: null,
}
const NOW = Date.parse('2027-01-01T12:00:00.000Z')
const CONTEXT = {
  urlOf: (id: string) => `https://example.com/e/${id}`,
  cancelledBecause: (reason: string) => `Cancelled: ${reason}`,
  now: NOW,
}
const make = (marathon: Partial<CalendarEvent> = {}, reminders?: Reminders) =>
  calendarFile({ ...EVENT, ...marathon }, CONTEXT, reminders)
const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')

describe('calendarFile', () => {
  it("tells the start in the event's own zone", () => {
    expect(unfolded(make())).toContain('DTSTART;TZID=Europe/Berlin:20270305T080000')
  })

  it('tells it in UTC where this browser does not know the zone', () => {
    const lines = unfolded(make({ timeZone: 'Nowhere/Land' }))
    expect(lines).toContain('DTSTART;TZID=UTC:20270305T070000')
    expect(lines).toContain('TZID:UTC')
  })

  it('carries the offset in force and the next change', () => {
    const lines = unfolded(make())
    const zone = lines.slice(lines.indexOf('BEGIN:VTIMEZONE'), lines.indexOf('END:VTIMEZONE') + 1)
    expect(zone).toEqual([
      'BEGIN:VTIMEZONE',
      'TZID:Europe/Berlin',
      'BEGIN:STANDARD',
      'DTSTART:20261025T030000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0100',
      'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
      'END:STANDARD',
      'BEGIN:DAYLIGHT',
      'DTSTART:20270328T020000',
      'TZOFFSETFROM:+0100',
      'TZOFFSETTO:+0200',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
      'END:DAYLIGHT',
      'END:VTIMEZONE',
    ])
  })

  it.each([
    ['America/New_York', ['BYMONTH=11;BYDAY=1SU', 'BYMONTH=3;BYDAY=2SU']],
    ['Australia/Sydney', ['BYMONTH=10;BYDAY=1SU', 'BYMONTH=4;BYDAY=1SU']],
    // Its summer ends at midnight after a Thursday, which may be in November. The next one follows the moon.
    ['Africa/Cairo', []],
    ['Africa/Casablanca', []],
    ['Asia/Kathmandu', []],
  ])('tells by which rule the clocks of %s change each year', (timeZone, rules) => {
    const told = unfolded(make({ timeZone })).filter((line) => line.startsWith('RRULE'))
    expect(told).toEqual(rules.map((rule) => `RRULE:FREQ=YEARLY;${rule}`))
  })

  it('calls a renamed zone by its present name, the same in the event and in its rules', () => {
    const lines = unfolded(make({ timeZone: 'Asia/Calcutta' }))
    expect(lines).toContain('TZID:Asia/Kolkata')
    expect(lines).toContain('DTSTART;TZID=Asia/Kolkata:20270305T123000')
  })

  it.each([
    ['3k', 'PT1H'],
    ['25k', 'PT4H'],
    ['50k', 'PT2H'],
  ])('lasts as long as the distance takes: %s', (distance, duration) => {
    expect(unfolded(make({ distance }))).toContain(`DURATION:${duration}`)
  })

  it('gives a zone without changes one offset', () => {
    const lines = unfolded(make({ timeZone: 'Asia/Kathmandu' }))
    expect(lines).toContain('DTSTART;TZID=Asia/Kathmandu:20270305T124500')
    expect(lines.filter((line) => line.startsWith('TZOFFSET'))).toEqual(['TZOFFSETFROM:+0545', 'TZOFFSETTO:+0545'])
  })

  it('knows the southern summer from the northern', () => {
    const lines = unfolded(make({ timeZone: 'Australia/Sydney' }))
    expect(lines.indexOf('BEGIN:DAYLIGHT')).toBeLessThan(lines.indexOf('BEGIN:STANDARD'))
    expect(lines).toContain('DTSTART:20261004T020000')
  })

  it('escapes what calendars would read as structure', () => {
    expect(unfolded(make())).toContain('SUMMARY:Spring Run\\; hills\\, rain')
    expect(unfolded(make())).toContain('DESCRIPTION:Bring:\\nshoes \\\\ socks')
  })

  it('reminds a day and two hours before', () => {
    expect(unfolded(make()).filter((line) => line.startsWith('TRIGGER'))).toEqual(['TRIGGER:-P1D', 'TRIGGER:-PT2H'])
  })

  it.each<[Reminders, string[]]>([
    ['both', ['TRIGGER:-P1D', 'TRIGGER:-PT2H']],
    ['day', ['TRIGGER:-P1D']],
    ['hours', ['TRIGGER:-PT2H']],
    ['none', []],
  ])('reminds as the user chose: %s', (reminders, triggers) => {
    expect(unfolded(make({}, reminders)).filter((line) => line.startsWith('TRIGGER'))).toEqual(triggers)
  })

  it('reads a choice of another version as the first one', () => {
    expect([remindersOf('none'), remindersOf('hourly'), remindersOf(undefined), remindersOf('toString')]).toEqual([
      'none',
      'both',
      'both',
      'both',
    ])
  })

  it('replaces the event in a calendar after a change: the same UID and a higher SEQUENCE', () => {
    const partsOf = (file: string) => unfolded(file).filter((line) => /^(UID|SEQUENCE):/.test(line))
    expect(partsOf(make())).toEqual(['UID:event-0001@startline', 'SEQUENCE:3'])
    expect(partsOf(make({ startDate: '2027-03-05T09:00:00.000Z', ver: 4 }))).toEqual([
      'UID:event-0001@startline',
      'SEQUENCE:4',
    ])
  })

  it('is cancelled with the reason and without reminders, and takes place again later', () => {
    const cancelled = unfolded(make({ cancelled: 'Storm, rain' }))
    expect(cancelled).toContain('STATUS:CANCELLED')
    expect(cancelled).toContain('DESCRIPTION:Cancelled: Storm\\, rain\\n\\nBring:\\nshoes \\\\ socks')
    expect(cancelled.join()).not.toContain('VALARM')
    for (const again of [{}, { cancelled: null }]) expect(unfolded(make(again))).toContain('STATUS:CONFIRMED')
  })

  it('folds long lines at 75 bytes, never inside a character', () => {
    const file = make({ description: 'ä€🏃'.repeat(60) })
    for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(unfolded(file)).toContain(`DESCRIPTION:${'ä€🏃'.repeat(60)}`)
  })
})

describe('calendarFeed', () => {
  const feed = (...events: Partial<CalendarEvent>[]) =>
    unfolded(
      calendarFeed(
        events.map((event, n) => ({ ...EVENT, _id: `event-000${n}`, ...event })),
        'Races',
        CONTEXT,
      ),
    )

  it('tells its name and how often to ask again, and reminds of nothing', () => {
    const lines = feed({}, { cancelled: 'Storm' })
    expect(lines).toEqual(
      expect.arrayContaining(['X-WR-CALNAME:Races', 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H']),
    )
    expect(lines.filter((line) => line.startsWith('STATUS'))).toEqual(['STATUS:CONFIRMED', 'STATUS:CANCELLED'])
    expect(lines.join()).not.toContain('VALARM')
  })

  it('has each zone once, however its events name it', () => {
    const lines = feed({ timeZone: 'Asia/Calcutta' }, { timeZone: 'Asia/Kolkata' }, { timeZone: 'UTC' })
    expect(lines.filter((line) => line.startsWith('TZID'))).toEqual(['TZID:Asia/Kolkata', 'TZID:UTC'])
  })

  it('has every change of a zone without a yearly rule from its first event to its last', () => {
    const years = [2027, 2028, 2029]
    const lines = feed(...years.map((year) => ({ timeZone: 'Africa/Cairo', startDate: `${year}-06-05T07:00:00.000Z` })))
    const onsets = lines.filter((line) => /^DTSTART:\d/.test(line)).map((line) => line.slice(8, 12))
    expect(onsets).toEqual(['2027', '2027', '2028', '2028', '2029', '2029'])
    expect(lines.join()).not.toContain('RRULE')
  })

  it('is a calendar without events too', () => {
    expect(feed()).toContain('END:VCALENDAR')
  })

  it('is made quickly of events that are centuries apart', () => {
    const began = performance.now()
    feed({ timeZone: 'Africa/Cairo' }, { timeZone: 'Africa/Cairo', startDate: '9999-06-05T07:00:00.000Z' })
    expect(performance.now() - began).toBeLessThan(500)
  })
})
