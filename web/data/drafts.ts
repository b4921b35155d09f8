import type { AccountDb } from './account-db.ts'

/** Keeps an unfinished form on this phone. Failing to is no reason to disturb who is typing. */
export async function saveDraft(db: AccountDb, key: string, values: Record<string, unknown>): Promise<void> {
  await db.drafts.put({ key, values, at: Date.now() }).catch(() => undefined)
}

/** The unfinished form, or null. */
export async function readDraft(db: AccountDb, key: string): Promise<Record<string, unknown> | null> {
  return (await db.drafts.get(key).catch(() => undefined))?.values ?? null
}

export async function clearDraft(db: AccountDb, key: string): Promise<void> {
  await db.drafts.delete(key).catch(() => undefined)
}
