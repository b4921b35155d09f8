import Dexie from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import type { CheckInFields } from '../../contract/check-in.ts'
import { useAccount } from './account-context.tsx'
import { type AccountDb, FIRST_SYNC } from './account-db.ts'
import { byTime, counts, HERE, NO_PLACE, UNCONFIRMED } from './check-in-rules.ts'
import { newId } from './new-id.ts'
import { enqueueOps } from './outbox.ts'
import { type Author, type CheckInView, opsByTarget, overlayCheckIn } from './overlay.ts'
import { readQueuedTotals, viewsOf } from './queued-scans.ts'
import { readInTime } from './read-in-time.ts'

// Only the screens of check-in load this file.

/** How many entrants are here. An entrant with several scans counts once, at the gate of the first that counts. */
export interface CheckInCount {
  /** Entrants with a place. */
  here: number
  /** Entrants who were scanned and have no place: on the waiting list, or in a ballot. */
  withoutPlace: number
  /** By the gate's name, in the order of the names. */
  gates: { gate: string; here: number }[]
  /** Registered runners, as the server counts them. */
  registered: number
}

/** The count of a marathon, live; undefined until it is read. It reads no entrant and no check-in one by one. */
export function useCheckInCount(marathonId: string): CheckInCount | undefined {
  const { db } = useAccount()
  return useLiveQuery(() => readCheckInCount(db, marathonId), [db, marathonId])
}

/** The check-ins of some applications, by application, live; undefined until they are read. */
export function useCheckInsOf(applicationIds: readonly string[]): ReadonlyMap<string, CheckInView[]> | undefined {
  const { db, author } = useAccount()
  return useLiveQuery(() => readCheckInsOf(db, author, applicationIds), [db, applicationIds.join()])
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
  const id = newId()
  const patch: CheckInFields = { ...scan, at: await serverTime(db, now) }
  return { id, opIds: await enqueueOps(db, [{ type: 'checkIn.create', id, patch }]) }
}

/** Queues that a scan is taken back. It stays in the lists, with the time. @returns the op ids */
export async function voidCheckIn(db: AccountDb, id: string, now = Date.now()): Promise<string[]> {
  return enqueueOps(db, [{ type: 'checkIn.void', id, patch: { at: await serverTime(db, now) } }])
}

/** Queues that unconfirmed scans count, all or none. @returns the op ids */
export function confirmCheckIns(db: AccountDb, ids: readonly string[]): Promise<string[]> {
  return enqueueOps(
    db,
    ids.map((id) => ({ type: 'checkIn.confirm', id })),
  )
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
  return useLiveQuery(() => readUnconfirmed(db, author, marathonId), [db, marathonId])
}

/**
 * Reads the scans that wait for the organiser's decision, oldest first. One that is decided in the queue is left out.
 */
export function readUnconfirmed(db: AccountDb, author: Author, marathonId: string): Promise<UnconfirmedCheckIn[]> {
  return db.transaction('r', db.checkIns, db.applications, db.outbox, async () => {
    const rows = await db.checkIns
      .where('[marathonId+first+gate]')
      .between([marathonId, UNCONFIRMED, Dexie.minKey], [marathonId, UNCONFIRMED, Dexie.maxKey])
      .toArray()
    const targets = rows.map(({ _id }) => `checkIn:${_id}`)
    const queued = opsByTarget(await db.outbox.where('target').anyOf(targets).sortBy('n'))
    const views = rows
      .map((row) => overlayCheckIn(row, queued.get(`checkIn:${row._id}`) ?? [], author))
      .filter((view) => view !== null)
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
async function serverTime(db: AccountDb, now: number): Promise<string> {
  const { serverOffsetMs } = (await readInTime(db.sync.get('sync'))) ?? FIRST_SYNC
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

/**
 * Counts the entrants who are here. The index counts the server's rows, and the queued ops come with their totals. So a
 * scan costs the same, however many scans are queued.
 */
export function readCheckInCount(db: AccountDb, marathonId: string): Promise<CheckInCount> {
  const tables = [db.checkIns, db.applications, db.outbox, db.marathons, db.sync]
  return db.transaction('r', tables, async () => {
    const flagged = (flag: number) =>
      db.checkIns
        .where('[marathonId+first+gate]')
        .between([marathonId, flag, Dexie.minKey], [marathonId, flag, Dexie.maxKey])
    const [queued, marathon, keys, turnedAway] = await Promise.all([
      readQueuedTotals(db, marathonId),
      db.marathons.get(marathonId),
      flagged(HERE).uniqueKeys(),
      flagged(NO_PLACE).count(),
    ])
    const gates = new Map(queued.gates)
    await Promise.all(
      // Dexie's type of a key does not know the index: marathon, flag and gate.
      (keys as unknown as [string, number, string][]).map(async (key) => {
        const count = await db.checkIns.where('[marathonId+first+gate]').equals(key).count()
        gates.set(key[2], (gates.get(key[2]) ?? 0) + count)
      }),
    )
    const withoutPlace = turnedAway + queued.withoutPlace
    const list = [...gates].map(([gate, here]) => ({ gate, here })).filter(({ here }) => here > 0)
    return {
      here: list.reduce((sum, { here }) => sum + here, 0),
      withoutPlace,
      gates: list.sort((a, b) => a.gate.localeCompare(b.gate)),
      registered: marathon?.regCount ?? 0,
    }
  })
}

/** The check-ins that count, among these. */
export function counting(views: readonly CheckInView[]): CheckInView[] {
  return views.filter(counts)
}
