import type { PublicResult } from '../../../contract/results/public-list.ts'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import { csvLine, type Separator } from '../../../contract/text/csv.ts'
import { nameOf, timeAt } from '../../marathon/results/result-row.tsx'
import { formatGap, formatPace } from '../../ui/format/race-time.ts'

type Cell = (row: PublicResult) => string

/**
 * Results as CSV. The heads are those of the API in every language: programs read them.
 * @param rows those that the reader sees
 */
export function resultsCsv(
  { marathon, rows: all }: Pick<PublicList, 'marathon' | 'rows'>,
  rows: readonly PublicResult[],
  separator: Separator,
): string {
  const number = (value: number | null) => value?.toString() ?? ''
  const time = (value: number | null | undefined) => (value == null ? '' : formatRaceTime(value))
  const columns: [head: string, cell: Cell][] = [
    ['Place', ({ place }) => number(place)],
    ['Bib', ({ bib }) => bib],
    ['Name', nameOf],
    ['Sex', ({ sex }) => sex],
    ['Category', ({ category }) => category],
    ['State', ({ state }) => state],
    ['Time', (row) => time(row.time)],
    ['Gap', ({ gap }) => (gap ? formatGap(gap) : '')],
    ['Pace', (row) => (row.time === null ? '' : formatPace(row.time, marathon.distance))],
    ['Sex Place', ({ sexPlace }) => number(sexPlace)],
    ['Category Place', ({ categoryPlace }) => number(categoryPlace)],
    ...pointsOfRows(all).map((point): [string, Cell] => [point, ({ splits }) => time(timeAt(splits, point))]),
  ]
  const lines = [columns.map(([head]) => head), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
  return lines.map((cells) => csvLine(cells, separator)).join('')
}

/** The points between start and finish that a row has, in the order in which most are reached. */
function pointsOfRows(rows: readonly PublicResult[]): string[] {
  const first = new Map<string, number>()
  for (const row of rows)
    for (const [point, at] of row.splits) first.set(point, Math.min(at, first.get(point) ?? Number.POSITIVE_INFINITY))
  return [...first]
    .filter(([point]) => point !== 'finish')
    .sort(([, a], [, b]) => a - b)
    .map(([point]) => point)
}
