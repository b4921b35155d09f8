import type { Results } from '../../../contract/results/results.ts'

/** The parts of the list that a person looks at. */
export type Shown = 'finished' | 'out' | 'notStarted' | 'retired'

export type ResultRow = Results['rows'][number]

const PARTS: Record<ResultRow['state'], Shown> = {
  finished: 'finished',
  started: 'out',
  // Nobody knows of these yet: they may be out there without a check-in.
  registered: 'notStarted',
  notStarted: 'notStarted',
  retired: 'retired',
  disqualified: 'retired',
}

/** How many rows each part of the list has. */
export function countParts(rows: readonly ResultRow[]): Record<Shown, number> {
  const counts = { finished: 0, out: 0, notStarted: 0, retired: 0 }
  for (const { state } of rows) counts[PARTS[state]] += 1
  return counts
}

/** Is a row in this part of the list? */
export function isShown({ state }: ResultRow, shown: Shown): boolean {
  return PARTS[state] === shown
}
