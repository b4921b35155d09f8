import Papa from 'papaparse'
import { unguarded } from '../../../contract/text/csv.ts'

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
  /** The rows above the line that names the columns. Nobody is in them. */
  above: Row[]
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
const FEW_LINES = 4

/**
 * Finds the table in a CSV file: the separator with which a line names most columns, that line, and the rows after it.
 * Where no line names any, it is the separator that makes most columns, in most lines, and the first line with two
 * texts: a wider one may be a person. Where such a file has a row at its top, as watches write files, nothing names the
 * columns.
 * @param known counts the names of columns in a line
 * @param isData is a line of a file that names no columns one of its rows?
 * @returns null for a file without a text
 */
export function* readTable(
  text: string,
  known: (cells: readonly string[]) => number,
  isData: (cells: readonly string[]) => boolean = () => false,
): Generator<undefined, Table | null> {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const [start = '', told] = SEPARATOR_LINE.exec(plain) ?? []
  const body = plain.slice(start.length)
  const first = start === '' ? 1 : 2
  let best: { separator: string; row: Row | null; worth: number[] } | undefined
  for (const separator of told === undefined ? SEPARATORS : [told, ...SEPARATORS]) {
    const top = topRows(body, separator, first)
    const named: number[] = []
    for (const { cells } of top) {
      yield
      named.push(known(cells))
    }
    const most = Math.max(...named)
    const heads = most > 0 ? top[named.indexOf(most)] : (top.find(({ cells }) => widthOf(cells) > 1) ?? top[0])
    const isHeads = most > 0 || !top.some(({ cells }) => isData(cells)) || heads?.cells.every(isWord)
    const widths = top.map(({ cells }) => widthOf(cells))
    const width = Math.max(...(most > 0 && heads ? [widthOf(heads.cells)] : widths))
    const worth = [most, width, widths.filter((one) => one === width).length]
    if (heads && (!best || isMore(worth, best.worth))) best = { separator, row: isHeads ? heads : null, worth }
  }
  if (!best) return null
  const { separator, row } = best
  const above: Row[] = []
  const rows: Row[] = []
  for (const part of parts(body, separator, first)) {
    for (const one of part) {
      if (row === null || one.line > row.line) rows.push(one)
      else if (one.line < row.line) above.push(one)
    }
    yield
  }
  const width = rows.slice(0, MOST_TITLES).reduce((most, { cells }) => Math.max(most, cells.length), 0)
  const heads = row ? row.cells.map((cell) => cell.trim()) : Array.from({ length: width }, () => '')
  return { heads, above, rows, separator }
}

/** Runs what can be done in pieces at once. */
export function atOnce<T>(work: Generator<undefined, T>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** Is there no digit in a cell, as in a name of a column? */
function isWord(cell: string): boolean {
  return !/\p{Nd}/u.test(cell)
}

/** How many cells of a row have a text. */
function widthOf(cells: readonly string[]): number {
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
 * The rows of a CSV file, some at a time. A line whose quotes are not complete would swallow the lines after it, so it
 * is a row of its own. Some programs write blanks around quotes.
 * @param line the number of the first line
 */
function* parts(text: string, delimiter: string, line: number): Generator<Row[], undefined> {
  const parse = (part: string, options = {}) =>
    Papa.parse<string[]>(part, { delimiter, newline: '\n', fastMode: false, ...options })
  let rest = text
  let next = line
  let size = ROWS_AT_ONCE
  while (rest !== '') {
    const rows: Row[] = []
    const add = (cells: string[], isBroken = false) => {
      if (cells.some((cell) => cell.trim() !== ''))
        rows.push({ line: next, cells: cells.map(unguarded), ...(isBroken && { isBroken }) })
      next += cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 1)
    }
    // The end of quotes is looked for in some lines, and in a few behind a broken line: there may be thousands of those.
    const some = firstLines(rest, size)
    size = Math.min(size * 2, ROWS_AT_ONCE)
    const { data, errors } = parse(some)
    const [error] = errors
    const wrong = Math.min(error?.row ?? data.length, firstSpaced(data))
    const before = next
    const isCut = error?.code === 'MissingQuotes' && wrong === error.row && some.length < rest.length
    const whole = isCut && wrong === 0 ? parse(rest, { preview: 1 }) : null
    for (const cells of data.slice(0, wrong)) add(cells)
    if (wrong === data.length) {
      rest = rest.slice(some.length + 1)
    } else if (whole && whole.errors.length === 0 && firstSpaced(whole.data) > 0) {
      // A text of more lines.
      add(whole.data[0] ?? [])
      rest = rest.slice(whole.meta.cursor)
    } else if (isCut && wrong > 0) {
      rest = withoutLines(rest, next - before)
    } else {
      rest = withoutLines(rest, next - before)
      const end = rest.indexOf('\n')
      const one = end < 0 ? rest : rest.slice(0, end)
      const again = parse(one.replace(BLANKS_AROUND_QUOTES, '$1$2'))
      const isBroken = again.errors.length > 0 || again.data.length !== 1
      add(isBroken ? one.split(delimiter) : (again.data[0] ?? []), isBroken)
      rest = withoutLines(rest, 1)
      size = FEW_LINES
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

/** The first lines, without the line break at their end. */
function firstLines(text: string, count: number): string {
  const rest = startOfLine(text, count)
  return rest < 0 ? text.replace(/\n$/, '') : text.slice(0, rest - 1)
}

function withoutLines(text: string, count: number): string {
  const rest = startOfLine(text, count)
  return rest < 0 ? '' : text.slice(rest)
}

/** Where the line after so many lines begins; -1 if there is none. */
function startOfLine(text: string, count: number): number {
  let at = 0
  for (let left = count; left > 0; left--) {
    at = text.indexOf('\n', at) + 1
    if (at === 0) return -1
  }
  return at
}
