import { expected } from '../../contract/errors.ts'
import { AccountDb } from '../store/account-db.ts'
import { onSyncAsked } from '../store/sync-status.ts'
import { optional } from '../ui/optional.ts'
import { whenIdle } from './when-idle.ts'

/** Opens the database of an account, before a screen reads from it. A failure to open is told by that read. */
export function openAccount(uid: string): AccountDb {
  const db = new AccountDb(uid)
  db.open().catch(() => expected('told'))
  return db
}

/**
 * Syncs the account while it is mounted (sync-engine.ts). A screen shows what the phone has, so the code of sync comes
 * when the first screen is rendered. An edit waits in the outbox until then. If the code cannot be had, it is asked for
 * again: nothing else would send what the user writes on this page.
 */
export const SyncEngine = optional(async () => {
  await whenIdle()
  for (;;) {
    try {
      return (await import('../sync/sync-engine.ts')).SyncEngine
    } catch {
      expected('no-code')
      await nextChance()
    }
  }
})

/** Resolves when the network is back, the user comes back to the page, or wants to send now. */
async function nextChance(): Promise<void> {
  const end = new AbortController()
  const { signal } = end
  let stopAsking = () => {}
  await new Promise<void>((resolve) => {
    addEventListener('online', () => resolve(), { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && resolve(), { signal })
    stopAsking = onSyncAsked(() => resolve())
  })
  end.abort()
  stopAsking()
}
