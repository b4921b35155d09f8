import { assignBibSchema } from '../../../../contract/application.ts'
import { DAY_MS, LATE_DAYS } from '../../../../contract/limits.ts'
import { splitsOf } from '../../../../contract/results/recording.ts'
import { bibKey } from '../../../../contract/text/bib.ts'
import { foldText } from '../../../../contract/text/fold-text.ts'
import { latinDigits } from '../../../../contract/text/latin-digits.ts'
import { checkFields } from '../../../forms/check-fields.ts'
import type { Columns } from '../../../forms/files/columns.ts'
import { isAmbiguous, plainNumber } from '../../../forms/files/plain-number.ts'
import type { Row, Table } from '../../../forms/files/read-table.ts'
import { labelOf } from '../../../forms/labels.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import * as importTexts from '../../../texts/compiled/import.js'
import * as texts from '../../../texts/compiled/sources.js'
import * as timingTexts from '../../../texts/compiled/timing.js'
import { isOfLaps, type TimeColumn } from './time-columns.ts'
import { readTime, type TimeText } from './time-text.ts'
import { momentsNear, momentsOf, ofDayAt } from './wall-time.ts'

/** What the times of a file are: of the day, since the start of the watch, or since the line above. */
export const TIMES_KINDS = ['day', 'since', 'lap'] as const
export type TimesKind = (typeof TIMES_KINDS)[number]

/** What the lines are. `order`: bibs of the funnel, without times. */
export type TimesWhat = 'crossing' | 'retired' | 'order'

/** What is known beside the file. */
export interface Given {
  marathon: Pick<MarathonView, 'startDate' | 'timeZone' | 'splits'>
  /** null where the user has not said it. */
  kind: TimesKind | null
  /** When the watch was started, ms since the epoch; null where nobody knows. */
  start: number | null
  what: TimesWhat
  /** The point of lines that name none. */
  point: string
  now: number
  /** Was it typed here? Then no line tells whether a point in another one is before a fraction. */
  isTyped: boolean
}

/** A line of the file as it is recorded. */
export interface ReadCrossing {
  row: Row
  point: string
  bib: string | null
  /** ms since the epoch. */
  at: number
  /** What the file says, in ms: since the start of its watch, or since the epoch. It is the same whatever the start is. */
  reading: number
}

interface Told {
  row: Row
  message: string
}

/** What a file says, before anything is recorded. */
export interface ReadTimes {
  kind: TimesKind
  /** By time. Empty where the start is needed and not known. */
  crossings: ReadCrossing[]
  problems: Told[]
  /** Times that are there twice that night, because clocks go back. */
  twice: number
}

/** Rows between two moments at which the page may do something else. */
const AT_ONCE = 20
/** A chip is read again and again while it lies at the line. */
const AGAIN_MS = 30_000
/** A race of today begins no earlier than so long before it should. */
const EARLY_MS = 30 * 60_000
const SECOND_MS = 1000
/** What people write for no bib. */
const NOTHING = /^[-–—./?]*$/

/**
 * Reads the rows of a file as crossings, some at a time: what would be recorded, and what is wrong with the other lines.
 * @param columns with that of the times
 */
export function* readTimes(table: Table, columns: Columns<TimeColumn>, given: Given): Generator<undefined, ReadTimes> {
  const cell = ({ cells }: Row, column: TimeColumn) => (cells[columns[column] ?? -1] ?? '').trim()
  const texted: { row: Row; time: TimeText | null }[] = []
  for (const [at, row] of table.rows.entries()) {
    if (at % AT_ONCE === 0) yield
    texted.push({ row, time: row.isBroken ? null : readTime(cell(row, 'time')) })
  }
  const times = texted.flatMap(({ time }) => time ?? [])
  const isSeconds = !given.isTyped && times.some(({ isFraction }) => isFraction)
  const kind = given.kind ?? kindOf(times, isOfLaps(table.heads[columns.time ?? -1] ?? ''), given)
  const momentOf = momentReader(kind, times, given)
  const pointOf = pointReader(given)
  const isOrder = given.what === 'order'
  const read: ReadTimes = { kind, crossings: [], problems: [], twice: 0 }

  const decide = (row: Row, time: TimeText | null) => {
    const problem = (message: string) => void read.problems.push({ row, message })
    if (row.isBroken) return problem(importTexts.quotesOpen())
    const value = cell(row, 'time').slice(0, 40)
    const moment = time === null || (time.isTwo && !isSeconds) ? null : momentOf(time, value)
    const wrong: string[] = []
    if (isOrder) {
      // The order alone counts: a line is a second.
      const { bib, error } = bibOf(cell(row, 'bib'))
      if (bib === null) return problem(error || texts.funnelNeedsBib())
      const { point, now } = given
      return void read.crossings.push({ row, point, bib, at: now, reading: row.line * SECOND_MS })
    }
    if (value === '') wrong.push(texts.timeMissing())
    else if (time === null) wrong.push(texts.notTime({ value }))
    else if (moment === null) wrong.push(texts.timeIsTwo({ value }))
    else if (typeof moment === 'string') wrong.push(moment)
    const { bib, error } = bibOf(cell(row, 'bib'))
    if (error) wrong.push(error)
    if (bib === null && given.what === 'retired') wrong.push(texts.retiredNeedsBib())
    const name = cell(row, 'point')
    const point = pointOf(name)
    if (point === null) wrong.push(texts.notPoint({ value: name.slice(0, 40) }))
    if (wrong.length > 0 || moment === null || typeof moment === 'string' || point === null)
      return problem(wrong.join(' '))
    read.twice += moment.isTwice ? 1 : 0
    read.crossings.push({ row, point, bib, at: moment.at, reading: kind === 'day' ? moment.at : moment.since })
    return
  }
  if (isOrder || kind === 'day' || given.start !== null) {
    for (const [at, { row, time }] of texted.entries()) {
      if (at % AT_ONCE === 0) yield
      decide(row, time)
    }
  }
  return isOrder ? read : onceEach(read)
}

/** The crossings by time. A chip that is read several times counts once. */
function onceEach(read: ReadTimes): ReadTimes {
  const last = new Map<string, ReadCrossing>()
  const sorted = read.crossings.sort((a, b) => a.at - b.at || a.row.line - b.row.line)
  const crossings = sorted.filter((one) => {
    if (one.bib === null) return true
    const of = `${one.point}\n${bibKey(one.bib)}`
    const before = last.get(of)
    if (before && one.at - before.at < AGAIN_MS) {
      const line = String(before.row.line)
      read.problems.push({ row: one.row, message: texts.bibAgain({ bib: one.bib, line }) })
      return false
    }
    last.set(of, one)
    return true
  })
  return { ...read, crossings, problems: read.problems.sort((a, b) => a.row.line - b.row.line) }
}

/** The bibs of crossings that nobody has. @param bibs the keys of those that somebody has */
export function strangersOf(crossings: readonly ReadCrossing[], bibs: ReadonlySet<string>): string[] {
  const found = crossings.flatMap(({ bib }) => (bib === null ? [] : [[bibKey(bib), bib] as const]))
  return [...new Map(found.filter(([key]) => !bibs.has(key))).values()]
}

/** What the times are, as far as they say it: the user is asked. */
function kindOf(times: readonly TimeText[], areLaps: boolean, { marathon, start }: Given): TimesKind {
  if (times.some(({ at, days, since, ofDay }) => at !== null || days !== null || (since === null && ofDay !== null)))
    return 'day'
  if (areLaps) return 'lap'
  // Minutes and seconds are no hours and minutes.
  const both = times
    .flatMap(({ since, ofDay }) => (since !== null && since === ofDay ? [ofDay] : []))
    .sort((a, b) => a - b)
  const middle = both[both.length >> 1] ?? 0
  const begin = ofDayAt(start ?? Date.parse(marathon.startDate), marathon.timeZone)
  return both.length > times.length / 2 && middle >= Math.max(1, begin - EARLY_MS) ? 'day' : 'since'
}

interface Moment {
  at: number
  /** ms since the start of the watch. */
  since: number
  isTwice: boolean
}

/** Makes what says when a time was: the moment, or what is wrong with it. It is asked line after line. */
function momentReader(kind: TimesKind, times: readonly TimeText[], { marathon, start, now }: Given) {
  const { timeZone, startDate } = marathon
  const begin = start ?? Date.parse(startDate)
  const dayOf = dayReader(times, startDate.slice(0, 10))
  let last = Number.NEGATIVE_INFINITY
  let sum = 0
  const checked = (at: number, since: number, isTwice = false): Moment | string => {
    last = at
    if (at > now) return texts.timeAhead()
    return at < now - LATE_DAYS * DAY_MS ? texts.timeLongAgo({ days: LATE_DAYS }) : { at, since, isTwice }
  }
  return ({ since, ofDay, at, days }: TimeText, value: string): Moment | string => {
    if (kind !== 'day') {
      if (since === null) return texts.notSince({ value })
      sum = kind === 'lap' ? sum + since : since
      return checked(begin + sum, sum)
    }
    if (at !== null) return checked(at, 0)
    if (ofDay === null) return texts.notOfDay({ value })
    const day = days && dayOf(days)
    if (days && !day) return texts.dayIsTwo({ value })
    const moments = day ? momentsOf(day, ofDay, timeZone) : momentsNear(begin, ofDay, timeZone)
    const [first, second] = moments
    if (first === undefined) return texts.timeSkipped({ value })
    // What comes twice is behind the line above.
    const isTwice = second !== undefined && second - first < DAY_MS / 2
    return checked(isTwice && first < last ? second : first, 0, isTwice)
  }
}

/** Makes what says which day a text means: where one line of the file has no other reading, so have all. */
function dayReader(times: readonly TimeText[], eventDay: string) {
  const all = times.flatMap(({ days }) => days ?? [])
  const isDayFirst = all.some(({ month }) => month === null)
  const isMonthFirst = all.some(({ day }) => day === null)
  return ({ day, month }: NonNullable<TimeText['days']>): string | null => {
    if (day === null || month === null || day === month) return day ?? month
    if (isDayFirst !== isMonthFirst) return isDayFirst ? day : month
    const near = [day, month].filter((one) => Math.abs(Date.parse(one) - Date.parse(eventDay)) <= 2 * DAY_MS)
    return near.length === 1 ? (near[0] ?? null) : null
  }
}

/** The bib of a cell, null for none, or what is wrong with it. */
function bibOf(cell: string): { bib: string | null; error: string } {
  if (NOTHING.test(cell)) return { bib: null, error: '' }
  if (isAmbiguous(cell))
    return { bib: null, error: importTexts.ambiguousNumber({ label: labelOf('bib'), value: cell }) }
  const { data, errors } = checkFields(assignBibSchema, { bib: latinDigits(plainNumber(cell)) })
  return { bib: data?.bib ?? null, error: errors?.bib ?? '' }
}

const START = ['start', 'gun', 'salida', 'শুরু', 'البداية']
const FINISH = ['finish', 'end', 'ziel', 'meta', 'শেষ', 'النهاية']

/** Makes what says which point a cell names; null for one that the event has not. */
function pointReader({ marathon, point }: Given) {
  const known = new Map([
    ...[...START, timingTexts.start()].map((name) => [foldText(name), 'start'] as const),
    ...[...FINISH, timingTexts.finish()].map((name) => [foldText(name), 'finish'] as const),
    ...splitsOf(marathon).map((name) => [foldText(name), name] as const),
  ])
  return (name: string): string | null => (name === '' ? point : (known.get(foldText(name)) ?? null))
}
