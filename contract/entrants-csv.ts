import type { Application } from './application.ts'
import { csvLine } from './csv.ts'

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

/**
 * Entrants as CSV.
 * @param fields the fields of the wanted columns; all by default
 */
export function entrantsCsv(entrants: readonly Application[], fields?: ReadonlySet<EntrantField>): string {
  const columns = ENTRANT_COLUMNS.filter(([, field]) => !fields || fields.has(field))
  // A phone may hold rows from a server that knew no status: they are registered.
  const cells = (row: Application) => columns.map(([, field]) => row[field] ?? (field === 'status' ? 'registered' : ''))
  const lines = [columns.map(([head]) => head), ...entrants.map(cells)]
  return lines.map(csvLine).join('')
}
