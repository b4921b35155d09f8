import type { EntityType } from '../../../contract/ops.ts'
import { useAccount } from '../account-context.tsx'
import type { AccountDb, OutboxRecord } from '../account-db.ts'
import { useLiveRead } from '../live-read.ts'
import { flagged, UNCONFIRMED, unconfirmed } from './check-in-rules.ts'
import { ownRows } from './own-rows.ts'

/** An own marathon with scans, entries or recordings that wait for the organiser's decision, and how many. */
export interface WaitingScans {
  marathonId: string
  title: string
  scans: number
  entries: number
  recordings: number
}

/**
 * The own marathons with scans, entries or recordings that only the organiser can make count, live. Undefined until they are read.
 * @param marathonId only this marathon; all of them by default
 */
export function useWaitingScans(marathonId?: string): WaitingScans[] | undefined {
  const { db } = useAccount()
  return useLiveRead(() => readWaitingScans(db, marathonId), [db, marathonId])
}

/** Counts what waits, by indexes. One that is decided in the queue is left out. */
export function readWaitingScans(db: AccountDb, marathonId?: string): Promise<WaitingScans[]> {
  return db.transaction('r', db.marathons, db.checkIns, db.applications, db.recordings, db.outbox, async () => {
    const rows = marathonId
      ? await db.marathons.where('_id').equals(marathonId).toArray()
      : await ownRows(db.marathons).toArray()
    const own = rows.filter((row) => row.own === 1)
    const counted = await Promise.all(
      own.map(async ({ _id, title }) => ({
        marathonId: _id,
        title,
        scans: await countWaiting(db, 'checkIn', await flagged(db, _id, UNCONFIRMED).primaryKeys()),
        entries: await countWaiting(db, 'application', await unconfirmed(db, _id).primaryKeys()),
        recordings: await countWaiting(
          db,
          'recording',
          await db.recordings.where('toDecide').equals(_id).primaryKeys(),
        ),
      })),
    )
    return counted.filter(({ scans, entries, recordings }) => scans + entries + recordings > 0)
  })
}

const DECISIONS = [
  ...['checkIn.void', 'checkIn.confirm', 'application.confirm', 'application.withdraw'],
  ...['recording.void', 'recording.confirm'],
]

async function countWaiting(db: AccountDb, entity: EntityType, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const targets = ids.map((id) => `${entity}:${id}`)
  const queued = await db.outbox.where('target').anyOf(targets).toArray()
  // A decision that is set aside is none yet, and a bib is none.
  const isDecision = ({ state, op }: OutboxRecord) => state !== 'parked' && DECISIONS.includes(op.type)
  const decided = queued.filter(isDecision).map(({ target }) => target)
  return ids.length - new Set(decided).size
}
