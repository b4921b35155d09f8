import { makesRow } from '../../contract/ops.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { type AccountDb, type InboxRecord, type OutboxRecord, positionOf, type SyncRecord } from './account-db.ts'
import { askBackgroundSync, syncTag } from './background-sync.ts'
import type { DraftKey } from './drafts.ts'
import { newId, newRowId } from './new-id.ts'
import { freeHeld, restsOn, saved } from './outbox.ts'

// What the user decides about edits that the server has not accepted. Only the screens where that is done load this
// file.

/**
 * The edits that are discarded together with this one, itself included. If the edit creates a row, these are all later
 * edits of that row. If the row is a marathon, these are also the applications to it. The server would reject all of
 * them.
 */
export async function discardedWith(db: AccountDb, { opId }: OutboxRecord): Promise<OutboxRecord[]> {
  const queue = await db.outbox.orderBy('n').toArray()
  const createdTargets = new Set<string>()
  return queue.filter((record) => {
    if (record.state === 'settled' || (record.opId !== opId && !restsOn(record, createdTargets))) return false
    if (makesRow(record.op)) createdTargets.add(record.target)
    return true
  })
}

/**
 * What became of an edit that was to be discarded.
 * - `unsent`: it is deleted, and was never sent.
 * - `may-have-arrived`: it is deleted, and was being sent.
 * - `gone`: it was accepted, rejected or discarded before. Nothing has changed.
 */
export type DiscardOutcome = 'unsent' | 'may-have-arrived' | 'gone'

/** Deletes an edit and all edits that are discarded with it, if it is still in the queue. */
export function discardEdit(db: AccountDb, record: OutboxRecord): Promise<DiscardOutcome> {
  return saved(db, [db.outbox, db.sync], async () => {
    const gone = await discardedWith(db, record)
    if (!gone.some(({ opId }) => opId === record.opId)) return 'gone'
    await db.outbox.bulkDelete(gone.map(positionOf))
    return mayHaveArrived(record, await db.sync.get('sync')) ? 'may-have-arrived' : 'unsent'
  })
}

/** Was the edit sent, so that the server may have it although no response came? */
export function mayHaveArrived(record: OutboxRecord, sync: SyncRecord | undefined): boolean {
  return positionOf(record) <= (sync?.sentUpTo ?? 0)
}

/** A slow phone must delete so many items before the time of a write is over (SAVE_TIMEOUT_MS). */
const PART = 1000

/**
 * Deletes inbox items that the user has handled, in parts. Those that came since stay.
 * @throws StorageFailure; then the parts before are deleted, and the others stay
 */
export async function dismissInboxItems(db: AccountDb, items: readonly InboxRecord[]): Promise<void> {
  const opIds = items.map(({ opId }) => opId)
  for (let from = 0; from < opIds.length; from += PART) {
    await saved(db, [db.inbox, db.drafts], async () => {
      const part = opIds.slice(from, from + PART)
      await db.inbox.bulkDelete(part)
      await db.drafts.bulkDelete(part.map(draftOf))
    })
  }
}

/**
 * Puts parked edits back into the queue: those of one target, or all, and those that rest on them. @returns how many
 * edits
 */
export async function unpark(db: AccountDb, target?: string): Promise<number> {
  const count = await saved(db, [db.outbox], async () => {
    const parked = () => db.outbox.where('state').equals('parked')
    const before = await parked().count()
    await parked()
      .and((record) => target === undefined || record.target === target)
      .modify((record) => {
        record.state = 'waiting'
        record.failures = 0
        delete record.reason
        delete record.parkedAt
        delete record.alone
      })
    await freeHeld(db)
    return before - (await parked().count())
  })
  // The app may be closed before there is a network. The request of the edit itself may be over.
  if (count > 0) void askBackgroundSync(syncTag(db.uid))
  return count
}

/**
 * Queues a rejected edit again, with another patch if the user changed it, and with what the user saw in fields that it did
 * not have before. It is a new op, because the verdict of the
 * old one never changes (INV-3). A create gets a new row id, because the server never reuses the id of a deleted row.
 * @returns the new op id; null if the item is gone already (another window handled it, or the user tapped twice)
 */
export async function sendAgain(
  db: AccountDb,
  item: InboxRecord,
  patch: Fields = item.op.patch,
  seen: Fields = {},
): Promise<string | null> {
  const isCreate = makesRow(item.op)
  const id = isCreate ? newRowId(db) : item.op.id
  const base = { ...seen, ...item.op.base }
  const op = { ...item.op, opId: newId(), id, patch, base, at: new Date().toISOString() }
  const target = isCreate ? item.target.replace(/:.*/, `:${id}`) : item.target
  const { was } = item
  return saved(db, [db.outbox, db.inbox, db.drafts], async () => {
    if (!(await takeInboxItem(db, item.opId))) return null
    await db.outbox.add({ opId: op.opId, target, state: 'waiting', failures: 0, ...(was ? { was } : {}), op })
    if (isCreate) await pointTo(db, item.op.id, id)
    return op.opId
  })
}

/**
 * Points the rejected edits about a row to the new id with which the row is created again. With the old one they could
 * never be accepted.
 */
async function pointTo(db: AccountDb, oldId: string, rowId: string): Promise<void> {
  const renamed = (value: unknown) => (value === oldId ? rowId : value)
  const isAbout = ({ id, patch }: Op) => [id, patch.marathonId, patch.applicationId].includes(oldId)
  await db.inbox
    .filter(({ op }) => isAbout(op))
    .modify((item) => {
      const patch = Object.fromEntries(Object.entries(item.op.patch).map(([field, value]) => [field, renamed(value)]))
      item.op = { ...item.op, id: String(renamed(item.op.id)), patch }
      item.target = item.target.replace(`:${oldId}`, `:${rowId}`)
    })
}

/**
 * Resolves a clash. The fields in `keepMine` become a new edit, whose base is the server's value. The other fields keep
 * the server's value. A second call for the same clash does nothing.
 */
export async function resolveConflict(db: AccountDb, item: InboxRecord, keepMine: string[]): Promise<void> {
  const conflicts = item.conflicts ?? {}
  const patch = Object.fromEntries(keepMine.map((field) => [field, conflicts[field]?.yours]))
  const base = Object.fromEntries(keepMine.map((field) => [field, conflicts[field]?.theirs]))
  // Of an entry at the gate only the bib clashes, and the entry is there.
  const type = item.op.type === 'application.walkIn' ? 'application.assignBib' : item.op.type
  const op = { ...item.op, opId: newId(), type, patch, base, at: new Date().toISOString() }
  const { was } = item
  await saved(db, [db.outbox, db.inbox, db.drafts], async () => {
    if (!(await takeInboxItem(db, item.opId))) return
    if (keepMine.length === 0) return
    const record = { opId: op.opId, target: item.target, failures: 0, ...(was ? { was } : {}), op }
    await db.outbox.add({ ...record, state: 'waiting' })
  })
}

/** The draft of an item's form 'Edit and send again'. It goes with the item: nothing else opens it. */
const draftOf = (opId: string): DraftKey => `edit-again:${opId}`

/** Deletes an item from the inbox. @returns false if it is gone already, because a double tap must not send twice */
async function takeInboxItem(db: AccountDb, opId: string): Promise<boolean> {
  const taken = await db.inbox.where('opId').equals(opId).delete()
  await db.drafts.delete(draftOf(opId))
  return taken > 0
}
