import type { EntityType } from '../../../contract/ops.ts'
import { useAccount } from '../account-context.tsx'
import type { AccountDb, OutboxRecord, RecordingRecord } from '../account-db.ts'
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
 * The own marathons with scans, entries or recordings that only the organiser can make count, live. Undefined until
 * they are read.
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
        scans: (await undecided(db, 'checkIn', await flagged(db, _id, UNCONFIRMED).primaryKeys())).size,
        entries: (await undecided(db, 'application', await unconfirmed(db, _id).primaryKeys())).size,
        recordings: countUndecided(await readUndecided(db, _id)),
      })),
    )
    return counted.filter(({ scans, entries, recordings }) => scans + entries + recordings > 0)
  })
}

const DECISIONS = [
  ...['checkIn.void', 'checkIn.confirm', 'application.confirm', 'application.withdraw'],
  ...['recording.void', 'recording.confirm'],
]

/** A recording that only the organiser can make count. */
export type Undecided = Pick<RecordingRecord, '_id' | 'kind' | 'of' | 'by'>

/** The recordings of a marathon that only the organiser can make count, live. Undefined until they are read. */
export function useUndecided(marathonId: string): Undecided[] | undefined {
  const { db } = useAccount()
  return useLiveRead(
    () => db.transaction('r', db.recordings, db.outbox, () => readUndecided(db, marathonId)),
    [db, marathonId],
  )
}

/** Those that nothing in the queue decides. */
async function readUndecided(db: AccountDb, marathonId: string): Promise<Undecided[]> {
  const rows = await db.recordings.where('toDecide').equals(marathonId).toArray()
  const open = await undecided(
    db,
    'recording',
    rows.map(({ _id }) => _id),
  )
  return rows.filter(({ _id }) => open.has(_id))
}

/** How many recordings these are: a later bib is of one, and a sample of a clock goes with what it times. */
export function countUndecided(rows: readonly Undecided[]): number {
  return new Set(rows.flatMap(({ _id, kind, of }) => (kind === 'clock' ? [] : [of ?? _id]))).size
}

/** The rows of these that nothing in the queue decides. */
async function undecided(db: AccountDb, entity: EntityType, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const targets = ids.map((id) => `${entity}:${id}`)
  const queued = await db.outbox.where('target').anyOf(targets).toArray()
  // A decision that is set aside is none yet, and a bib is none.
  const isDecision = ({ state, op }: OutboxRecord) => state !== 'parked' && DECISIONS.includes(op.type)
  const decided = new Set(queued.filter(isDecision).map(({ target }) => target))
  return new Set(ids.filter((id) => !decided.has(`${entity}:${id}`)))
}
