/** A broken invariant, by its name in docs/sync.md. */
export class Violation extends Error {
  readonly invariant: string

  constructor(invariant: string, what: string, evidence?: unknown) {
    super(`${invariant}: ${what}${evidence === undefined ? '' : `\n${JSON.stringify(evidence, null, 1)}`}`)
    this.name = 'Violation'
    this.invariant = invariant
  }
}

/** JSON with sorted keys. */
export function stable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
