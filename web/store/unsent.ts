import { useObservable } from 'dexie-react-hooks'
import { type Account, useAccountOrNull } from './account-context.tsx'
import { type AccountDb, FIRST_SYNC, type InboxRecord, type OutboxRecord, type SyncRecord } from './account-db.ts'
import { QUEUE_REST_MS, useLiveRead } from './live-read.ts'
import { countUnsent, type UnsentCounts } from './outbox.ts'
import { sharedQuery, useSharedQuery } from './shared-query.ts'

/** All edits that the server has not accepted. */
export interface Unsent {
  waiting: OutboxRecord[]
  parked: OutboxRecord[]
  /** Rejected edits, and clashes in which the user must choose a value. */
  inbox: InboxRecord[]
}

/** The unsent edits, live. Undefined until they are read, empty for visitors. */
export function useUnsent(): Unsent | undefined {
  const account = useAccountOrNull()
  return useLiveRead(() => (account ? readUnsent(account.db) : { waiting: [], parked: [], inbox: [] }), [account?.db])
}

const NONE: UnsentCounts = { waiting: 0, needsYou: 0, total: 0 }

/** The number of unsent edits, live. It reads only counts, once for all who ask. @param db null for visitors */
export function unsentCounts(db: AccountDb | null) {
  return sharedQuery(db, countUnsent, async () => (db ? countUnsent(db) : NONE), QUEUE_REST_MS)
}

/** The number of unsent edits, live. */
export function useUnsentCounts(): UnsentCounts {
  const db = useAccountOrNull()?.db ?? null
  return useObservable(() => unsentCounts(db), [db]) ?? NONE
}

/**
 * The sync record, live: when this phone last synced, and the offset of the server's clock. Undefined until it is read.
 */
export function useSyncRecord(): SyncRecord | undefined {
  return useSharedQuery(readSyncRecord)
}

async function readSyncRecord(account: Account | null): Promise<SyncRecord> {
  return (await account?.db.sync.get('sync')) ?? FIRST_SYNC
}

/**
 * Reads the unsent edits, oldest first, in one transaction. If a verdict arrived between two separate reads, an edit
 * would be in neither list.
 */
export async function readUnsent(db: AccountDb): Promise<Unsent> {
  const [outbox, inbox] = await db.transaction('r', db.outbox, db.inbox, () =>
    Promise.all([db.outbox.orderBy('n').toArray(), db.inbox.orderBy('at').toArray()]),
  )
  return {
    waiting: outbox.filter((record) => record.state === 'waiting'),
    parked: outbox.filter((record) => record.state === 'parked'),
    inbox,
  }
}
