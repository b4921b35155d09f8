import type { CheckIn, CheckInFields } from '../../../contract/check-in.ts'
import { typedOp } from '../../../contract/ops.ts'
import { useAccount } from '../account-context.tsx'
import { type AccountDb, FIRST_SYNC, type OutboxRecord } from '../account-db.ts'
import { useLiveRead } from '../live-read.ts'
import { newRowId } from '../new-id.ts'
import { enqueueOps } from '../outbox.ts'
import { type Author, type CheckInView, opsByTarget, overlayCheckIn } from '../overlay.ts'
import { readInTime } from '../read-in-time.ts'
import { byTime, counts, flagged, UNCONFIRMED } from './check-in-rules.ts'

// Only the screens of check-in load this file.

/** The check-ins of some applications, by application, live; undefined until they are read. */
export function useCheckInsOf(applicationIds: readonly string[]): ReadonlyMap<string, CheckInView[]> | undefined {
  const { db, author } = useAccount()
  return useLiveRead(() => readCheckInsOf(db, author, applicationIds), [db, applicationIds.join()])
}

/**
 * Queues the scan of an application. It is in the lists and in the count as soon as this resolves.
 * @param now when it was scanned, ms by the phone's clock
 * @returns the check-in's id, which `voidCheckIn` takes, and the op ids
 */
export async function checkIn(
  db: AccountDb,
  scan: Omit<CheckInFields, 'at'>,
  now = Date.now(),
): Promise<{ id: string; opIds: string[] }> {
  const id = newRowId(db)
  const patch: CheckInFields = { ...scan, at: await serverTime(db, now) }
  return { id, opIds: await enqueueOps(db, [{ type: 'checkIn.create', id, patch }]) }
}

/** Queues that a scan is taken back. It stays in the lists, with the time. @returns the op ids */
export async function voidCheckIn(db: AccountDb, id: string, now = Date.now()): Promise<string[]> {
  return enqueueOps(db, [{ type: 'checkIn.void', id, patch: { at: await serverTime(db, now) } }])
}

/** Queues that unconfirmed scans count, all or none. @returns the op ids */
export function confirmCheckIns(db: AccountDb, ids: readonly string[]): Promise<string[]> {
  const edits = ids.map((id) => ({ type: 'checkIn.confirm' as const, id }))
  return enqueueOps(db, edits)
}

/** An unconfirmed scan, and whose entry it was; '' where this phone does not have the entry. */
export interface UnconfirmedCheckIn {
  checkIn: CheckInView
  name: string
  bib: string | null
}

/**
 * The scans of a marathon that only the organiser can make count, oldest first, live. Undefined until they are read.
 */
export function useUnconfirmed(marathonId: string): UnconfirmedCheckIn[] | undefined {
  const { db, author } = useAccount()
  return useLiveRead(() => readUnconfirmed(db, author, marathonId), [db, marathonId])
}

/**
 * Reads the scans that wait for the organiser's decision, oldest first. One that is decided in the queue is left out.
 */
export function readUnconfirmed(db: AccountDb, author: Author, marathonId: string): Promise<UnconfirmedCheckIn[]> {
  return db.transaction('r', db.checkIns, db.applications, db.outbox, async () => {
    const rows = await flagged(db, marathonId, UNCONFIRMED).toArray()
    const targets = rows.map(({ _id }) => `checkIn:${_id}`)
    const queued = opsByTarget(await db.outbox.where('target').anyOf(targets).sortBy('n'))
    const views = rows
      .flatMap((row) => overlayCheckIn(row, queued.get(`checkIn:${row._id}`) ?? [], author) ?? [])
      .filter((view) => !view.confirmed && view.voidedAt === null)
      .sort(byTime)
    const entrants = await db.applications.bulkGet(views.map(({ applicationId }) => applicationId))
    return views.map((checkIn, index) => {
      const { firstName = '', lastName = '', bib = null } = entrants[index] ?? {}
      return { checkIn, name: `${firstName} ${lastName}`.trim(), bib }
    })
  })
}

/** The phone's time with its offset to the server's clock, so that the times of several phones can be compared. */
export async function serverTime(db: AccountDb, now: number): Promise<string> {
  const { serverOffsetMs } = (await readInTime(() => db.sync.get('sync'))) ?? FIRST_SYNC
  return new Date(now + serverOffsetMs).toISOString()
}

/**
 * Reads check-ins with the queued ops over them, oldest first, in one transaction (INV-14). It reads a few records of
 * the outbox, however many scans are queued.
 */
export function readCheckInsOf(
  db: AccountDb,
  author: Author,
  applicationIds: readonly string[],
): Promise<Map<string, CheckInView[]>> {
  return db.transaction('r', db.checkIns, db.outbox, async () => {
    const [rows, created] = await Promise.all([
      db.checkIns.where('applicationId').anyOf(applicationIds).toArray(),
      db.outbox.where('op.patch.applicationId').anyOf(applicationIds).toArray(),
    ])
    const targets = [...rows.map(({ _id }) => `checkIn:${_id}`), ...created.map(({ target }) => target)]
    const ops = await db.outbox.where('target').anyOf(targets).sortBy('n')
    const views = Map.groupBy(viewsOf(rows, ops, author), (view) => view.applicationId)
    return new Map(applicationIds.map((id) => [id, views.get(id) ?? []]))
  })
}

/** The check-ins that count, among these. */
export function counting(views: readonly CheckInView[]): CheckInView[] {
  return views.filter(counts)
}

/** These check-ins and those that the ops make, with the ops over them, oldest first. */
export function viewsOf(rows: readonly CheckIn[], ops: OutboxRecord[], author: Author): CheckInView[] {
  const known = new Map(rows.map((row) => [row._id, row]))
  const queued = opsByTarget(ops)
  const made = ops.flatMap(({ op }) => (typedOp(op)?.type === 'checkIn.create' ? [op.id] : []))
  return [...new Set([...known.keys(), ...made])]
    .flatMap((id) => overlayCheckIn(known.get(id), queued.get(`checkIn:${id}`) ?? [], author) ?? [])
    .sort(byTime)
}
