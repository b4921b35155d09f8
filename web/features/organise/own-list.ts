import { findsIn, searchText } from '../../../contract/text/fold-text.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { compareBy } from '../../store/rows/compare-by.ts'
import { type When, whenIs } from './when.ts'

/** The chips above the list. */
export const CHOICES = ['all', 'today', 'ahead', 'past'] as const
export type Choice = When | 'all'

/**
 * The rows of a chip that fit the typed text. 'all' keeps the order of the rows. The others are by start: the past
 * ones latest first.
 * @param now ms by the server's clock
 */
export function chosenRows(rows: readonly MarathonView[], choice: Choice, text: string, now: number): MarathonView[] {
  const fits = findsIn(text)
  const found = rows.filter(({ title, location }) => !text.trim() || fits(searchText(`${title} ${location}`)))
  if (choice === 'all') return found
  return found
    .filter((row) => whenIs(row, now) === choice)
    .sort(compareBy('startDate', choice === 'past' ? 'desc' : 'asc'))
}

/** How many rows each chip has. */
export function countByChoice(rows: readonly MarathonView[], now: number): Record<Choice, number> {
  const counts: Record<When, number> = { today: 0, ahead: 0, past: 0 }
  for (const row of rows) counts[whenIs(row, now)] += 1
  return { ...counts, all: rows.length }
}
