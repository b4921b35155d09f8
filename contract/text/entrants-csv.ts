import type { Application } from '../application.ts'
import { APPLICATION, fieldOf, namesOf } from '../fields.ts'
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

/** What is known of an entrant and is not in the row, by column. */
export type FurtherCells = { [F in Exclude<EntrantField, keyof Application>]?: string | undefined }

const OF_THE_API: ReadonlySet<EntrantField> = new Set(ENTRANT_COLUMNS.map(([, field]) => field))

/**
 * Entrants as CSV, with the heads of the columns.
 * @param fields the fields of the wanted columns; those of the API by default
 * @param further the cells of an entrant that are not in the row
 * @param separator what the reader's spreadsheet splits at
 */
export function entrantsCsv<Row extends Application>(
  entrants: readonly Row[],
  fields = OF_THE_API,
  further: (row: Row) => FurtherCells = () => ({}),
  separator: Separator = ',',
): string {
  const heads = COLUMNS.filter(([, field]) => fields.has(field)).map(([head]) => head)
  return csvLine(heads, separator) + entrantLines(entrants, fields, further, separator)
}

/** The same without the heads, for all pages after the first. */
export function entrantLines<Row extends Application>(
  entrants: readonly Row[],
  fields = OF_THE_API,
  further: (row: Row) => FurtherCells = () => ({}),
  separator: Separator = ',',
): string {
  const columns = COLUMNS.filter(([, field]) => fields.has(field))
  const cells = (row: Row) => {
    const all: { [F in EntrantField]?: string | null | undefined } = { ...row, ...further(row) }
    return columns.map(([, field]) =>
      (fieldOf(field)?.kind === 'phone' ? phoneCell : csvCell)(all[field] ?? '', separator),
    )
  }
  return entrants.map((row) => toLine(cells(row), separator)).join('')
}
