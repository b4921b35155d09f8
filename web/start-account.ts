import { AccountDb } from './data/account-db.ts'
import { optional } from './ui/optional.ts'
import { whenIdle } from './when-idle.ts'

/** Opens the database of an account, before a screen reads it. Who reads it is told if it cannot be opened. */
export function openAccount(uid: string): AccountDb {
  const db = new AccountDb(uid)
  db.open().catch(() => undefined)
  return db
}

/**
 * Syncs the account while it is mounted (sync-engine.ts). A screen shows what the phone has, so the code of sync comes
 * when the first screen is drawn. An edit waits in the outbox until then. Where the code cannot be had, the next start
 * sends it.
 */
export const SyncEngine = optional(async () => {
  await whenIdle()
  return (await import('./sync-engine.ts')).SyncEngine
})
