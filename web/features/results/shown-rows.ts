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
  // Rows of a state mostly stand together.
  for (let from = 0, to = 0; from < rows.length; from = to) {
    const { state } = rows[from] as ResultRow
    while (rows[to]?.state === state) to += 1
    counts[PARTS[state]] += to - from
  }
  return counts
}

/** Is a row in this part of the list? */
export function isShown({ state }: ResultRow, shown: Shown): boolean {
  return PARTS[state] === shown
}
