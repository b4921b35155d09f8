import { typedOp } from '../../../contract/ops.ts'
import {
  type AccountDb,
  type ApplicationRecord,
  type CheckInRecord,
  type OutboxRecord,
  positionOf,
} from '../../store/account-db.ts'
import { type Author, opsByTarget, overlayApplication } from '../../store/overlay.ts'
import { followWrites } from '../../store/rows/changed-rows.ts'
import { counts, HERE, hasPlace, NO_PLACE } from '../../store/rows/check-in-rules.ts'
import { viewsOf } from '../../store/rows/check-ins.ts'

// Only the screens of check-in load this file.

/** What the queued ops about check-ins change in the numbers of one marathon. */
export interface QueuedTotals {
  /** How many entrants more are here (or fewer, below 0) than the server's rows say, by the gate's name. */
  gates: ReadonlyMap<string, number>
  /** The same of scans without a place. */
  withoutPlace: number
  /** The applications with a queued op and more than one check-in that counts. */
  doubles: ReadonlySet<string>
}

/** An application with queued ops about its check-ins, and what the server says of it. */
interface Scanned {
  id: string
  /** Undefined if this phone does not have it, or only in the queue. */
  application: ApplicationRecord | undefined
  rows: CheckInRecord[]
  ops: OutboxRecord[]
  /** What these ops change. */
  change: Change[]
}

/** One entrant more or fewer at a gate of a marathon. */
interface Change {
  marathonId: string
  /** Null where the application has no place. */
  gate: string | null
  by: 1 | -1
  /** Does the application have more than one check-in there that counts? */
  isDouble: boolean
}

/** The queued ops about check-ins as they were read, and their totals. */
interface Kept {
  /** The server's rows are to be read again: those of these applications, or all. */
  changed: Set<string>
  isAllChanged: boolean
  /** The highest position in the outbox that was read. */
  upTo: number
  /** The positions of the ops about check-ins. */
  positions: Set<number>
  /** The application of each check-in in `scanned`, and of each that a queued op names. */
  applicationOf: Map<string, string>
  scanned: Map<string, Scanned>
  /** Those of them that are only in the queue. They may change there, so they are looked at each time. */
  unsent: Set<string>
  totals: Map<string, { gates: Map<string, number>; withoutPlace: number; doubles: Set<string> }>
}

const memory = new WeakMap<AccountDb, Kept>()
const NONE: QueuedTotals = { gates: new Map(), withoutPlace: 0, doubles: new Set() }
const PREFIX = 'checkIn:'

/**
 * What the queued ops change in the numbers of a marathon. Runs inside a transaction with the tables `outbox`,
 * `checkIns`, `applications` and `sync`. In that time nobody writes them.
 *
 * It remembers what it read. After one more scan it reads that op and the rows of its entrant, and not the other
 * thousands that a morning without a signal has queued. After a response it reads the rows that changed. It reads
 * everything again when an op left the queue, which the number of ops tells, and where it is not known what changed.
 */
export async function readQueuedTotals(db: AccountDb, marathonId: string): Promise<QueuedTotals> {
  // A live query must run again after each response, also where it does not read the rows that have changed.
  await db.sync.get('sync')
  const before = memory.get(db)
  const kept = (before && !before.isAllChanged && (await readNewer(db, before))) || (await readAll(db))
  return kept.totals.get(marathonId) ?? NONE
}

/** Adds the ops that are newer than the known ones. @returns null if one of the known ones has left the queue */
async function readNewer(db: AccountDb, kept: Kept): Promise<Kept | null> {
  const [newer, count] = await Promise.all([
    db.outbox.where('n').above(kept.upTo).sortBy('n'),
    db.outbox.where('target').startsWith(PREFIX).count(),
  ])
  const scans = newer.filter(({ target }) => target.startsWith(PREFIX))
  const isNew = (record: OutboxRecord) => !kept.positions.has(positionOf(record))
  if (kept.positions.size + scans.filter(isNew).length !== count) return null
  return addOps(db, kept, scans, newer.at(-1)?.n ?? kept.upTo)
}

async function readAll(db: AccountDb): Promise<Kept> {
  const [scans, last] = await Promise.all([
    db.outbox.where('target').startsWith(PREFIX).sortBy('n'),
    db.outbox.toCollection().lastKey(),
  ])
  const nothing = { changed: new Set<string>(), isAllChanged: false, upTo: 0, positions: new Set<number>() }
  const empty = {
    ...nothing,
    applicationOf: new Map(),
    scanned: new Map(),
    unsent: new Set<string>(),
    totals: new Map(),
  }
  const kept = await addOps(db, empty, scans, Number(last ?? 0))
  if (!memory.has(db)) markChanges(db)
  memory.set(db, kept)
  return kept
}

/** Marks what each write changes, as long as the database is in use. */
function markChanges(db: AccountDb) {
  const user = new WeakRef(db)
  const stop = followWrites({ name: db.name }, (keysOf) => {
    const inUse = user.deref()
    const kept = inUse && memory.get(inUse)
    if (!kept) return stop()
    const [applications, owners, checkIns] = [
      keysOf('applications'),
      keysOf('checkIns', 'applicationId'),
      keysOf('checkIns'),
    ]
    if (!applications || !owners || !checkIns) {
      kept.isAllChanged = true
      return
    }
    // Dexie tells only the id of a deleted check-in. Its application is known from before.
    for (const key of [...applications, ...owners, ...checkIns.map((id) => kept.applicationOf.get(String(id)))])
      if (kept.scanned.has(String(key))) kept.changed.add(String(key))
  })
}

/** Adds ops about check-ins. Two screens may add the same ones at once. */
async function addOps(db: AccountDb, kept: Kept, scans: OutboxRecord[], upTo: number): Promise<Kept> {
  for (const { op } of scans) {
    const typed = typedOp(op)
    if (typed?.type === 'checkIn.create') kept.applicationOf.set(op.id, typed.patch.applicationId)
  }
  const others = scans.flatMap(({ op }) => (kept.applicationOf.has(op.id) ? [] : [op.id]))
  for (const row of await db.checkIns.bulkGet(others)) if (row) kept.applicationOf.set(row._id, row.applicationId)
  const byApplication = Map.groupBy(scans, ({ op }) => kept.applicationOf.get(op.id))
  const found = [...byApplication].flatMap(([id, ops]) => (id === undefined ? [] : [{ id, ops }]))
  const missing = found.flatMap(({ id }) => (kept.scanned.has(id) ? [] : [id]))
  const read = await readServerRows(db, [...missing, ...kept.changed])
  const unsent = new Set([...kept.unsent, ...read.flatMap(({ id, application }) => (application ? [] : [id]))])
  const created = await readQueuedApplications(db, [...unsent])

  // From here on nothing waits, so that another screen sees all of it or nothing.
  const touched = new Set(unsent)
  for (const { id, application, rows } of read) {
    const before = kept.scanned.get(id) ?? { id, ops: [], change: [] }
    kept.scanned.set(id, Object.assign(before, { application, rows }))
    for (const { _id } of rows) kept.applicationOf.set(_id, id)
    if (application) kept.unsent.delete(id)
    else kept.unsent.add(id)
    kept.changed.delete(id)
    touched.add(id)
  }
  for (const { id, ops } of found) {
    touched.add(id)
    kept.scanned.get(id)?.ops.push(...ops.filter((record) => !kept.positions.has(positionOf(record))))
  }
  for (const record of scans) kept.positions.add(positionOf(record))
  kept.upTo = Math.max(kept.upTo, upTo)
  for (const id of touched) {
    const one = kept.scanned.get(id)
    if (!one) continue
    addTo(kept, one, -1)
    one.change = changeOf(one, hasPlace(one.application ?? created.get(id)))
    addTo(kept, one, 1)
  }
  return kept
}

async function readServerRows(db: AccountDb, ids: string[]): Promise<Pick<Scanned, 'id' | 'application' | 'rows'>[]> {
  if (ids.length === 0) return []
  const [rows, applications] = await Promise.all([
    db.checkIns.where('applicationId').anyOf(ids).toArray(),
    db.applications.bulkGet(ids),
  ])
  const byApplication = Map.groupBy(rows, (row) => row.applicationId)
  return ids.map((id, index) => {
    return { id, application: applications[index], rows: byApplication.get(id) ?? [] }
  })
}

/** The applications that are only in the queue, as their ops make them. */
async function readQueuedApplications(db: AccountDb, ids: string[]) {
  if (ids.length === 0) return new Map()
  const targets = ids.map((id) => `application:${id}`)
  const ops = opsByTarget(await db.outbox.where('target').anyOf(targets).sortBy('n'))
  return new Map(ids.map((id) => [id, overlayApplication(undefined, ops.get(`application:${id}`) ?? [])]))
}

/** Nobody sees these check-ins, so it does not matter who made them. */
const NOBODY: Author = { name: '', email: '' }

/** What the ops of one application change: what the server counts is taken off, and what the user sees is added. */
function changeOf({ rows, ops }: Scanned, isPlaced: boolean): Change[] {
  const counted = rows.flatMap(({ first, gate, marathonId }): Change[] => {
    if (first !== HERE && first !== NO_PLACE) return []
    return [{ marathonId, gate: first === HERE ? gate : null, by: -1, isDouble: false }]
  })
  const counting = viewsOf(rows, ops, NOBODY).filter(counts)
  const seen = [...Map.groupBy(counting, ({ marathonId }) => marathonId)].map(
    ([marathonId, [first, second]]): Change => {
      return { marathonId, gate: isPlaced ? (first?.gate ?? null) : null, by: 1, isDouble: second !== undefined }
    },
  )
  return [...counted, ...seen]
}

/** Adds what an application changes to the totals, or takes it off. */
function addTo({ totals }: Kept, { id, change }: Scanned, sign: 1 | -1) {
  for (const { marathonId, gate, by, isDouble } of change) {
    const total = totals.get(marathonId) ?? { gates: new Map(), withoutPlace: 0, doubles: new Set() }
    totals.set(marathonId, total)
    if (gate === null) total.withoutPlace += sign * by
    else total.gates.set(gate, (total.gates.get(gate) ?? 0) + sign * by)
    if (isDouble && sign === 1) total.doubles.add(id)
    if (isDouble && sign === -1) total.doubles.delete(id)
  }
}
