import { type KeptColumns, useKeptColumns } from './use-kept-columns.ts'

/** The columns that the printed start list can have, beside the name. Longer texts do not fit on paper. */
export const PRINT_COLUMNS = [
  ['Bib', 'bib'],
  ['Status', 'status'],
  ['Checked in', 'checkedInAt'],
  ['Gate', 'gate'],
  ['Place in line', 'waitingPlace'],
  ['From the waiting list', 'promotedAt'],
  ['Applied', 'createdAt'],
  ['Contact Number', 'phoneNumber'],
  ['Email', 'email'],
] as const
export type PrintField = (typeof PRINT_COLUMNS)[number][1]

/** Most columns beside the name that fit on a sheet. */
export const MOST_PRINTED = 5

const FIELDS = PRINT_COLUMNS.map(([, field]) => field)

/** The columns of the printed start list. Without a choice it has bib, name and status, and no contact data. */
export function usePrintColumns(): KeptColumns<PrintField> & { needsHere: boolean } {
  const kept = useKeptColumns<PrintField>('print-columns', FIELDS, ['bib', 'status'])
  return { ...kept, needsHere: kept.fields.has('checkedInAt') || kept.fields.has('gate') }
}
