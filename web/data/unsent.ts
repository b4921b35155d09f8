import { useLiveQuery } from 'dexie-react-hooks'
import type { Fields } from '../../contract/sync.ts'
import { useAccountOrNull } from './account-context.tsx'
import { type AccountDb, FIRST_SYNC, type InboxRecord, type OutboxRecord, type SyncRecord } from './account-db.ts'
import { newId } from './new-id.ts'
import { saved } from './outbox.ts'

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

export interface UnsentCounts {
  /** On this phone and not with the server, waiting or parked. */
  unsent: number
  waiting: number
  /** Parked edits and answers that only the user can deal with. */
  needsYou: number
}

const NONE: UnsentCounts = { unsent: 0, waiting: 0, needsYou: 0 }

/** How many edits have not arrived, and how many of them need the user; cheap. */
export function useUnsentCounts(): UnsentCounts {
  const account = useAccountOrNull()
  return (
    useLiveQuery(async () => {
      if (!account) return NONE
      const [waiting, parked, inbox] = await Promise.all([
        account.db.outbox.where('state').equals('waiting').count(),
        account.db.outbox.where('state').equals('parked').count(),
        account.db.inbox.count(),
      ])
      return { unsent: waiting + parked, waiting, needsYou: parked + inbox }
    }, [account?.db]) ?? NONE
  )
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
  return saved(() =>
    db.outbox
      .where('opId')
      .equals(opId)
      .and((record) => record.state !== 'settled')
      .delete(),
  )
}

/** Drops an edit; with the creation of a row goes all that was done to that row since, which could never arrive. */
export function discardEdit(db: AccountDb, { opId, target, op }: OutboxRecord): Promise<number> {
  if (!op.type.endsWith('.create')) return discardOp(db, opId)
  return saved(() =>
    db.outbox
      .where('target')
      .equals(target)
      .and(({ state }) => state !== 'settled')
      .delete(),
  )
}

/** Drops an answer that the user has dealt with. */
export function dismissAnswer(db: AccountDb, opId: string): Promise<void> {
  return saved(() => db.inbox.delete(opId))
}

/** Puts parked edits of a row back into the queue. */
export function unpark(db: AccountDb, target: string): Promise<number> {
  return saved(() =>
    db.outbox
      .where('target')
      .equals(target)
      .and((record) => record.state === 'parked')
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
 * @returns the row's id
 */
export async function sendAgain(db: AccountDb, answer: InboxRecord, patch: Fields = answer.op.patch): Promise<string> {
  const isCreate = answer.op.type.endsWith('.create')
  const id = isCreate ? newId() : answer.op.id
  const op = { ...answer.op, opId: newId(), id, patch, at: new Date().toISOString() }
  const target = isCreate ? answer.target.replace(/:.*/, `:${id}`) : answer.target
  await saved(() =>
    db.transaction('rw', db.outbox, db.inbox, async () => {
      if (!(await takeAnswer(db, answer.opId))) return
      await db.outbox.add({ opId: op.opId, target, state: 'waiting', failures: 0, op })
    }),
  )
  return id
}

/** "Keep mine" for some clashing fields (a new edit over what the server has), "keep theirs" for the rest. */
export async function resolveConflict(db: AccountDb, answer: InboxRecord, keepMine: string[]): Promise<void> {
  const conflicts = answer.conflicts ?? {}
  const patch = Object.fromEntries(keepMine.map((field) => [field, conflicts[field]?.yours]))
  const base = Object.fromEntries(keepMine.map((field) => [field, conflicts[field]?.theirs]))
  const op = { ...answer.op, opId: newId(), patch, base, at: new Date().toISOString() }
  await saved(() =>
    db.transaction('rw', db.outbox, db.inbox, async () => {
      if (!(await takeAnswer(db, answer.opId))) return
      if (keepMine.length === 0) return
      await db.outbox.add({ opId: op.opId, target: answer.target, state: 'waiting', failures: 0, op })
    }),
  )
}

/** Takes an answer out of the inbox. @returns false where it is gone already: a double tap must not send twice */
async function takeAnswer(db: AccountDb, opId: string): Promise<boolean> {
  const taken = await db.inbox.where('opId').equals(opId).delete()
  return taken > 0
}
