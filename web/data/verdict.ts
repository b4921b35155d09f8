import { liveQuery } from 'dexie'
import type { AccountDb, InboxRecord } from './account-db.ts'

/**
 * What became of edits that were just made.
 * - `accepted`: the server applied all of them. Nothing else is ever told as done.
 * - `waiting`: they are on this phone and nowhere else, as far as it knows.
 * - `refused`, `clash`: the server answered one of them so.
 * - `gone`: one of them was discarded before a verdict came, for example in another window.
 */
export type EditOutcome =
  | { kind: 'accepted' }
  | { kind: 'waiting' }
  | { kind: 'refused'; item: InboxRecord }
  | { kind: 'clash'; item: InboxRecord }
  | { kind: 'gone' }

/** How long a screen waits for the server before it says that the edit waits. */
export const VERDICT_WAIT_MS = 3000

/**
 * What the server says to these ops. Offline, or where no verdict comes in time, they are waiting.
 * @param opIds as `enqueueOps` returned them
 */
export function awaitVerdict(
  db: AccountDb,
  opIds: readonly string[],
  { timeoutMs = VERDICT_WAIT_MS, online = () => navigator.onLine } = {},
): Promise<EditOutcome> {
  if (!online()) return readOutcome(db, opIds)
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      watch.unsubscribe()
      settle()
    }
    const timer = setTimeout(() => finish(() => resolve({ kind: 'waiting' })), timeoutMs)
    const watch = liveQuery(() => readOutcome(db, opIds)).subscribe({
      next: (outcome) => outcome.kind !== 'waiting' && finish(() => resolve(outcome)),
      error: (error) => finish(() => reject(error)),
    })
  })
}

/** One transaction: an op leaves the queue in the same one that brings its verdict. */
function readOutcome(db: AccountDb, opIds: readonly string[]): Promise<EditOutcome> {
  return db.transaction('r', db.outbox, db.inbox, db.sync, async () => {
    const [queued, items, sync] = await Promise.all([
      db.outbox.where('opId').anyOf(opIds).toArray(),
      db.inbox.where('opId').anyOf(opIds).toArray(),
      db.sync.get('sync'),
    ])
    const [item] = items
    if (item) return { kind: item.code ? 'refused' : 'clash', item }
    const applied = new Set(sync?.accepted)
    for (const { opId, state } of queued) {
      if (state !== 'settled') return { kind: 'waiting' }
      applied.add(opId)
    }
    return { kind: opIds.every((opId) => applied.has(opId)) ? 'accepted' : 'gone' }
  })
}
