import type { Named, Recorded } from './use-recorder.ts'

const NOTHING: readonly Named[] = []

/**
 * What is right after a doubled tap was taken back: its bib, and each one behind it up to the first crossing without a bib,
 * belongs to the next crossing.
 * @param rows those of the point, the oldest first
 * @returns the crossings whose bib changes; none, and always the same array, where nothing is to be moved
 */
export function shiftedBibs(rows: readonly Recorded[], undone: Recorded): readonly Named[] {
  if (!undone.isUndone || undone.bib === null || !isTyped(undone)) return NOTHING
  const later = rows
    .slice(rows.findIndex(({ id }) => id === undone.id) + 1)
    .filter((row) => isTyped(row) && !row.isUndone)
  const open = later.findIndex(({ bib }) => bib === null)
  // Without a crossing for the last bib it would be lost. And the bib may have been moved already.
  if (open < 0 || rows.some(({ bib, isUndone }) => bib === undone.bib && !isUndone)) return NOTHING
  const bibs = [undone.bib, ...later.slice(0, open).map(({ bib }) => bib as string)]
  return bibs.map((bib, index) => ({ row: later[index] as Recorded, bib }))
}

function isTyped({ kind, how }: Recorded): boolean {
  return kind === 'crossing' && how === 'bib'
}
