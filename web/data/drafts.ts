import type { AccountDb } from './account-db.ts'
import { SAVE_TIMEOUT_MS } from './outbox.ts'

/**
 * Waits until a draft is written, but not longer than a save may take. It ignores a failure. A form waits for this
 * after its edit is saved, and another page can block the storage without end.
 */
async function inTime(write: PromiseLike<unknown>): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, SAVE_TIMEOUT_MS)
  await Promise.race([write, timeout.promise]).catch(() => undefined)
  clearTimeout(timer)
}

/** Stores an unfinished form on this phone. It ignores a failure, so that the user is not interrupted while typing. */
export async function saveDraft(db: AccountDb, key: string, values: Record<string, unknown>): Promise<void> {
  await inTime(db.drafts.put({ key, values, at: Date.now() }))
}

/** Reads the unfinished form; null if there is none or it cannot be read. */
export async function readDraft(db: AccountDb, key: string): Promise<Record<string, unknown> | null> {
  return (await db.drafts.get(key).catch(() => undefined))?.values ?? null
}

/** Deletes the unfinished form. It ignores a failure. */
export async function clearDraft(db: AccountDb, key: string): Promise<void> {
  await inTime(db.drafts.delete(key))
}
