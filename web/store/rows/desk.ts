import type { WalkInFields } from '../../../contract/application.ts'
import type { AccountDb } from '../account-db.ts'
import { newRowId } from '../new-id.ts'
import { enqueueOps } from '../outbox.ts'
import type { ApplicationView } from '../overlay.ts'
import { serverTime } from './check-ins.ts'

// Only the screens of check-in load this file: what a desk does.

/** An entry that a desk made: what its undo needs. */
export interface EnteredWalkIn {
  id: string
  checkInId: string
}

/**
 * Queues an entry without account, and its check-in: both or neither.
 * @param now when it was entered, ms by the phone's clock
 */
export async function enterWalkIn(
  db: AccountDb,
  fields: WalkInFields,
  gate: string,
  now = Date.now(),
): Promise<EnteredWalkIn> {
  const [id, checkInId] = [newRowId(db), newRowId(db)]
  const scan = { marathonId: fields.marathonId, applicationId: id, gate, at: await serverTime(db, now) }
  await enqueueOps(db, [
    { type: 'application.walkIn', id, patch: fields },
    { type: 'checkIn.create', id: checkInId, patch: scan },
  ])
  return { id, checkInId }
}

/** Queues that an entry of the gate is taken back, with its check-in. @param reason why; owner and organisers read it */
export async function undoWalkIn(db: AccountDb, { id, checkInId }: EnteredWalkIn, reason: string, now = Date.now()) {
  const at = await serverTime(db, now)
  await enqueueOps(db, [
    { type: 'checkIn.void', id: checkInId, patch: { at } },
    { type: 'application.withdraw', id, patch: { reason }, base: {} },
  ])
}

/** Queues that an entrant holds a bib now: a desk handed it out. */
export async function handOutBib(db: AccountDb, { _id, bib: seen }: ApplicationView, bib: string): Promise<void> {
  const patch = { bib, isHandedOut: true }
  await enqueueOps(db, [{ type: 'application.assignBib', id: _id, patch, base: { bib: seen } }])
}
