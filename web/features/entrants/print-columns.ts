import type { OwnField } from '../../../contract/questions/answer-columns.ts'
import * as texts from '../../texts/compiled/entrants.js'
import * as labels from '../../texts/compiled/labels.js'
import type { OwnChoice } from './own-choices.ts'
import { type KeptColumns, useKeptColumns } from './use-kept-columns.ts'

/** The columns that any printed start list can have, beside the name. Longer texts do not fit on paper. */
export const PRINT_COLUMNS = [
  [texts.bib, 'bib'],
  [texts.status, 'status'],
  [texts.checkedIn, 'checkedInAt'],
  [texts.gate, 'gate'],
  [texts.placeColumn, 'waitingPlace'],
  [texts.promotedColumn, 'promotedAt'],
  [texts.appliedColumn, 'createdAt'],
  [labels.phoneNumber, 'phoneNumber'],
  [labels.email, 'email'],
] as const
export type PrintField = (typeof PRINT_COLUMNS)[number][1] | OwnField

/** Most columns beside the name that fit on a sheet. */
export const MOST_PRINTED = 5

const FIELDS = PRINT_COLUMNS.map(([, field]) => field)

/**
 * The columns of the printed start list. Without a choice it has bib, name and status, and no contact data and no answers:
 * paper is left lying about.
 */
export function usePrintColumns(own: readonly OwnChoice[]): KeptColumns<PrintField> & { needsHere: boolean } {
  const all: PrintField[] = [...FIELDS, ...own.map(({ field }) => field)]
  const kept = useKeptColumns<PrintField>('print-columns', all, ['bib', 'status'])
  return { ...kept, needsHere: kept.fields.has('checkedInAt') || kept.fields.has('gate') }
}
