import { parseSyncResponse, type SyncResponse } from '../contract/sync.ts'
import { wireOf } from '../contract/testing/wire-of.ts'
import type { Device } from './device.ts'
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

/** A variant that changes a sync response on its way to the phone. */
export function changedResponse(change: (response: SyncResponse, device: Device) => void): Variant {
  return {
    answer: (text, device) => {
      if (!text.startsWith('{"results"')) return text
      const response = parseSyncResponse(JSON.parse(text))
      change(response, device)
      return JSON.stringify(wireOf(response))
    },
  }
}
