import Dexie from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import { typedOp } from '../../contract/ops.ts'
import type { SyncApplication } from '../../contract/sync.ts'
import { useAccount } from './account-context.tsx'
import type { AccountDb } from './account-db.ts'
import { counts } from './check-in-rules.ts'
import { readCheckInsOf } from './check-ins.ts'
import type { Author, CheckInView } from './overlay.ts'

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
  return useLiveQuery(() => readDoubles(db, author, marathonId), [db, marathonId])
}

/**
 * Reads the doubles of a marathon, those with the latest scan first. Entries that were withdrawn are left out. It reads
 * only check-ins that are not the first of their entrant, and those that a queued op could make one.
 */
export function readDoubles(db: AccountDb, author: Author, marathonId: string): Promise<Double[]> {
  return db.transaction('r', db.checkIns, db.outbox, db.applications, async () => {
    const [later, scanned] = await Promise.all([readLater(db, marathonId), readScannedHere(db, marathonId)])
    const twice = [...scanned].filter(([, times]) => times > 1).map(([id]) => id)
    const known = await db.checkIns
      .where('applicationId')
      .anyOf([...scanned.keys()])
      .uniqueKeys()
    const ids = [...new Set([...later, ...twice, ...(known as string[])])]
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
  const rows = await db.checkIns
    .where('[marathonId+first+gate]')
    .between([marathonId, 0, Dexie.minKey], [marathonId, 0, Dexie.maxKey])
    .toArray()
  return rows.filter(counts).map(({ applicationId }) => applicationId)
}

/** How often each application was scanned on this phone and not synced yet. */
async function readScannedHere(db: AccountDb, marathonId: string): Promise<Map<string, number>> {
  const scanned = new Map<string, number>()
  for (const { op } of await db.outbox.where('target').startsWith('checkIn:').toArray()) {
    const typed = typedOp(op)
    if (typed?.type !== 'checkIn.create' || typed.patch.marathonId !== marathonId) continue
    const { applicationId } = typed.patch
    scanned.set(applicationId, (scanned.get(applicationId) ?? 0) + 1)
  }
  return scanned
}
