import type { Application } from '../application.ts'
import { APPLICATION, fieldOf, namesOf } from '../fields.ts'
import type { Column } from '../questions/answer-columns.ts'
import { csvCell, csvLine, phoneCell, type Separator, toLine } from './csv.ts'

const IN_CSV = namesOf(APPLICATION, ({ csv }) => csv !== undefined)

/** The columns of the entrants as CSV that the API writes: the head of each, and its field. */
export const ENTRANT_COLUMNS = [
  ...IN_CSV.map((field) => [fieldOf(field)?.csv ?? '', field] as const),
  ['Applied At', 'createdAt'],
  ['Status', 'status'],
  ['Entry', 'code'],
  ['Bib', 'bib'],
] as const

/** Further columns, which only the organiser's phone writes. */
export const FURTHER_COLUMNS = [
  ['Promoted At', 'promotedAt'],
  ['Waiting List Place', 'waitingPlace'],
  ['Checked In At', 'checkedInAt'],
  ['Gate', 'gate'],
] as const

/** The columns of times once more, by the clock of the event's time zone: people read a time in UTC as their own. */
const THERE_COLUMNS = [
  ['Applied At (Event Time)', 'appliedThere'],
  ['Promoted At (Event Time)', 'promotedThere'],
  ['Checked In At (Event Time)', 'checkedInThere'],
] as const

const COLUMNS = [...ENTRANT_COLUMNS, ...FURTHER_COLUMNS, ...THERE_COLUMNS]
export type EntrantField = (typeof COLUMNS)[number][1]

/** The heads that a marathon's own columns must not have. */
export const ENTRANT_HEADS = COLUMNS.map(([head]) => head)

/** What is known of an entrant and is not in the row, by column. */
export type FurtherCells<Row> = { [F in Exclude<EntrantField, keyof Application>]?: (row: Row) => string | undefined }

const OF_THE_API: ReadonlySet<EntrantField> = new Set(ENTRANT_COLUMNS.map(([, field]) => field))

/**
 * The columns that every marathon has.
 * @param fields the fields of the wanted ones; those of the API by default
 * @param further the cells of an entrant that are not in the row
 */
export function entrantColumns<Row extends Application>(
  fields = OF_THE_API,
  further: FurtherCells<Row> = {},
): Column<Row>[] {
  return COLUMNS.filter(([, field]) => fields.has(field)).map(([head, field]) => {
    const write = fieldOf(field)?.kind === 'phone' ? phoneCell : csvCell
    const text = (further as Partial<Record<EntrantField, (row: Row) => string | undefined>>)[field]
    const ofRow = (row: Row) => row[field as keyof Application]
    return { head, cell: (row, separator) => write((text ?? ofRow)(row)?.toString() ?? '', separator) }
  })
}

/**
 * Entrants as CSV, with the heads of the columns.
 * @param separator what the reader's spreadsheet splits at
 */
export function entrantsCsv<Row extends Application>(
  entrants: readonly Row[],
  columns: readonly Column<Row>[] = entrantColumns<Row>(),
  separator: Separator = ',',
): string {
  const heads = columns.map(({ head }) => head)
  return csvLine(heads, separator) + entrantLines(entrants, columns, separator)
}

/** The same without the heads, for all pages after the first. */
export function entrantLines<Row extends Application>(
  entrants: readonly Row[],
  columns: readonly Column<Row>[] = entrantColumns<Row>(),
  separator: Separator = ',',
): string {
  const cells = (row: Row) => columns.map(({ cell }) => cell(row, separator))
  return entrants.map((row) => toLine(cells(row), separator)).join('')
}
