import type { Application } from './application.ts'

/** The columns of the entrants as CSV: the head of each, and its field. */
export const ENTRANT_COLUMNS = [
  ['First Name', 'firstName'],
  ['Last Name', 'lastName'],
  ['Contact Number', 'phoneNumber'],
  ['Email', 'email'],
  ['Additional Info', 'additionalInfo'],
  ['Applied At', 'createdAt'],
  ['Status', 'status'],
  ['Entry', '_id'],
  ['Bib', 'bib'],
] as const
export type EntrantField = (typeof ENTRANT_COLUMNS)[number][1]

/** The start of a formula for a spreadsheet: one of these characters (also full-width), after any blanks and quotes. */
const FORMULA = '[\\s"\']*[=+\\-@＝＋－＠]'
/** The places where a formula could start: the start of the cell, and after each `;`, tab or line break in it. */
const CELL_STARTS = new RegExp(`(^|[;\\t\\r\\n])(?=${FORMULA})|^(?=[\\t\\r])`, 'g')

/**
 * Entrants as CSV (RFC 4180). An apostrophe before each possible formula stops a spreadsheet from running it.
 * @param fields the fields of the wanted columns; all by default
 */
export function entrantsCsv(entrants: readonly Application[], fields?: ReadonlySet<EntrantField>): string {
  const columns = ENTRANT_COLUMNS.filter(([, field]) => !fields || fields.has(field))
  // A phone may hold rows from a server that knew no status: they are registered.
  const cells = (row: Application) => columns.map(([, field]) => row[field] ?? (field === 'status' ? 'registered' : ''))
  const lines = [columns.map(([head]) => head), ...entrants.map(cells)]
  return lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: string): string {
  const safe = value.replace(CELL_STARTS, "$1'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
