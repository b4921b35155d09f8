import { unguarded } from '../../../../contract/text/csv.ts'

/** A line of a file of which at least one cell has a text. */
interface Line {
  /** The number of the line in the file, from 1. */
  line: number
  cells: string[]
}

/** Most lines before the one that names the columns: titles, dates, and what a sheet has at its top. */
const MOST_TITLES = 30
/** Spreadsheets separate cells with one of these. */
const SEPARATORS = [',', ';', '\t', '|']
/** The line with which Excel is told the separator. */
const SEPARATOR_LINE = /^[\s"]*sep=(.)"?[,;\t ]*(?:\r\n|\r|\n)/i

/**
 * Finds the table in a CSV file: the first line that names the columns, and the lines after it.
 * @param columnsOf says where the columns are, if a line names them
 * @returns null if no line names the columns, whatever the separator is
 */
export function readTable<Columns>(text: string, columnsOf: (cells: readonly string[]) => Columns | undefined) {
  const plain = text.replace(/^\ufeff/, '')
  const [start = '', told] = SEPARATOR_LINE.exec(plain) ?? []
  const first = start === '' ? 1 : 2
  for (const separator of told === undefined ? SEPARATORS : [told, ...SEPARATORS]) {
    const lines = csvLines(plain.slice(start.length), separator, first)
    for (let titles = 0; titles <= MOST_TITLES; titles++) {
      const line = lines.next().value
      if (!line) break
      const columns = columnsOf(line.cells)
      if (columns) return { columns, lines: [...lines] }
    }
  }
  return null
}

const QUOTED = /^ *"(?:[^"]|"")*" *$/

/**
 * The lines of a CSV file (RFC 4180) that are not empty. Some programs write spaces around quotes. A cell with other
 * quotes stays as it is. The marks that our own export puts before possible formulas are removed.
 * @param line the number of the first line
 */
function* csvLines(text: string, separator: string, line: number): Generator<Line, undefined> {
  const between = separator.replace(/[|\\^$.*+?()[\]{}-]/, '\\$&')
  const cell = new RegExp(`( *"(?:[^"]|"")*" *|[^${between}\\r\\n]*)(${between}|\\r\\n|\\r|\\n|$)`, 'y')
  let start = line
  let cells: string[] = []
  while (cell.lastIndex < text.length) {
    // It always matches: any text up to a separator is a cell too.
    const [whole = '', raw = '', end = ''] = cell.exec(text) ?? []
    const value = QUOTED.test(raw) ? raw.trim().slice(1, -1).replaceAll('""', '"') : raw
    cells.push(unguarded(value))
    line += whole.split(/\r\n|\r|\n/).length - 1
    if (end !== separator) {
      if (cells.some((one) => one.trim() !== '')) yield { line: start, cells }
      cells = []
      start = line
    }
  }
  return undefined
}
