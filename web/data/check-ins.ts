import Dexie from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import type { CheckIn, CheckInFields } from '../../contract/check-in.ts'
import { typedOp } from '../../contract/ops.ts'
import { useAccount } from './account-context.tsx'
import {
  type AccountDb,
  type ApplicationRecord,
  type CheckInRecord,
  FIRST_SYNC,
  type OutboxRecord,
} from './account-db.ts'
import { byTime, counts, firstOf, HERE, hasPlace, NO_PLACE, UNCONFIRMED } from './check-in-rules.ts'
import { newId } from './new-id.ts'
import { enqueueOps } from './outbox.ts'
import { type Author, type CheckInView, opsByTarget, overlayApplication, overlayCheckIn } from './overlay.ts'
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
  const { db, author } = useAccount()
  return useLiveQuery(() => readCheckInCount(db, author, marathonId), [db, marathonId])
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

/** Queues that an unconfirmed scan counts. @returns the op ids */
export function confirmCheckIn(db: AccountDb, id: string): Promise<string[]> {
  return enqueueOps(db, [{ type: 'checkIn.confirm', id }])
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
    const queued = await readQueued(db)
    const views = rows
      .map((row) => overlayCheckIn(row, queued.byTarget.get(`checkIn:${row._id}`) ?? [], author))
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
    const queued = queuedOf(await db.outbox.where('target').anyOf(targets).sortBy('n'))
    const views = Map.groupBy(viewsOf(rows, queued, author), (view) => view.applicationId)
    return new Map(applicationIds.map((id) => [id, views.get(id) ?? []]))
  })
}

/**
 * Counts the entrants who are here. The index counts the server's rows. Rows are read only for applications with a
 * queued op.
 */
export function readCheckInCount(db: AccountDb, author: Author, marathonId: string): Promise<CheckInCount> {
  const tables = [db.checkIns, db.applications, db.outbox, db.marathons, db.sync]
  return db.transaction('r', tables, async () => {
    const flagged = (flag: number) =>
      db.checkIns
        .where('[marathonId+first+gate]')
        .between([marathonId, flag, Dexie.minKey], [marathonId, flag, Dexie.maxKey])
    const [queued, marathon, keys, turnedAway] = await Promise.all([
      readQueued(db),
      db.marathons.get(marathonId),
      flagged(HERE).uniqueKeys(),
      flagged(NO_PLACE).count(),
    ])
    const gates = new Map<string, number>()
    const add = (gate: string, count: number) => gates.set(gate, (gates.get(gate) ?? 0) + count)
    await Promise.all(
      // Dexie's type of a key does not know the index: marathon, flag and gate.
      (keys as unknown as [string, number, string][]).map(async (key) =>
        add(key[2], await db.checkIns.where('[marathonId+first+gate]').equals(key).count()),
      ),
    )
    let withoutPlace = turnedAway
    const touched = await touchedApplications(db, queued, marathonId)
    const known = await readKnown(db, touched)
    const rows = known.flatMap(({ checkIns }) => checkIns)
    for (const row of rows) {
      if (row.first === HERE) add(row.gate, -1)
      if (row.first === NO_PLACE) withoutPlace -= 1
    }
    const placed = await readPlaced(db, known)
    const views = viewsOf(rows, queued, author).filter((view) => view.marathonId === marathonId)
    for (const [applicationId, ofOne] of Map.groupBy(views, (view) => view.applicationId)) {
      const first = firstOf(ofOne)
      if (first && placed.has(applicationId)) add(first.gate, 1)
      else if (first) withoutPlace += 1
    }
    const list = [...gates].map(([gate, here]) => ({ gate, here })).filter(({ here }) => here > 0)
    return {
      here: list.reduce((sum, { here }) => sum + here, 0),
      withoutPlace,
      gates: list.sort((a, b) => a.gate.localeCompare(b.gate)),
      registered: marathon?.regCount ?? 0,
    }
  })
}

/** The ops of the outbox that are about check-ins, and what the creates among them say. */
interface Queued {
  byTarget: Map<string, OutboxRecord[]>
  creates: { id: string; marathonId: string; applicationId: string }[]
}

async function readQueued(db: AccountDb): Promise<Queued> {
  return queuedOf(await db.outbox.where('target').startsWith('checkIn:').sortBy('n'))
}

/** Sorts these ops. They are in the order of the queue. */
function queuedOf(records: OutboxRecord[]): Queued {
  const creates = records.flatMap(({ op }) => {
    const typed = typedOp(op)
    return typed?.type === 'checkIn.create' ? [{ ...typed.patch, id: typed.id }] : []
  })
  return { byTarget: opsByTarget(records), creates }
}

/** These check-ins and all queued ones, with the queued ops over them, oldest first. */
function viewsOf(rows: readonly CheckIn[], { byTarget, creates }: Queued, author: Author): CheckInView[] {
  const known = new Map(rows.map((row) => [row._id, row]))
  return [...new Set([...known.keys(), ...creates.map(({ id }) => id)])]
    .map((id) => overlayCheckIn(known.get(id), byTarget.get(`checkIn:${id}`) ?? [], author))
    .filter((view) => view !== null)
    .sort(byTime)
}

/** The applications of a marathon that a queued op is about. */
async function touchedApplications(db: AccountDb, { byTarget, creates }: Queued, marathonId: string) {
  const created = new Set(creates.map(({ id }) => id))
  const others = [...byTarget.keys()].map((target) => target.slice('checkIn:'.length)).filter((id) => !created.has(id))
  const rows = await db.checkIns.bulkGet(others)
  const scans = [...creates, ...rows.filter((row) => row !== undefined)]
  return [...new Set(scans.filter((scan) => scan.marathonId === marathonId).map((scan) => scan.applicationId))]
}

/** The check-ins that count, among these. */
export function counting(views: readonly CheckInView[]): CheckInView[] {
  return views.filter(counts)
}

/** What the server says of an application: its check-ins, and its row, if this phone has it. */
interface Known {
  id: string
  application: ApplicationRecord | undefined
  checkIns: CheckInRecord[]
}

/** What the server says of applications, as it was at a cursor. */
const memory = new WeakMap<AccountDb, { stamp: string; known: Map<string, Known> }>()

/**
 * Reads the server's rows of some applications and of their check-ins. Those that were read since the last response come
 * from memory: with hundreds of queued scans, to read all of them again for each new scan takes most of a second on a
 * slow phone. Only a response and a logout write these rows, and both change the cursor or the generation.
 */
async function readKnown(db: AccountDb, applicationIds: readonly string[]): Promise<Known[]> {
  const { cursor, gen } = (await db.sync.get('sync')) ?? FIRST_SYNC
  const stamp = `${gen} ${cursor}`
  let kept = memory.get(db)
  if (kept?.stamp !== stamp) {
    kept = { stamp, known: new Map() }
    memory.set(db, kept)
  }
  const { known } = kept
  const missing = applicationIds.filter((id) => !known.has(id))
  const [found, applications] = await Promise.all([
    db.checkIns.where('applicationId').anyOf(missing).toArray(),
    db.applications.bulkGet(missing),
  ])
  const byApplication = Map.groupBy(found, (row) => row.applicationId)
  for (const [index, id] of missing.entries())
    known.set(id, { id, application: applications[index], checkIns: byApplication.get(id) ?? [] })
  return applicationIds.flatMap((id) => known.get(id) ?? [])
}

/** Those of some applications that have a place. One that is only in the queue is what its op makes of it. */
async function readPlaced(db: AccountDb, known: readonly Known[]): Promise<Set<string>> {
  const unsent = known.filter(({ application }) => !application).map(({ id }) => `application:${id}`)
  const ops = opsByTarget(await db.outbox.where('target').anyOf(unsent).sortBy('n'))
  const view = ({ id, application }: Known) =>
    application ?? overlayApplication(undefined, ops.get(`application:${id}`) ?? [])
  return new Set(known.filter((one) => hasPlace(view(one))).map(({ id }) => id))
}
