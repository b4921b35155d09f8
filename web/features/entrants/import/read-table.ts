import Papa from 'papaparse'
import { unguarded } from '../../../../contract/text/csv.ts'

/** A row of a file of which at least one cell has a text. */
export interface Row {
  /** The number of its first line in the file, from 1. */
  line: number
  cells: string[]
  /** Its quotes do not end, so it was split as if they were letters. */
  isBroken?: true
}

/** A file as a table: the line that names the columns, and the rows after it. */
export interface Table {
  heads: string[]
  rows: Row[]
  separator: string
}

/** Most lines before the one that names the columns: titles, dates, and what a sheet has at its top. */
const MOST_TITLES = 30
/** Spreadsheets separate cells with one of these. */
const SEPARATORS = [',', ';', '\t', '|']
/** The line with which Excel is told the separator. */
const SEPARATOR_LINE = /^[\s"]*sep=(.)"?[,;\t ]*\n/i
/** Rows between two moments at which the page may do something else. */
const ROWS_AT_ONCE = 50

/**
 * Finds the table in a CSV file: the separator with which a line names most columns, that line, and the rows after it. Where no
 * line names any, it is the separator that makes most columns, in most lines, and the first line with as many.
 * @param known counts the names of columns in a line
 * @returns null for a file without a text
 */
export function* readTable(
  text: string,
  known: (cells: readonly string[]) => number,
): Generator<undefined, Table | null> {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const [start = '', told] = SEPARATOR_LINE.exec(plain) ?? []
  const body = plain.slice(start.length)
  const first = start === '' ? 1 : 2
  let best: { separator: string; row: Row; worth: number[] } | undefined
  for (const separator of told === undefined ? SEPARATORS : [told, ...SEPARATORS]) {
    const top = topRows(body, separator, first)
    for (const row of top) {
      yield
      const width = widthOf(row)
      const alike = top.filter((one) => widthOf(one) === width).length
      const worth = [known(row.cells), width, alike]
      if (!best || isMore(worth, best.worth)) best = { separator, row, worth }
    }
  }
  if (!best) return null
  const { separator, row } = best
  const rows: Row[] = []
  for (const part of parts(body, separator, first)) {
    for (const one of part) if (one.line > row.line) rows.push(one)
    yield
  }
  return { heads: row.cells.map((cell) => cell.trim()), rows, separator }
}

/** Runs what can be done in pieces at once. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** How many cells of a row have a text. */
function widthOf({ cells }: Row): number {
  return cells.filter((cell) => cell.trim() !== '').length
}

function isMore(worth: readonly number[], than: readonly number[]): boolean {
  const at = worth.findIndex((one, index) => one !== than[index])
  return at >= 0 && (worth[at] ?? 0) > (than[at] ?? 0)
}

function topRows(text: string, separator: string, line: number): Row[] {
  const rows: Row[] = []
  for (const part of parts(text, separator, line)) {
    rows.push(...part)
    if (rows.length > MOST_TITLES) break
  }
  return rows.slice(0, MOST_TITLES + 1)
}

/**
 * The rows of a CSV file, some at a time. A line whose quotes are not complete would swallow the lines after it, so it is a row
 * of its own. Some programs write blanks around quotes.
 * @param line the number of the first line
 */
function* parts(text: string, delimiter: string, line: number): Generator<Row[], undefined> {
  const parse = (part: string, options = {}) =>
    Papa.parse<string[]>(part, { delimiter, newline: '\n', fastMode: false, ...options })
  let rest = text
  let next = line
  while (rest !== '') {
    const rows: Row[] = []
    const add = (cells: string[], isBroken = false) => {
      if (cells.some((cell) => cell.trim() !== ''))
        rows.push({ line: next, cells: cells.map(unguarded), ...(isBroken && { isBroken }) })
      next += cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 1)
    }
    const { data, errors, meta } = parse(rest, { preview: ROWS_AT_ONCE })
    const wrong = Math.min(errors[0]?.row ?? data.length, firstSpaced(data))
    const before = next
    for (const cells of data.slice(0, wrong)) add(cells)
    if (wrong === data.length) {
      rest = rest.slice(meta.cursor)
    } else {
      rest = withoutLines(rest, next - before)
      const end = rest.indexOf('\n')
      const one = end < 0 ? rest : rest.slice(0, end)
      const again = parse(one.replace(BLANKS_AROUND_QUOTES, '$1$2'))
      const isBroken = again.errors.length > 0 || again.data.length !== 1
      add(isBroken ? one.split(delimiter) : (again.data[0] ?? []), isBroken)
      rest = withoutLines(rest, 1)
    }
    yield rows
  }
  return undefined
}

/** Blanks between a quote and a separator. */
const BLANKS_AROUND_QUOTES = /(^|[,;\t|]) +(?=")|(") +(?=[,;\t|]|$)/g

/** The first row in which a cell has blanks before its quotes. */
function firstSpaced(rows: string[][]): number {
  const at = rows.findIndex((cells) => cells.some((cell) => /^ +"/.test(cell)))
  return at < 0 ? rows.length : at
}

function withoutLines(text: string, count: number): string {
  let at = 0
  for (let left = count; left > 0; left--) {
    const end = text.indexOf('\n', at)
    if (end < 0) return ''
    at = end + 1
  }
  return text.slice(at)
}
