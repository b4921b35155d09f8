import type { Answers, StaffValueField } from '../../../../contract/questions/questions.ts'

/** A browser offers a few; more would be a list to read. */
const MOST_KNOWN = 20

/** What a field of staff says of entrants, the most frequent first. */
export function knownValues(entrants: readonly Answers[], field: StaffValueField): string[] {
  const counts = new Map<string, number>()
  for (const entrant of entrants) {
    const value = entrant[field] ?? ''
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_KNOWN)
    .map(([value]) => value)
}
