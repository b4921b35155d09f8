import { liveQuery } from 'dexie'
import type { AccountDb, InboxRecord } from './account-db.ts'

/** What became of an edit that was just made. `waiting`: it is on this phone and nowhere else. */
export type Outcome =
  | { kind: 'accepted' }
  | { kind: 'waiting' }
  | { kind: 'refused'; answer: InboxRecord }
  | { kind: 'clash'; answer: InboxRecord }

/** How long a screen waits for the server before it says that the edit waits. */
export const VERDICT_WAIT_MS = 3000

/**
 * What the server says to the edits of a row made since `since` (an instant taken before they were queued).
 * Offline, or where no verdict comes in time, they are waiting.
 */
export function awaitVerdict(
  db: AccountDb,
  target: string,
  since: string,
  { timeoutMs = VERDICT_WAIT_MS, online = () => navigator.onLine } = {},
): Promise<Outcome> {
  if (!online()) return readOutcome(db, target, since)
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      watch.unsubscribe()
      settle()
    }
    const timer = setTimeout(() => finish(() => resolve({ kind: 'waiting' })), timeoutMs)
    const watch = liveQuery(() => readOutcome(db, target, since)).subscribe({
      next: (outcome) => outcome.kind !== 'waiting' && finish(() => resolve(outcome)),
      error: (error) => finish(() => reject(error)),
    })
  })
}

async function readOutcome(db: AccountDb, target: string, since: string): Promise<Outcome> {
  const [queued, answers] = await Promise.all([
    db.outbox.where('target').equals(target).toArray(),
    db.inbox.where('target').equals(target).toArray(),
  ])
  const answer = answers.find(({ op }) => op.at >= since)
  if (answer) return { kind: answer.code ? 'refused' : 'clash', answer }
  return { kind: queued.some(({ state }) => state !== 'settled') ? 'waiting' : 'accepted' }
}
