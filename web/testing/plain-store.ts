import type { AccountDb } from '../store/account-db.ts'
import { type ApplicationView, opsByTarget, overlayApplication } from '../store/overlay.ts'
import { byAge } from '../store/rows/entrant-list.ts'

// What tests do with the store in the plainest way.

/** Reads all entrants of a marathon with the queued edits over them, oldest first. */
export function readEntrants(db: AccountDb, marathonId: string): Promise<ApplicationView[]> {
  return db.transaction('r', db.applications, db.outbox, async () => {
    const [rows, outbox] = await Promise.all([
      db.applications.where('marathonId').equals(marathonId).toArray(),
      db.outbox.where('target').startsWith('application:').sortBy('n'),
    ])
    const edits = opsByTarget(outbox)
    return rows
      .map((row) => overlayApplication(row, edits.get(`application:${row._id}`) ?? []))
      .filter((view) => view !== null)
      .sort(byAge)
  })
}

/** Deletes a waiting or parked edit, and not the edits that rest on it. */
export async function discardOp(db: AccountDb, opId: string): Promise<void> {
  await db.outbox
    .where('opId')
    .equals(opId)
    .and(({ state }) => state !== 'settled')
    .delete()
}
