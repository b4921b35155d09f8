import type { Results } from '../../../contract/results/results.ts'

/** The parts of the list that a person looks at. */
export const SHOWN = ['finished', 'out', 'notStarted', 'retired'] as const
export type Shown = (typeof SHOWN)[number]

export type ResultRow = Results['rows'][number]

const PARTS: Record<ResultRow['state'], Shown | null> = {
  finished: 'finished',
  started: 'out',
  // Nobody knows of these yet: they may be out there without a check-in.
  registered: 'notStarted',
  notStarted: 'notStarted',
  retired: 'retired',
  disqualified: 'retired',
}

/** Is a row in this part of the list? */
export function isShown({ state }: ResultRow, shown: Shown): boolean {
  return PARTS[state] === shown
}
