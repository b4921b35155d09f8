import { tzOffset } from '@date-fns/tz/tzOffset'
import { DAY_MS } from '../limits.ts'
import { presentZone } from '../time/zone-name.ts'

// The VTIMEZONE of a calendar file: the rules of a time zone, from what the runtime knows of it. Packages bring a copy
// of the time zone database.

const MINUTE_MS = 60_000
const YEAR_MS = 366 * DAY_MS
/** No zone changes its offset twice in a shorter time. */
const STEP_MS = 14 * DAY_MS
/** Of events that are further apart, the later ones get the last rule that was found. One may be centuries away. */
const MAX_SPAN_MS = 30 * YEAR_MS

/** The zone's name in a calendar file. */
export function zoneName(timeZone: string): string {
  return presentZone(timeZone)
}

/** The lines that were made. To find the changes of a zone takes milliseconds, and a feed is made each second. */
const made = new Map<string, string[]>()
const MAX_MADE = 500

/**
 * The VTIMEZONE lines of a zone for events that start from `first` to `latest`, ms since the epoch: the offset in force
 * at the first one, and all changes until the one after the last. Two yearly rules stand for all of them, where the zone
 * has such.
 */
export function zoneLines(timeZone: string, first: number, latest: number): string[] {
  const key = `${timeZone} ${first} ${latest}`
  const lines = made.get(key) ?? findLines(timeZone, first, latest)
  if (made.size >= MAX_MADE) made.clear()
  made.set(key, lines)
  return lines
}

function findLines(timeZone: string, first: number, latest: number): string[] {
  const last = Math.min(latest, first + MAX_SPAN_MS)
  const changes = changesOf(timeZone, first, last)
  const inForce = tzOffset(timeZone, new Date(first))
  const known = changes.length > 0 ? changes : [{ at: 0, from: inForce, to: inForce }]
  const rules = known.slice(0, 2).map((change) => yearlyRule(change, timeZone, last))
  // One change alone with a rule would leave the zone in summer for ever.
  const isYearly = rules.length === 2 && !rules.includes(null)
  const told = isYearly ? known.slice(0, 2) : known
  const standard = Math.min(...told.flatMap(({ from, to }) => [from, to]))
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zoneName(timeZone)}`,
    ...told.flatMap(({ at: onset, from, to }, index) => {
      const kind = to > standard ? 'DAYLIGHT' : 'STANDARD'
      return [
        `BEGIN:${kind}`,
        // RFC 5545: DTSTART uses the offset that was valid before the change.
        `DTSTART:${utcTime(onset + from * MINUTE_MS)}`,
        `TZOFFSETFROM:${offset(from)}`,
        `TZOFFSETTO:${offset(to)}`,
        ...(isYearly ? [`RRULE:FREQ=YEARLY;${rules[index]}`] : []),
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
 * @param until the rule must hold at this instant too
 */
function yearlyRule({ at, from, to }: Change, timeZone: string, until: number): string | null {
  const local = new Date(at + from * MINUTE_MS)
  const [year, month, weekday] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDay()]
  const timeOfDay = local.getTime() % DAY_MS
  const changesAt = (ms: number) =>
    tzOffset(timeZone, new Date(ms - MINUTE_MS)) === from && tzOffset(timeZone, new Date(ms)) === to
  const nth = Math.ceil(local.getUTCDate() / 7)
  const years = Math.max(RULE_YEARS, new Date(until).getUTCFullYear() - year)
  const holds = [-1, nth].find((which) =>
    Array.from({ length: years + 1 }, (_, later) => dayOf(year + later, month, weekday, which)).every((day) =>
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

/** The last change of a zone's offset until `first`, and all after it until the first one after `last`. */
function changesOf(timeZone: string, first: number, last: number): Change[] {
  const changes: Change[] = []
  for (let at = first - YEAR_MS; at < last + YEAR_MS; at += STEP_MS) {
    const change = changeBetween(timeZone, at, at + STEP_MS)
    if (!change) continue
    // Before the first event only the offset in force matters.
    if (change.at <= first) changes.length = 0
    changes.push(change)
    if (change.at > last) break
  }
  return changes
}

/** The change of a zone's offset in `(low, high]`, to the minute; null if the offset does not change. */
function changeBetween(timeZone: string, low: number, high: number): Change | null {
  const offsetAt = (ms: number) => tzOffset(timeZone, new Date(ms))
  const [from, to] = [offsetAt(low), offsetAt(high)]
  if (from === to) return null
  let [before, after] = [low, high]
  while (after - before > MINUTE_MS) {
    const middle = before + Math.ceil((after - before) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetAt(middle) === from) before = middle
    else after = middle
  }
  return { at: Math.floor(after / MINUTE_MS) * MINUTE_MS, from, to }
}

/** The start in its zone: '20270305T080000'. */
export function localStart(ms: number, timeZone: string): string {
  return utcTime(ms + tzOffset(timeZone, new Date(ms)) * MINUTE_MS)
}

/** ms since the epoch -> '20270305T080000' */
export function utcTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')
}

function offset(minutes: number): string {
  const pad = (n: number) => String(n).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}${pad(Math.floor(size) % 60)}`
}
