import * as texts from '../../texts/compiled/organise.js'

/** How many a notice of this marathon reaches, as a sentence for the confirmation. */
export function reachMessage(counts: { regCount: number; waitingCount?: number; enteredCount?: number }): string {
  const { regCount, waitingCount = 0, enteredCount = 0 } = counts
  const count = regCount + waitingCount + enteredCount
  return texts.reach({ count })
}
