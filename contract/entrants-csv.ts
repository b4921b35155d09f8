import type { Application } from './application.ts'

const COLUMNS = [
  ['First Name', 'firstName'],
  ['Last Name', 'lastName'],
  ['Contact Number', 'phoneNumber'],
  ['Email', 'email'],
  ['Additional Info', 'additionalInfo'],
  ['Applied At', 'createdAt'],
  ['Entry', '_id'],
] as const

/** What a spreadsheet takes for the beginning of a formula, full-width signs among it, after blanks and quotes. */
const FORMULA = '[\\s"\']*[=+\\-@＝＋－＠]'
/** Where a cell begins: at its start, and where readers that split at `;`, tabs or lines would begin another one. */
const CELL_STARTS = new RegExp(`(^|[;\\t\\r\\n])(?=${FORMULA})|^(?=[\\t\\r])`, 'g')

/** Entrants as CSV (RFC 4180). A cell that a spreadsheet would run as a formula is made harmless. */
export function entrantsCsv(entrants: readonly Application[]): string {
  const lines = [COLUMNS.map(([head]) => head), ...entrants.map((row) => COLUMNS.map(([, field]) => row[field]))]
  return lines.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: string): string {
  const safe = value.replace(CELL_STARTS, "$1'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
