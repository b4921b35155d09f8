import { latinDigits } from '../../../../contract/text/latin-digits.ts'
import { normaliseLine } from '../../../../contract/text/plain-text.ts'

// What watches, chip systems and people write for a time. Nothing is guessed: a text that can be two times says so.

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A text of a time, read. */
export interface TimeText {
  /** As a time since the start, in ms; null where it is none. */
  since: number | null
  /** As a time of the day, in ms since midnight; null where it is none. */
  ofDay: number | null
  /** The moment, ms since the epoch, where the text says its distance from UTC. */
  at: number | null
  /** The day that it says, yyyy-mm-dd, with the day first and with the month first; null where it says none. */
  days: { day: string | null; month: string | null } | null
  /** Can it be minutes and seconds, or seconds and their fraction? */
  isTwo: boolean
  /** Is it surely a fraction of seconds behind a point, which tells what other cells of its column mean? */
  isFraction: boolean
}

const NOTHING: TimeText = { since: null, ofDay: null, at: null, days: null, isTwo: false, isFraction: false }

/** Reads a text as a time. @returns null for a text that is none */
export function readTime(text: string): TimeText | null {
  const plain = plainText(text)
  const dated = datedText(plain)
  if (dated === null) return null
  const { days, rest, offset } = dated
  const { isAfternoon, clock } = halfOfDay(rest)
  const read = clockText(clock)
  if (!read) return null
  if (isAfternoon !== null) {
    const hour = read.ofDay === null ? 0 : Math.floor(read.ofDay / HOUR)
    if (read.ofDay === null || read.isTwo || hour < 1 || hour > 12) return null
    return { ...NOTHING, days, ofDay: read.ofDay + ((isAfternoon ? 12 : 0) - (hour === 12 ? 12 : 0)) * HOUR }
  }
  if (days === null) return read
  if (read.ofDay === null || read.isTwo) return null
  if (offset === null) return { ...NOTHING, days, ofDay: read.ofDay }
  return days.day === null ? null : { ...NOTHING, at: Date.parse(`${days.day}T00:00:00Z`) + read.ofDay - offset }
}

/**
 * Digits as they are typed with one hand: in pairs from the end, with a fraction behind a point. 3205 is 32:05, and
 * 13205.3 is 1:32:05.3. Another text stays as it is.
 */
export function pairedDigits(text: string): string {
  const [, digits = '', fraction = ''] = /^(\d{3,6})([.,]\d+)?$/.exec(plainText(text)) ?? []
  return digits === '' ? text : `${digits.replace(/(?<=\d)(?=(?:\d\d)+$)/g, ':')}${fraction}`
}

/** Without what spreadsheets and keyboards add. */
function plainText(text: string): string {
  return latinDigits(normaliseLine(text.normalize('NFKC')))
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'(?=\S)/, '')
    .replace(/[\u066b]/g, '.')
    .replace(/[\u060c\u066c]/g, ',')
    .replace(/[\u2236\ua789]/g, ':')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A day at the start of a text, and what is behind it. @returns null for a day that does not exist */
function datedText(text: string): { days: TimeText['days']; rest: string; offset: number | null } | null {
  const [, date = '', , time = '', zone] =
    /^(\d{1,4}([./-])\d{1,2}\2\d{1,4})(?:T|,? )(.+?) ?(Z|UTC|[+-]\d\d:?\d\d)?$/i.exec(text) ?? []
  if (date === '') return { days: null, rest: text, offset: null }
  const [a = '', b = '', c = ''] = date.split(/[./-]/)
  const offset = zone === undefined ? null : offsetOf(zone)
  const known = (day: string | null, month: string | null) =>
    day === null && month === null ? null : { days: { day, month }, rest: time, offset }
  if (a.length === 4) {
    const day = dayOf(a, b, c)
    return known(day, day)
  }
  if (a.length > 2 || c.length % 2 === 1) return null
  const year = c.length === 2 ? `20${c}` : c
  const dayFirst = dayOf(year, b, a)
  // Points stand between day, month and year wherever they stand.
  return known(dayFirst, date.includes('.') ? dayFirst : dayOf(year, a, b))
}

function offsetOf(zone: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(zone) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE)
}

/** yyyy-mm-dd; null for a day that does not exist. */
function dayOf(year: string, month: string, date: string): string | null {
  const day = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  const exists = day.getUTCMonth() === Number(month) - 1 && day.getUTCDate() === Number(date)
  return exists ? day.toISOString().slice(0, 10) : null
}

const HALVES = /^(.*?) ?(?:([ap])\.? ?m\.?|([صم]))$/i

/** Which half of the day a text names; null for none. */
function halfOfDay(text: string): { isAfternoon: boolean | null; clock: string } {
  const [, clock, latin, arabic] = HALVES.exec(text) ?? []
  if (clock === undefined) return { isAfternoon: null, clock: text }
  return { isAfternoon: latin?.toLowerCase() === 'p' || arabic === 'م', clock }
}

/** A time without a day: with colons, with points, with the marks of watches, or in seconds. */
function clockText(text: string): TimeText | null {
  const marked = text
    .replace(/^\+/, '')
    .replace(/ ?(?:h|min|m|['′’]) ?(?=\d)/gi, ':')
    .replace(/ ?(?:["”]|''|′′)(?=\d)/g, '.')
    .replace(/ ?(?:s|sec|["”]|''|′′)$/i, '')
  const three = /^(\d{1,3}):(\d\d):(\d\d)(?:[.,](\d{1,9}))?$/.exec(marked) ?? DOTTED.exec(marked)
  if (three) return timeOf(three[1], three[2], three[3], three[4])
  const two =
    /^(\d{1,4}):(\d\d)(?:[.,](\d{1,9}))?$/.exec(marked) ??
    /^(\d{1,4})\.(\d\d)(?:,(\d{1,9})|\.(\d|\d{3,9}))$/.exec(marked)
  if (two) return minutesOf(two[1], two[2], two[3] ?? two[4])
  const [, seconds, fraction] = /^(\d{1,8})(?:[.,](\d{1,9}))?$/.exec(marked) ?? []
  if (seconds === undefined) return null
  const ms = Number(seconds) * SECOND + fractionOf(fraction)
  const isTwo = seconds.length <= 2 && fraction !== undefined && fraction.length <= 2 && Number(fraction) < 60
  const isFraction = fraction !== undefined && !isTwo
  return { ...NOTHING, since: withinDay(ms), ofDay: ms < DAY ? ms : null, isTwo, isFraction }
}

const DOTTED = /^(\d{1,3})\.(\d\d)\.(\d\d)(?:[.,](\d{1,9}))?$/

function timeOf(hours = '', minutes = '', seconds = '', fraction?: string): TimeText | null {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null
  const ms = Number(hours) * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND + fractionOf(fraction)
  return { ...NOTHING, since: withinDay(ms), ofDay: ms < DAY ? ms : null, isFraction: fraction !== undefined }
}

/** Minutes and seconds since the start, or hours and minutes of the day. */
function minutesOf(first = '', second = '', fraction?: string): TimeText | null {
  if (Number(second) > 59) return null
  const since = Number(first) * MINUTE + Number(second) * SECOND + fractionOf(fraction)
  const ofDay = Number(first) * HOUR + Number(second) * MINUTE
  const isOfDay = fraction === undefined && ofDay < DAY
  return { ...NOTHING, since: withinDay(since), ofDay: isOfDay ? ofDay : null, isFraction: fraction !== undefined }
}

/** Nobody runs for more than a day here: such a number is another thing. */
function withinDay(ms: number): number | null {
  return ms <= DAY ? ms : null
}

function fractionOf(digits = ''): number {
  return digits === '' ? 0 : Math.round(Number(`0.${digits}`) * SECOND)
}
