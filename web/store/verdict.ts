import type { AccountDb, InboxRecord } from './account-db.ts'
import { liveRead } from './live-read.ts'

/**
 * The outcome of edits that the user just made.
 * - `accepted`: the server applied all of them. Screens report only this outcome as a success: an op that is neither queued
 *   nor in the inbox may have been discarded in another window.
 * - `waiting`: only this phone has them, as far as it knows.
 * - `parked`: only this phone has them, and one of them is set aside, because the server does not take it, or an earlier
 *   edit that it rests on.
 * - `rejected`, `clash`: the server rejected one of them, or kept its own value of a field.
 * - `gone`: the user discarded one of them before a verdict came, for example in another window.
 */
export type EditOutcome =
  | { kind: 'accepted' }
  | { kind: 'waiting' }
  | { kind: 'parked' }
  | { kind: 'rejected'; item: InboxRecord }
  | { kind: 'clash'; item: InboxRecord }
  | { kind: 'gone' }

/** A screen waits this long for the verdict. Then it says that the edit waits. */
export const VERDICT_WAIT_MS = 3000

/**
 * Waits for the verdicts on ops. The outcome is `waiting` if the phone is offline, if the phone's storage cannot be
 * read, or if there is no verdict in time.
 * @param opIds the result of `enqueueOps`
 */
export function awaitVerdict(
  db: AccountDb,
  opIds: readonly string[],
  { timeoutMs = VERDICT_WAIT_MS, online = () => navigator.onLine } = {},
): Promise<EditOutcome> {
  const isOnline = online()
  return new Promise((resolve) => {
    const finish = (outcome: EditOutcome) => {
      clearTimeout(timer)
      stop()
      resolve(outcome)
    }
    const timer = setTimeout(() => finish({ kind: 'waiting' }), timeoutMs)
    // The edits are on the disk. Where they cannot be read, a form that called them not saved would be sent twice.
    const stop = liveRead(() => readOutcome(db, opIds)).subscribe(
      (outcome) => (outcome.kind !== 'waiting' || !isOnline) && finish(outcome),
      () => finish({ kind: 'waiting' }),
    )
  })
}

/** Reads the outcome in one transaction, because a verdict removes the op from the outbox in one transaction too. */
function readOutcome(db: AccountDb, opIds: readonly string[]): Promise<EditOutcome> {
  return db.transaction('r', db.outbox, db.inbox, db.sync, async () => {
    const [queued, items, sync] = await Promise.all([
      db.outbox.where('opId').anyOf(opIds).toArray(),
      db.inbox.where('opId').anyOf(opIds).toArray(),
      db.sync.get('sync'),
    ])
    const [item] = items
    if (item) return { kind: item.code ? 'rejected' : 'clash', item }
    if (queued.some(({ state }) => state === 'parked')) return { kind: 'parked' }
    const applied = new Set(sync?.accepted)
    for (const { opId, state } of queued) {
      if (state !== 'settled') return { kind: 'waiting' }
      applied.add(opId)
    }
    return { kind: opIds.every((opId) => applied.has(opId)) ? 'accepted' : 'gone' }
  })
}
