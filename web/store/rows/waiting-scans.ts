import { useAccount } from '../account-context.tsx'
import type { AccountDb } from '../account-db.ts'
import { useLiveRead } from '../live-read.ts'
import { flagged, UNCONFIRMED } from './check-in-rules.ts'
import { ownRows } from './own-rows.ts'

/** An own marathon with scans that wait for the organiser's decision. */
export interface WaitingScans {
  marathonId: string
  title: string
  count: number
}

/**
 * The own marathons with scans that only the organiser can make count, live. Undefined until they are read.
 * @param marathonId only this marathon; all of them by default
 */
export function useWaitingScans(marathonId?: string): WaitingScans[] | undefined {
  const { db } = useAccount()
  return useLiveRead(() => readWaitingScans(db, marathonId), [db, marathonId])
}

/** Counts the scans that wait, by an index. One that is decided in the queue is left out. */
export function readWaitingScans(db: AccountDb, marathonId?: string): Promise<WaitingScans[]> {
  return db.transaction('r', db.marathons, db.checkIns, db.outbox, async () => {
    const rows = marathonId
      ? await db.marathons.where('_id').equals(marathonId).toArray()
      : await ownRows(db.marathons).toArray()
    const own = rows.filter((row) => row.own === 1)
    const counts = await Promise.all(own.map(({ _id }) => countWaiting(db, _id)))
    return own
      .map(({ _id, title }, index) => ({ marathonId: _id, title, count: counts[index] ?? 0 }))
      .filter(({ count }) => count > 0)
  })
}

async function countWaiting(db: AccountDb, marathonId: string): Promise<number> {
  const ids = await flagged(db, marathonId, UNCONFIRMED).primaryKeys()
  if (ids.length === 0) return 0
  const targets = ids.map((id) => `checkIn:${id}`)
  const queued = await db.outbox.where('target').anyOf(targets).toArray()
  // A decision that is set aside is none yet.
  const decided = queued.filter(({ state }) => state !== 'parked').map(({ target }) => target)
  return ids.length - new Set(decided).size
}
