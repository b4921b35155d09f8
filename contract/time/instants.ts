import { TZDate } from '@date-fns/tz'
import { dayIn } from './dates.ts'

// What a date that a person typed, or that a client sent, means. Not in dates.ts, which the home page needs.

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})$/
const DATE_ONLY = /^(\d{4})-(\d{2})-(\d{2})$/
const LOCAL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/

/** The one spelling of each time zone that was asked for, by its name in lower case. */
const spellings = new Map<string, string>()
/** Regions in whose names each word begins with a capital, also in old names, which a runtime may not list. */
const REGION = /^(africa|america|antarctica|asia|atlantic|europe|indian|pacific)\//

/**
 * The one spelling of an IANA time zone, written in any case; null for a name that this runtime does not know. Runtimes
 * and libraries keep what they made for each spelling, so only one may be stored. The list grows with names of zones
 * alone, of which there are some 600.
 */
export function canonicalTimeZone(name: string): string | null {
  const key = name.toLowerCase()
  const known = spellings.get(key)
  if (known !== undefined) return known
  if (spellings.size === 0) {
    const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))
    for (const zone of ['UTC', ...zones]) spellings.set(zone.toLowerCase(), zone)
    return canonicalTimeZone(name)
  }
  if (!/^[a-z_]+\/[a-z0-9_+\-/]+$/.test(key)) return null
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: key }).resolvedOptions()
    // Some runtimes know zones of their own, which browsers do not know.
    if (!spellings.has(timeZone.toLowerCase()) && !timeZone.startsWith('Etc/')) return null
    const spelling = REGION.test(key) ? key.replace(/(^|[/_-])[a-z]/g, (start) => start.toUpperCase()) : timeZone
    spellings.set(key, spelling)
    return spelling
  } catch {
    return null
  }
}

/**
 * The date fields of a marathon, and which end of a day a date alone means: the registration window closes at the END
 * of its last day, and a place may be handed on until the end of the last day for that.
 */
export const DATE_FIELDS = [
  ['regStart', 'start'],
  ['regEnd', 'end'],
  ['startDate', 'start'],
  ['handOverUntil', 'end'],
] as const

function isDateOnly(text: string): boolean {
  return DATE_ONLY.test(text)
}

/**
 * The canonical instant (ISO 8601, UTC, milliseconds) that `text` means, or null if it means none. All stored instants have
 * this form, so that the order of the texts is the order of time.
 * - A date alone means its first millisecond in `timeZone`, or its last with `edge` = `end` (a registration window
 *   closes at the END of its last day).
 * - A time without an offset is a time in `timeZone`.
 */
export function toInstant(text: string, timeZone: string, edge: 'start' | 'end' = 'start'): string | null {
  if (INSTANT.test(text)) return canonical(Date.parse(text.replace(/([+-]\d{2})(\d{2})$/, '$1:$2')), text)
  const day = DATE_ONLY.exec(text)
  if (day) {
    const [year, month, date] = [Number(day[1]), Number(day[2]), Number(day[3])]
    if (!isCalendarDay(year, month, date)) return null
    // The end of a day is the first millisecond of the next day, minus 1 ms.
    const next = edge === 'end' ? 1 : 0
    return canonical(new TZDate(year, month - 1, date + next, 0, 0, 0, 0, timeZone).getTime() - next)
  }
  const local = LOCAL_TIME.exec(text)
  if (local) {
    const [year, month, date, hour, minute, second] = local.slice(1).map((part) => Number(part ?? 0)) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    if (!isCalendarDay(year, month, date) || hour > 23 || minute > 59 || second > 59) return null
    return canonical(new TZDate(year, month - 1, date, hour, minute, second, 0, timeZone).getTime())
  }
  return null
}

/** Does this day exist? @param month from 1 */
function isCalendarDay(year: number, month: number, date: number): boolean {
  const day = new Date(Date.UTC(year, month - 1, date))
  return day.getUTCMonth() === month - 1 && day.getUTCDate() === date
}

/**
 * An instant as canonical text, or null before 1970 and from 9999-12-31 on. With a year of four digits and no sign, the
 * order of the texts is the order of the times.
 * @param ms since the epoch, or NaN
 */
function canonical(ms: number, original?: string): string | null {
  if (Number.isNaN(ms) || ms < 0 || ms >= Date.UTC(9999, 11, 31)) return null
  const instant = new Date(ms).toISOString()
  // Date.parse reads 2026-02-31 as a day in March, so the day in another text is checked.
  if (original && original !== instant) {
    const [year, month, date] = original.slice(0, 10).split('-').map(Number) as [number, number, number]
    if (!isCalendarDay(year, month, date)) return null
  }
  return instant
}

/**
 * The instant that a date in an update means. A date alone that names the day of the stored instant, in UTC or in the
 * marathon's time zone, means the stored instant. The original client saves all dates without a time, and such a save
 * must not move a marathon or lose its start time.
 * @returns a canonical instant, or null if the text means none
 */
export function toUpdatedInstant(
  text: string,
  stored: string,
  timeZone: string,
  edge: 'start' | 'end' = 'start',
): string | null {
  if (isDateOnly(text) && (text === dayIn('UTC', stored) || text === dayIn(timeZone, stored))) return stored
  return toInstant(text, timeZone, edge)
}
