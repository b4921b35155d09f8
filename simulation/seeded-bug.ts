import type { Variant } from './network.ts'
import type { D1Hooks } from './sim-d1.ts'

export interface SeededBug {
  variant: Variant
  /** The invariants of which one must be the first to break. */
  breaks: string[]
  /**
   * A seed that shows the bug in its first runs, where the usual seed needs dozens. `SIM_SEED` sets another one for all
   * bugs.
   */
  seed?: number
}

/** A variant whose worker runs other SQL. */
export const rewritten = (rewrite: NonNullable<D1Hooks['rewrite']>): Variant => ({ d1: { rewrite } })
