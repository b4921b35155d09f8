import type { AccountDb } from '../../account-db.ts'
import { type Edit, enqueueOps, StorageFailure } from '../../outbox.ts'

// Only screens of organisers load this file: nobody else edits so many entries at once.

/** How many of the wanted edits are stored on this phone. */
export interface SavedParts {
  saved: number
  total: number
}

/** What follows the parts as they are stored, and stops before the next one. */
export interface PartOptions {
  onSaved?: (progress: SavedParts) => void
  signal?: AbortSignal
}

/** Steps that are stored in one transaction: at most 1,000 ops, which a slow phone stores within a second. */
const STEPS_AT_ONCE = 500

/**
 * Queues many edits in parts. A part is on the disk before the next one begins, so what is stored before a failure, or
 * before the app is closed, stays stored.
 * @param steps the edits of a step are stored together, two at most
 * @returns the op ids
 * @throws PartlySaved if some are stored, StorageFailure if none is
 */
export async function enqueueInParts(
  db: AccountDb,
  steps: readonly Edit[][],
  { onSaved, signal }: PartOptions = {},
): Promise<string[]> {
  const opIds: string[] = []
  for (let saved = 0; saved < steps.length && !signal?.aborted; saved += STEPS_AT_ONCE) {
    const part = steps.slice(saved, saved + STEPS_AT_ONCE)
    try {
      opIds.push(...(await enqueueOps(db, part.flat())))
    } catch (error) {
      if (saved > 0 && error instanceof StorageFailure) throw new PartlySaved({ saved, total: steps.length }, error)
      throw error
    }
    onSaved?.({ saved: saved + part.length, total: steps.length })
  }
  return opIds
}

/** The phone stored some of the edits, and not all. The reason is why the others are not stored. */
export class PartlySaved extends StorageFailure {
  readonly progress: SavedParts

  constructor(progress: SavedParts, cause: StorageFailure) {
    super(cause.reason, cause)
    this.name = 'PartlySaved'
    this.progress = progress
  }
}
