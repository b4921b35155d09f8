import { recordError } from '../../contract/errors.ts'
import type { AccountDb } from './account-db.ts'
import { inTime } from './in-time.ts'
import { SAVE_TIMEOUT_MS } from './outbox.ts'
import { readInTime } from './read-in-time.ts'

/**
 * Waits until a draft is written, but not longer than a save may take. It ignores a failure. A form waits for this
 * after its edit is saved.
 */
async function tried(write: PromiseLike<unknown>): Promise<void> {
  await inTime(write, SAVE_TIMEOUT_MS, undefined).catch(recordError)
}

/** Stores an unfinished form on this phone. It ignores a failure, so that the user is not interrupted while typing. */
export async function saveDraft(db: AccountDb, key: string, values: Record<string, unknown>): Promise<void> {
  await tried(db.drafts.put({ key, values, at: Date.now() }))
}

/** Changes some values of what is stored, and leaves the others. It ignores a failure. */
export async function changeDraft(db: AccountDb, key: string, change: Record<string, unknown>): Promise<void> {
  const write = async () => {
    const values = (await db.drafts.get(key))?.values
    await db.drafts.put({ key, values: { ...values, ...change }, at: Date.now() })
  }
  await tried(db.transaction('rw', db.drafts, write))
}

/**
 * Reads the unfinished form; null if there is none.
 * @throws Error if it cannot be read. A form that took that for none would overwrite it
 */
export async function readDraft(db: AccountDb, key: string): Promise<Record<string, unknown> | null> {
  return (await readInTime(() => db.drafts.get(key)))?.values ?? null
}

/** Deletes the unfinished form. It ignores a failure. */
export async function clearDraft(db: AccountDb, key: string): Promise<void> {
  await tried(db.drafts.delete(key))
}
