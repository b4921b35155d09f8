import type { SyncApplication } from '../../../contract/sync.ts'
import { useAccount } from '../../store/account-context.tsx'
import type { AccountDb } from '../../store/account-db.ts'
import { useLiveRead } from '../../store/live-read.ts'
import type { Author, CheckInView } from '../../store/overlay.ts'
import { counts, flagged } from '../../store/rows/check-in-rules.ts'
import { readCheckInsOf } from '../../store/rows/check-ins.ts'
import { readQueuedTotals } from './queued-scans.ts'

// Only the screens of check-in load this file.

/** An entrant with more than one check-in that counts. */
export interface Double {
  application: SyncApplication
  /** The check-ins that count, oldest first: at least two. */
  checkIns: CheckInView[]
}

/** The doubles of a marathon, live; undefined until they are read. */
export function useDoubles(marathonId: string): Double[] | undefined {
  const { db, author } = useAccount()
  return useLiveRead(() => readDoubles(db, author, marathonId), [db, marathonId])
}

/**
 * Reads the doubles of a marathon, those with the latest scan first. Entries that were withdrawn are left out. It reads
 * only the check-ins of entrants with one that is not their first, of the server or of the queue.
 */
export function readDoubles(db: AccountDb, author: Author, marathonId: string): Promise<Double[]> {
  return db.transaction('r', db.checkIns, db.outbox, db.applications, db.sync, async () => {
    const [later, queued] = await Promise.all([readLater(db, marathonId), readQueuedTotals(db, marathonId)])
    const ids = [...new Set([...later, ...queued.doubles])]
    const [checkIns, rows] = await Promise.all([readCheckInsOf(db, author, ids), db.applications.bulkGet(ids)])
    return rows
      .flatMap((application): Double[] => {
        const counting = application ? (checkIns.get(application._id) ?? []).filter(counts) : []
        return application && counting.length > 1 ? [{ application, checkIns: counting }] : []
      })
      .sort((a, b) => (latest(a) < latest(b) ? 1 : latest(a) > latest(b) ? -1 : 0))
  })
}

function latest({ checkIns }: Double): string {
  return checkIns.at(-1)?.at ?? ''
}

/** The applications with a check-in that counts and is not the first. */
async function readLater(db: AccountDb, marathonId: string): Promise<string[]> {
  const rows = await flagged(db, marathonId, 0).toArray()
  return rows.filter(counts).map(({ applicationId }) => applicationId)
}
