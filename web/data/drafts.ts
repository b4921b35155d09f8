import type { AccountDb } from './account-db.ts'

/** Stores an unfinished form on this phone. It ignores a failure, so that the user is not interrupted while typing. */
export async function saveDraft(db: AccountDb, key: string, values: Record<string, unknown>): Promise<void> {
  await db.drafts.put({ key, values, at: Date.now() }).catch(() => undefined)
}

/** Reads the unfinished form; null if there is none or it cannot be read. */
export async function readDraft(db: AccountDb, key: string): Promise<Record<string, unknown> | null> {
  return (await db.drafts.get(key).catch(() => undefined))?.values ?? null
}

/** Deletes the unfinished form. It ignores a failure. */
export async function clearDraft(db: AccountDb, key: string): Promise<void> {
  await db.drafts.delete(key).catch(() => undefined)
}
