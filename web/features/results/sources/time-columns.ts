import { BIB_HEADS, type Columns, type KnownTarget, knownTarget, matchHeads } from '../../../forms/files/columns.ts'
import type { Table } from '../../../forms/files/read-table.ts'
import * as labels from '../../../texts/compiled/labels.js'
import * as texts from '../../../texts/compiled/sources.js'
import { readTime, type TimeText } from './time-text.ts'

/** What a column of a file of times is. */
export type TimeColumn = 'time' | 'bib' | 'point'

/** What columns are called in files of watches and of timing software. A time from an own start is none of these. */
const HEADS: Record<TimeColumn, readonly string[]> = {
  time: [
    ...['Time', 'Finish time', 'Gun time', 'Clock time', 'Race time', 'Elapsed', 'Elapsed time', 'Total', 'Total time'],
    ...['Time of day', 'TOD', 'Timestamp', 'Date time', 'Cumulative', 'Zeit', 'Uhrzeit', 'Zielzeit', 'Laufzeit'],
    ...['Bruttozeit', 'Gesamtzeit', 'Tiempo', 'Tiempo total', 'Hora', 'Hora de llegada', 'সময়', 'الوقت', 'الزمن'],
  ],
  // In a file of a watch a number is that of the line.
  bib: BIB_HEADS.filter((head) => head !== 'No' && head !== 'Number'),
  point: [
    ...['Point', 'Timing point', 'Location', 'Checkpoint', 'Split', 'Punkt', 'Messpunkt', 'Zeitmesspunkt', 'Ort'],
    ...['Punto', 'Punto de control', 'Lugar', 'পয়েন্ট', 'النقطة'],
  ],
}
const LAP = /(^|[^\p{L}])(laps?|runden?|rundenzeit|vueltas?)($|[^\p{L}])/u
/** Rows that are looked at. */
const SOME = 50

/** The columns that a file of times has. */
export function timeTargets(): KnownTarget<TimeColumn>[] {
  return [
    knownTarget('time', texts.time(), HEADS.time),
    knownTarget('bib', labels.bib(), HEADS.bib),
    knownTarget('point', texts.point(), HEADS.point),
  ]
}

/** Which columns a line of heads names. A point alone names none: a stopwatch writes SPLIT above its times. */
export function matchTimes(heads: readonly string[]): Columns<TimeColumn> {
  const { point, ...columns } = matchHeads(heads, timeTargets())
  return point === undefined || Object.keys(columns).length === 0 ? columns : { ...columns, point }
}

/** Has a row a cell that is a time for sure? */
export function hasTime(cells: readonly string[]): boolean {
  return cells.some((cell) => sureTime(cell) !== null)
}

function sureTime(cell: string): TimeText | null {
  const read = readTime(cell)
  return read && !read.isTwo && /\d\D/.test(cell.trim()) ? read : null
}

/**
 * The columns with that of the times. Where no head names one, it is the last of those with most times, and those
 * without a day come first.
 */
export function withTimes({ heads, rows }: Table, columns: Columns<TimeColumn>): Columns<TimeColumn> {
  if (columns.time !== undefined) return columns
  const taken = new Set(Object.values(columns))
  let [most, time] = [0, -1]
  for (const at of heads.keys()) {
    if (taken.has(at)) continue
    const times = rows.slice(0, SOME).flatMap(({ cells }) => sureTime(cells[at] ?? '') ?? [])
    const worth = times.reduce((sum, { since }) => sum + (since === null ? 1 : SOME), 0)
    if (worth > 0 && worth >= most) [most, time] = [worth, at]
  }
  return time < 0 ? columns : { ...columns, time }
}

/** Does the head of a column say that each time is that since the line above? */
export function isOfLaps(head: string): boolean {
  return LAP.test(head.toLowerCase())
}
