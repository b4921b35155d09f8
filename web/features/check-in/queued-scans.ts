import { typedOp } from '../../../contract/ops.ts'
import type { Op } from '../../../contract/sync.ts'
import { type AccountDb, type CheckInRecord, type OutboxRecord, positionOf } from '../../store/account-db.ts'
import { type Author, opsByTarget, overlayApplication } from '../../store/overlay.ts'
import { followWrites } from '../../store/rows/changed-rows.ts'
import { counts, HERE, hasPlace, NO_PLACE } from '../../store/rows/check-in-rules.ts'
import { viewsOf } from '../../store/rows/check-ins.ts'

// Only the screens of check-in load this file.

/** What the queued ops about check-ins change in the numbers of one marathon. */
export interface QueuedTotals {
  /** How many entrants more are here (or fewer, below 0) than the server's rows say, by the gate's name. */
  gates: Map<string, number>
  /** The same of scans without a place. */
  withoutPlace: number
  /** How many were entered at the gate, and are only in the queue. */
  walkIns: number
  /** The applications with a queued op and more than one check-in that counts. */
  doubles: Set<string>
}

/** An application with queued ops about its check-ins, what the server says of it, and what the ops change. */
interface Scanned {
  rows: CheckInRecord[]
  isPlaced: boolean
  ops: OutboxRecord[]
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

/** The queued ops about check-ins and walk-ins as they were read, and their totals. */
interface Kept {
  /** The highest position in the outbox that was read. */
  upTo: number
  /** How many ops were read. */
  count: number
  /** The application of each check-in that an op names. */
  applicationOf: Map<string, string>
  scanned: Map<string, Scanned>
  /** The marathon of each queued walk-in, by its id. */
  walkIns: Map<string, string>
  totals: Map<string, QueuedTotals>
}

const memory = new WeakMap<AccountDb, Kept>()
const nothing = (): QueuedTotals => ({ gates: new Map(), withoutPlace: 0, walkIns: 0, doubles: new Set() })
const PREFIX = 'checkIn:'

/**
 * What the queued ops change in the numbers of a marathon. Runs inside a transaction with the tables `outbox`,
 * `checkIns`, `applications` and `sync`. In that time nobody writes them.
 *
 * It remembers what it read. After one more scan it reads that op and the rows of its entrant, and not the other
 * thousands that a morning without a signal has queued. It reads everything again when an op left the queue, which the
 * number of ops tells, and when a pull has changed rows.
 */
export async function readQueuedTotals(db: AccountDb, marathonId: string): Promise<QueuedTotals> {
  // A live query must run again after each response, also where it does not read the rows that have changed.
  await db.sync.get('sync')
  const before = memory.get(db)
  const kept = (before && (await readNewer(db, before))) || (await readAll(db))
  return kept.totals.get(marathonId) ?? nothing()
}

/** Adds the ops that are newer than the known ones. @returns null if one of the known ones has left the queue */
async function readNewer(db: AccountDb, kept: Kept): Promise<Kept | null> {
  const [newer, count] = await Promise.all([
    db.outbox.where('n').above(kept.upTo).sortBy('n'),
    db.outbox.where('target').startsWith(PREFIX).count(),
  ])
  const scans = newer.filter(({ target }) => target.startsWith(PREFIX))
  // An edit of a scanned entrant may give or take the place.
  const isKnown = ({ id, type }: Op) => kept.scanned.has(id) || (kept.walkIns.has(id) && type !== 'application.walkIn')
  if (newer.some(({ op }) => isKnown(op))) return null
  addWalkIns(kept, newer)
  if (kept.count + scans.filter(isNewFor(kept)).length !== count) return null
  return addOps(db, kept, scans, newer.at(-1)?.n ?? 0)
}

async function readAll(db: AccountDb): Promise<Kept> {
  const [scans, walkIns, last] = await Promise.all([
    db.outbox.where('target').startsWith(PREFIX).sortBy('n'),
    db.outbox.where('op.type').equals('application.walkIn').toArray(),
    db.outbox.toCollection().lastKey(),
  ])
  // One that was taken back is not counted.
  const edits = opsByTarget(
    await db.outbox
      .where('target')
      .anyOf(walkIns.map(({ target }) => target))
      .sortBy('n'),
  )
  const isThere = ({ target }: OutboxRecord) => overlayApplication(undefined, edits.get(target) ?? []) !== null
  const maps = { applicationOf: new Map(), scanned: new Map(), walkIns: new Map(), totals: new Map() }
  const empty: Kept = { upTo: 0, count: 0, ...maps }
  addWalkIns(empty, walkIns.filter(isThere))
  const kept = await addOps(db, empty, scans, Number(last ?? 0))
  memory.set(db, kept)
  const stop = followWrites(db, (keysOf) => {
    if (keysOf('applications')?.length === 0 && keysOf('checkIns')?.length === 0) return
    if (memory.get(db) === kept) memory.delete(db)
    stop()
  })
  return kept
}

/** Counts the walk-ins among these records, each once. */
function addWalkIns({ walkIns, totals }: Kept, records: OutboxRecord[]) {
  for (const { op } of records) {
    const typed = typedOp(op)
    if (typed?.type !== 'application.walkIn' || walkIns.has(op.id)) continue
    const { marathonId } = typed.patch
    walkIns.set(op.id, marathonId)
    const total = totals.get(marathonId) ?? nothing()
    totals.set(marathonId, { ...total, walkIns: total.walkIns + 1 })
  }
}

/** Two screens may add the same ops at once. */
function isNewFor({ upTo }: Kept) {
  return (record: OutboxRecord) => positionOf(record) > upTo
}

/** Adds ops about check-ins. @param upTo the highest position that was read */
async function addOps(db: AccountDb, kept: Kept, scans: OutboxRecord[], upTo: number): Promise<Kept> {
  const { applicationOf, scanned } = kept
  for (const { op } of scans) {
    const typed = typedOp(op)
    if (typed?.type === 'checkIn.create') applicationOf.set(op.id, typed.patch.applicationId)
  }
  const others = scans.flatMap(({ op }) => (applicationOf.has(op.id) ? [] : [op.id]))
  for (const row of await db.checkIns.bulkGet(others)) if (row) applicationOf.set(row._id, row.applicationId)
  const byApplication = Map.groupBy(scans, ({ op }) => applicationOf.get(op.id) ?? '')
  byApplication.delete('')
  const missing = [...byApplication.keys()].filter((id) => !scanned.has(id))
  const targets = missing.map((id) => `application:${id}`)
  const [rows, applications, edits] = await Promise.all([
    db.checkIns.where('applicationId').anyOf(missing).toArray(),
    db.applications.bulkGet(missing),
    db.outbox.where('target').anyOf(targets).sortBy('n'),
  ])
  // From here on nothing waits, so that another screen sees all of it or nothing.
  const [rowsOf, editsOf] = [Map.groupBy(rows, (row) => row.applicationId), opsByTarget(edits)]
  for (const [index, id] of missing.entries()) {
    if (scanned.has(id)) continue
    const application = applications[index] ?? overlayApplication(undefined, editsOf.get(`application:${id}`) ?? [])
    scanned.set(id, { rows: rowsOf.get(id) ?? [], isPlaced: hasPlace(application), ops: [], change: [] })
  }
  const isNew = isNewFor(kept)
  for (const [id, ops] of byApplication) {
    const one = scanned.get(id) as Scanned
    addTo(kept, id, one.change, -1)
    one.ops.push(...ops.filter(isNew))
    one.change = changeOf(one)
    addTo(kept, id, one.change, 1)
  }
  kept.count += scans.filter(isNew).length
  kept.upTo = Math.max(kept.upTo, upTo)
  return kept
}

/** Nobody sees these check-ins, so it does not matter who made them. */
const NOBODY: Author = { name: '', email: '' }

/** What the ops of one application change: what the server counts is taken off, and what the user sees is added. */
function changeOf({ rows, ops, isPlaced }: Scanned): Change[] {
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
function addTo({ totals }: Kept, id: string, change: Change[], sign: 1 | -1) {
  for (const { marathonId, gate, by, isDouble } of change) {
    const total = totals.get(marathonId) ?? nothing()
    totals.set(marathonId, total)
    if (gate === null) total.withoutPlace += sign * by
    else total.gates.set(gate, (total.gates.get(gate) ?? 0) + sign * by)
    if (isDouble && sign === 1) total.doubles.add(id)
    if (isDouble && sign === -1) total.doubles.delete(id)
  }
}
