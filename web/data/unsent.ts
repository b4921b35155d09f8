import { useLiveQuery } from 'dexie-react-hooks'
import { actionOf } from '../../contract/ops.ts'
import type { Fields } from '../../contract/sync.ts'
import { useAccountOrNull } from './account-context.tsx'
import { type AccountDb, FIRST_SYNC, type InboxRecord, type OutboxRecord, type SyncRecord } from './account-db.ts'
import { newId } from './new-id.ts'
import { countUnsent, restsOn, saved, type UnsentCounts } from './outbox.ts'

/** Everything that has not reached the server, or that it said no to. */
export interface Unsent {
  waiting: OutboxRecord[]
  parked: OutboxRecord[]
  /** Rejected edits, and same-field clashes to choose in. */
  inbox: InboxRecord[]
}

/** The unsent edits, live; undefined until read, empty for visitors. */
export function useUnsent(): Unsent | undefined {
  const account = useAccountOrNull()
  return useLiveQuery(() => (account ? readUnsent(account.db) : { waiting: [], parked: [], inbox: [] }), [account?.db])
}

const NONE: UnsentCounts = { waiting: 0, needsYou: 0, total: 0 }

/** How many edits have not arrived, and how many of them need the user; cheap. */
export function useUnsentCounts(): UnsentCounts {
  const account = useAccountOrNull()
  return useLiveQuery(async () => (account ? countUnsent(account.db) : NONE), [account?.db]) ?? NONE
}

/** Where this phone stands: when it last synced, the server's clock. Undefined until read. */
export function useSyncRecord(): SyncRecord | undefined {
  const account = useAccountOrNull()
  return useLiveQuery(async () => (await account?.db.sync.get('sync')) ?? FIRST_SYNC, [account?.db])
}

export async function readUnsent(db: AccountDb): Promise<Unsent> {
  const [outbox, inbox] = await Promise.all([db.outbox.orderBy('n').toArray(), db.inbox.orderBy('at').toArray()])
  return {
    waiting: outbox.filter((record) => record.state === 'waiting'),
    parked: outbox.filter((record) => record.state === 'parked'),
    inbox,
  }
}

/** Drops a waiting or parked edit for good. */
export function discardOp(db: AccountDb, opId: string): Promise<number> {
  return saved(db, [db.outbox], () =>
    db.outbox
      .where('opId')
      .equals(opId)
      .and((record) => record.state !== 'settled')
      .delete(),
  )
}

/**
 * What is discarded with an edit. With the creation of a row goes all that was done to that row since, and with a new
 * event the applications to it: none of them could ever arrive.
 */
export async function discardedWith(db: AccountDb, { opId, target, op }: OutboxRecord): Promise<OutboxRecord[]> {
  const queue = await db.outbox.orderBy('n').toArray()
  const held = new Set(actionOf(op) === 'create' ? [target] : [])
  return queue.filter((record) => {
    if (record.state === 'settled' || (record.opId !== opId && !restsOn(record, held))) return false
    if (actionOf(record.op) === 'create') held.add(record.target)
    return true
  })
}

/** Drops an edit with what is discarded with it. @returns how many edits that were */
export function discardEdit(db: AccountDb, record: OutboxRecord): Promise<number> {
  return saved(db, [db.outbox], async () => {
    const gone = await discardedWith(db, record)
    await db.outbox.bulkDelete(gone.map(({ n }) => n as number))
    return gone.length
  })
}

/** Drops an answer that the user has dealt with. */
export function dismissInboxItem(db: AccountDb, opId: string): Promise<void> {
  return saved(db, [db.inbox], () => db.inbox.delete(opId))
}

/** Puts parked edits back into the queue: those of one row, or all. */
export function unpark(db: AccountDb, target?: string): Promise<number> {
  return saved(db, [db.outbox], () =>
    db.outbox
      .where('state')
      .equals('parked')
      .and((record) => target === undefined || record.target === target)
      .modify((record) => {
        record.state = 'waiting'
        record.failures = 0
        delete record.reason
      }),
  )
}

/**
 * Sends a rejected edit again, with another patch where the user changed it. It is a new operation: the old
 * one's verdict stands for ever (INV-3). A create of a deleted row takes a new id, for the old one never comes back.
 * @returns the new op's id; null where the answer is gone already (dealt with in another window, or a double tap)
 */
export async function sendAgain(
  db: AccountDb,
  item: InboxRecord,
  patch: Fields = item.op.patch,
): Promise<string | null> {
  const isCreate = actionOf(item.op) === 'create'
  const id = isCreate ? newId() : item.op.id
  const op = { ...item.op, opId: newId(), id, patch, at: new Date().toISOString() }
  const target = isCreate ? item.target.replace(/:.*/, `:${id}`) : item.target
  return saved(db, [db.outbox, db.inbox], async () => {
    if (!(await takeInboxItem(db, item.opId))) return null
    await db.outbox.add({ opId: op.opId, target, state: 'waiting', failures: 0, op })
    return op.opId
  })
}

/**
 * "Keep mine" for some clashing fields (a new edit over what the server has), "keep theirs" for the rest.
 * A second call for the same clash does nothing.
 */
export async function resolveConflict(db: AccountDb, item: InboxRecord, keepMine: string[]): Promise<void> {
  const conflicts = item.conflicts ?? {}
  const patch = Object.fromEntries(keepMine.map((field) => [field, conflicts[field]?.yours]))
  const base = Object.fromEntries(keepMine.map((field) => [field, conflicts[field]?.theirs]))
  const op = { ...item.op, opId: newId(), patch, base, at: new Date().toISOString() }
  const { was } = item
  await saved(db, [db.outbox, db.inbox], async () => {
    if (!(await takeInboxItem(db, item.opId))) return
    if (keepMine.length === 0) return
    const record = { opId: op.opId, target: item.target, failures: 0, ...(was ? { was } : {}), op }
    await db.outbox.add({ ...record, state: 'waiting' })
  })
}

/** Takes an answer out of the inbox. @returns false where it is gone already: a double tap must not send twice */
async function takeInboxItem(db: AccountDb, opId: string): Promise<boolean> {
  const taken = await db.inbox.where('opId').equals(opId).delete()
  return taken > 0
}
