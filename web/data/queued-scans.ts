import type { CheckIn } from '../../contract/check-in.ts'
import { typedOp } from '../../contract/ops.ts'
import {
  type AccountDb,
  type ApplicationRecord,
  type CheckInRecord,
  FIRST_SYNC,
  type OutboxRecord,
} from './account-db.ts'
import { byTime, counts, HERE, hasPlace, NO_PLACE } from './check-in-rules.ts'
import { type Author, type CheckInView, opsByTarget, overlayApplication, overlayCheckIn } from './overlay.ts'

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
  /** The generation and the cursor of the server's rows. */
  stamp: string
  /** The highest position in the outbox that was read. */
  upTo: number
  /** The positions of the ops about check-ins. */
  positions: Set<number>
  /** The application of each check-in that these ops are about. */
  applicationOf: Map<string, string>
  scanned: Map<string, Scanned>
  totals: Map<string, { gates: Map<string, number>; withoutPlace: number; doubles: Set<string> }>
}

const memory = new WeakMap<AccountDb, Kept>()
const NONE: QueuedTotals = { gates: new Map(), withoutPlace: 0, doubles: new Set() }
const PREFIX = 'checkIn:'

/**
 * What the queued ops change in the numbers of a marathon. Runs inside a transaction with the tables `outbox`,
 * `checkIns`, `applications` and `sync`.
 *
 * It remembers what it read. After one more scan it reads that op and the rows of its entrant, and not the other
 * thousands that a morning without a signal has queued. It reads everything again when the server's rows have changed:
 * only a response and a logout write them, and both change the cursor or the generation. The same when an op left the
 * queue, which the number of ops tells.
 */
export async function readQueuedTotals(db: AccountDb, marathonId: string): Promise<QueuedTotals> {
  const { cursor, gen } = (await db.sync.get('sync')) ?? FIRST_SYNC
  const stamp = `${gen} ${cursor}`
  const before = memory.get(db)
  const kept = (before?.stamp === stamp && (await readNewer(db, before))) || (await readAll(db, stamp))
  return kept.totals.get(marathonId) ?? NONE
}

/** Adds the ops that are newer than the known ones. @returns null if one of the known ones has left the queue */
async function readNewer(db: AccountDb, kept: Kept): Promise<Kept | null> {
  const [newer, count] = await Promise.all([
    db.outbox.where('n').above(kept.upTo).sortBy('n'),
    db.outbox.where('target').startsWith(PREFIX).count(),
  ])
  const scans = newer.filter(({ target }) => target.startsWith(PREFIX))
  const isNew = ({ n }: OutboxRecord) => !kept.positions.has(n as number)
  if (kept.positions.size + scans.filter(isNew).length !== count) return null
  return addOps(db, kept, scans, newer.at(-1)?.n ?? kept.upTo)
}

async function readAll(db: AccountDb, stamp: string): Promise<Kept> {
  const [scans, last] = await Promise.all([
    db.outbox.where('target').startsWith(PREFIX).sortBy('n'),
    db.outbox.orderBy('n').lastKey(),
  ])
  const empty = { positions: new Set<number>(), applicationOf: new Map(), scanned: new Map(), totals: new Map() }
  const kept = await addOps(db, { stamp, upTo: 0, ...empty }, scans, Number(last ?? 0))
  memory.set(db, kept)
  return kept
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
  const read = await readServerRows(
    db,
    found.flatMap(({ id }) => (kept.scanned.has(id) ? [] : [id])),
  )
  // An entry that is only in the queue may have changed there, so it is looked at each time. There are hardly any.
  const unsent = [...kept.scanned.values(), ...read].filter(({ application }) => !application).map(({ id }) => id)
  const created = await readQueuedApplications(db, unsent)

  // From here on nothing waits, so that another screen sees all of it or nothing.
  for (const one of read) if (!kept.scanned.has(one.id)) kept.scanned.set(one.id, one)
  const touched = new Set(unsent)
  for (const { id, ops } of found) {
    touched.add(id)
    kept.scanned.get(id)?.ops.push(...ops.filter(({ n }) => !kept.positions.has(n as number)))
  }
  for (const { n } of scans) kept.positions.add(n as number)
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

async function readServerRows(db: AccountDb, ids: string[]): Promise<Scanned[]> {
  if (ids.length === 0) return []
  const [rows, applications] = await Promise.all([
    db.checkIns.where('applicationId').anyOf(ids).toArray(),
    db.applications.bulkGet(ids),
  ])
  const byApplication = Map.groupBy(rows, (row) => row.applicationId)
  return ids.map((id, index) => {
    return { id, application: applications[index], rows: byApplication.get(id) ?? [], ops: [], change: [] }
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

/** These check-ins and those that the ops make, with the ops over them, oldest first. */
export function viewsOf(rows: readonly CheckIn[], ops: OutboxRecord[], author: Author): CheckInView[] {
  const known = new Map(rows.map((row) => [row._id, row]))
  const queued = opsByTarget(ops)
  const made = ops.flatMap(({ op }) => (typedOp(op)?.type === 'checkIn.create' ? [op.id] : []))
  return [...new Set([...known.keys(), ...made])]
    .map((id) => overlayCheckIn(known.get(id), queued.get(`${PREFIX}${id}`) ?? [], author))
    .filter((view) => view !== null)
    .sort(byTime)
}
