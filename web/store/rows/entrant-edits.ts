import type { CorrectPatch } from '../../../contract/application.ts'
import { type Power, type Role, rolesThatMay } from '../../../contract/roles.ts'
import { useAccount } from '../account-context.tsx'
import type { AccountDb } from '../account-db.ts'
import { useLiveRead } from '../live-read.ts'
import { changedFields, enqueueOps } from '../outbox.ts'
import { type ApplicationView, opsByTarget, overlayApplication } from '../overlay.ts'
import { unconfirmed } from './check-in-rules.ts'
import { compareBy } from './compare-by.ts'

// What staff do with the entries of others. Only their screens load this file.

/** May somebody with this role correct and withdraw the entry? A desk sees to entries without account alone. */
export function mayEditEntrant(role: Role | null, { isClaimed }: Pick<ApplicationView, 'isClaimed'>): boolean {
  const power: Power = isClaimed ? 'organise' : 'desk'
  return role !== null && rolesThatMay(power).includes(role)
}

/**
 * Queues the fields that differ between what the user saw and what the user wants. @returns the op ids; empty if no
 * field differs
 */
export async function correctEntrant(db: AccountDb, seen: ApplicationView, next: CorrectPatch): Promise<string[]> {
  const change = changedFields(seen, next)
  return change ? enqueueOps(db, [{ type: 'application.correct', id: seen._id, ...change }]) : []
}

/** Queues that an entry is withdrawn. Who waits now and gets a place before this arrives keeps it. @returns the op ids */
export function withdrawEntrant(
  db: AccountDb,
  { _id: id, status }: Pick<ApplicationView, '_id' | 'status'>,
  reason: string,
): Promise<string[]> {
  const base = status === 'waiting' ? { status } : {}
  return enqueueOps(db, [{ type: 'application.withdraw', id, base, patch: { reason } }])
}

/** Queues that an entrant comes to the head of the waiting list. @returns the op ids */
export function moveUp(db: AccountDb, { _id: id }: Pick<ApplicationView, '_id'>): Promise<string[]> {
  return enqueueOps(db, [{ type: 'application.moveUp', id }])
}

/** Queues that an unconfirmed entry counts. @returns the op ids */
export function confirmEntry(db: AccountDb, { _id: id }: Pick<ApplicationView, '_id'>): Promise<string[]> {
  return enqueueOps(db, [{ type: 'application.confirm', id }])
}

/** The entries of a marathon that only the organiser can make count, oldest first, live. Undefined until they are read. */
export function useUnconfirmedEntries(marathonId: string): ApplicationView[] | undefined {
  const { db } = useAccount()
  return useLiveRead(() => readUnconfirmedEntries(db, marathonId), [db, marathonId])
}

/** Reads the entries that wait for the organiser's decision, oldest first. One that is decided in the queue is left out. */
export function readUnconfirmedEntries(db: AccountDb, marathonId: string): Promise<ApplicationView[]> {
  return db.transaction('r', db.applications, db.outbox, async () => {
    const rows = await unconfirmed(db, marathonId).toArray()
    const targets = rows.map(({ _id }) => `application:${_id}`)
    const queued = opsByTarget(await db.outbox.where('target').anyOf(targets).sortBy('n'))
    return rows
      .flatMap((row) => overlayApplication(row, queued.get(`application:${row._id}`) ?? []) ?? [])
      .filter(({ status }) => status === 'unconfirmed')
      .sort(compareBy('createdAt'))
  })
}
