import type { Table, Transaction } from 'dexie'
import { expected } from '../../contract/errors.ts'
import { ASKED } from '../../contract/fields.ts'
import { OP_VERSION } from '../../contract/limits.ts'
import { type EntityType, kindOf, makesRow, marathonIdOf, type OpType, type Patches } from '../../contract/ops.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { type AccountDb, isSetAsideItself, type OutboxRecord } from './account-db.ts'
import { isStorageFull } from './is-storage-full.ts'
import { isConnectionLost } from './lasting-db.ts'
import { newId } from './new-id.ts'

/**
 * An edit as a screen makes it. In an update, `patch` has the changed fields, and `base` has what the user saw in these
 * fields.
 */
export type Edit = { [T in OpType]: { type: T; id: string; base?: Fields; patch?: Patches[T] } }[OpType]

type NewOp = Op & { type: OpType }

/**
 * Puts edits into the outbox, all or none. Resolves after they are on the disk. An edit that depends on a parked edit
 * is parked too, because the server would reject it alone.
 * @param edits or a function that makes them, in the same transaction, from what it reads of the outbox, marathons,
 *   applications, check-ins and staff
 * @returns the op ids, in the order of the edits; `awaitVerdict` waits for them
 * @throws StorageFailure if the phone cannot store them (quota, private mode, storage that does not respond)
 */
export function enqueueOps(db: AccountDb, edits: Edit[] | (() => PromiseLike<Edit[]>)): Promise<string[]> {
  // Who records at a finish line waits for no reader of another table.
  const isAlone = typeof edits !== 'function' && edits.every(({ type }) => !hasSnapshot(type))
  const tables = isAlone ? [db.outbox] : [db.outbox, db.marathons, db.applications, db.checkIns, db.staff]
  return saved(db, tables, async () => {
    const made = typeof edits === 'function' ? await edits() : edits
    const ops = made.map(({ type, id, base = {}, patch = {} }): NewOp => {
      return { opId: newId(), v: OP_VERSION, type, id, base, patch, at: new Date().toISOString() }
    })
    const rows = isAlone ? new Map<string, Fields>() : await readRows(db, ops)
    const records = ops.map((op) => {
      const was = rows.get(op.id)
      return {
        opId: op.opId,
        target: targetOf(op),
        failures: 0,
        state: 'waiting',
        ...(was ? { was } : {}),
        op,
      } as const
    })
    // In one turn: a tap at a finish line waits for the disk alone.
    const [parked] = await Promise.all([
      db.outbox.where('state').equals('parked').toArray(),
      db.outbox.bulkAdd(records),
    ])
    await park(db, records, new Set(parked.flatMap(holds)))
    return ops.map(({ opId }) => opId)
  })
}

/** Parks those of these new edits that rest on what is held back. */
async function park(
  db: AccountDb,
  records: readonly Pick<OutboxRecord, 'opId' | 'target' | 'op'>[],
  held: Set<string>,
) {
  if (held.size === 0) return
  const resting = records.filter((record) => {
    const rests = restsOn(record, held)
    if (rests) for (const key of holds(record)) held.add(key)
    return rests
  })
  const opIds = resting.map(({ opId }) => opId)
  await db.outbox.where('opId').anyOf(opIds).modify({ state: 'parked', reason: 'rests-on-parked' })
}

const hasSnapshot = (type: OpType) => ['marathon', 'application', 'checkIn', 'staff'].includes(kindOf(type).entity)

/** The fields of a snapshot. They name a row that is gone, or fill the form in which the user applies again. */
const SNAPSHOT_FIELDS = ['title', 'timeZone', 'marathonId', ...ASKED, 'hidesName']
const isInSnapshot = (field: string) => SNAPSHOT_FIELDS.includes(field) || field.startsWith('answers.')

/**
 * The snapshots of the rows that the ops change or delete, by row id. A created row has none, because its op has all
 * its fields. An op about an entrant or one of the staff has the name, and no contact data: the queue may stay on this
 * phone after a logout.
 */
async function readRows(db: AccountDb, ops: NewOp[]): Promise<Map<string, Fields>> {
  const idsOf = (type: EntityType) => ops.flatMap((op) => (targetOf(op) === `${type}:${op.id}` ? [op.id] : []))
  const scans = ops.filter((op) => kindOf(op.type).entity === 'checkIn')
  const [queued, scanned] = await Promise.all([
    db.outbox.where('target').anyOf(scans.map(targetOf)).toArray(),
    db.checkIns.bulkGet(scans.map((op) => op.id)),
  ])
  // Only a new scan names its entrant. Of another one the name is in the scan's row, or in the queued op that made it.
  const entrantOf = (op: NewOp, index: number) => {
    const ofOne = queued.filter(({ target }) => target === targetOf(op)).map((record) => record.op.patch)
    return String([op.patch, scanned[index], ...ofOne].find((one) => one?.applicationId)?.applicationId)
  }
  const entrantIds = scans.map(entrantOf)
  const [marathons, applications, entrants, staff] = await Promise.all([
    db.marathons.bulkGet(idsOf('marathon')),
    db.applications.bulkGet(idsOf('application')),
    db.applications.bulkGet(entrantIds),
    db.staff.bulkGet(idsOf('staff')),
  ])
  const known = new Set([...applications, ...entrants].map((row) => row?._id))
  const named = [...idsOf('application'), ...entrantIds].filter((id) => !known.has(id))
  const walkIns = await readWalkIns(db, ops, named)
  const staffed = await db.marathons.bulkGet(staff.flatMap((row) => row?.marathonId ?? []))
  const kept = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => isInSnapshot(name)))
  return new Map([
    ...marathons.flatMap((row) =>
      row ? [[row._id, kept({ _id: row._id, title: row.title, timeZone: row.timeZone })] as const] : [],
    ),
    ...applications.flatMap((row) => (row ? [[row._id, row.own === 1 ? kept(row) : namesOf(row)] as const] : [])),
    ...staff.flatMap((row) => {
      const marathon = staffed.find((one) => one?._id === row?.marathonId)
      const { title = '', timeZone = '' } = marathon ?? {}
      return row ? [[row._id, { marathonId: row.marathonId, title, timeZone, name: row.name }] as const] : []
    }),
    ...ops.flatMap(({ type, id }) => {
      const made = type === 'application.walkIn' ? undefined : walkIns.get(id)
      return made ? [[id, namesOf(made)] as const] : []
    }),
    ...scans.flatMap((op, index) => {
      const row = entrants[index] ?? walkIns.get(entrantIds[index] ?? '')
      return row ? [[op.id, namesOf(row)] as const] : []
    }),
  ])
}

/** Of these applications the walk-ins that are only in the queue, or among the ops: their fields, by id. */
async function readWalkIns(db: AccountDb, ops: NewOp[], ids: string[]): Promise<Map<string, Fields>> {
  if (ids.length === 0) return new Map()
  const queued = await db.outbox
    .where('target')
    .anyOf(ids.map((id) => `application:${id}`))
    .toArray()
  const made = [...queued.map(({ op }) => op), ...ops].filter(({ type }) => type === 'application.walkIn')
  return new Map(made.map(({ id, patch }) => [id, patch]))
}

/** What a snapshot keeps of somebody else's application. */
function namesOf({ marathonId, title, firstName, lastName }: Fields): Fields {
  return { marathonId, title, firstName, lastName }
}

/** How many edits need the server or the user. */
export interface UnsentCounts {
  waiting: number
  /** Parked edits and inbox items. Only the user can handle them. */
  needsYou: number
  /** The sum of `waiting` and `needsYou`. */
  total: number
}

/** Counts the unsent edits in one transaction, because a verdict moves an edit from the outbox to the inbox. */
export function countUnsent(db: AccountDb): Promise<UnsentCounts> {
  return db.transaction('r', db.outbox, db.inbox, async () => {
    const [waiting, parked, inbox] = await Promise.all([
      db.outbox.where('state').equals('waiting').count(),
      db.outbox.where('state').equals('parked').count(),
      db.inbox.count(),
    ])
    return { waiting, needsYou: parked + inbox, total: waiting + parked + inbox }
  })
}

/** The target of an op, as `type:id`. */
function targetOf(op: { type: OpType; id: string }): string {
  return `${kindOf(op.type).entity}:${op.id}`
}

/**
 * What rests on an edit that is held back, as keys for `restsOn`: everything about a row that it creates, or else the
 * later edits of the same fields. Those would be compared with a value that the server does not have.
 */
export function holds({ target, op }: Pick<OutboxRecord, 'target' | 'op'>): string[] {
  return makesRow(op) ? [target] : Object.keys(op.patch).map((field) => `${target} ${field}`)
}

/**
 * Tells whether an op rests on what is held back (`holds`): on the creation of its row, of the marathon that it applies
 * to or writes a notice for, of the entry, recording or ruling that it names, or on an earlier edit of one of its fields.
 */
export function restsOn({ target, op }: Pick<OutboxRecord, 'target' | 'op'>, held: ReadonlySet<string>): boolean {
  const { applicationId, recordingId, rulingId } = op.patch
  const named = [`application:${applicationId}`, `recording:${recordingId}`, `ruling:${rulingId}`]
  const rows = [target, `marathon:${marathonIdOf(op)}`, ...named]
  const isOfHeldRow = rows.some((row) => held.has(row))
  return isOfHeldRow || Object.keys(op.patch).some((field) => held.has(`${target} ${field}`))
}

/**
 * Lets parked edits wait again that rested on an edit which is no longer parked. It must run in a transaction with the
 * outbox.
 */
export async function freeHeld(db: AccountDb): Promise<void> {
  const held = new Set<string>()
  const freed: OutboxRecord[] = []
  for (const record of await db.outbox.where('state').equals('parked').sortBy('n')) {
    const { reason: _reason, parkedAt: _at, ...rest } = record
    if (!isSetAsideItself(record) && !restsOn(record, held)) freed.push({ ...rest, state: 'waiting' })
    else for (const key of holds(record)) held.add(key)
  }
  await db.outbox.bulkPut(freed)
}

/** The fields of `next` that differ from `seen`, as the patch and the base of an update; null if no field differs. */
export function changedFields<P extends object>(
  seen: { [K in keyof P]?: unknown },
  next: P,
): { patch: Partial<P>; base: Fields } | null {
  const patch: Partial<P> = {}
  const base: Fields = {}
  for (const name in next) {
    if (next[name] === seen[name]) continue
    patch[name] = next[name]
    base[name] = seen[name]
  }
  return Object.keys(patch).length > 0 ? { patch, base } : null
}

/** A write that takes longer than this is aborted. */
export const SAVE_TIMEOUT_MS = 5000

/**
 * Why a write failed. `closed`: the account is not signed in any more, or another window deletes or upgrades the
 * database. `silent`: the storage did not respond in time. `unknown`: it was writing when the time was over, and may
 * still finish.
 */
export type StorageFailureReason = 'full' | 'refused' | 'closed' | 'silent' | 'unknown'

/**
 * The phone could not store an edit, or does not say whether it did. So the form must stay open. `storageMessage`
 * (web/forms) has the text for the user.
 */
export class StorageFailure extends Error {
  readonly reason: StorageFailureReason

  constructor(reason: StorageFailureReason, cause?: unknown) {
    super(`not saved: ${reason}`, { cause })
    this.name = 'StorageFailure'
    this.reason = reason
  }
}

/**
 * Runs a write in one transaction. It aborts a write that takes longer than `timeoutMs`, because another page can block
 * the storage without end (WebKit keeps a page that the user has left). Without an error the user would not know that
 * the edit is lost.
 * @returns the result of `write`, after it is on the disk
 * @throws StorageFailure; then nothing of the write is on the disk, except with the reason `unknown`
 */
export async function saved<T>(
  db: AccountDb,
  tables: Table[],
  write: () => PromiseLike<T>,
  timeoutMs = SAVE_TIMEOUT_MS,
): Promise<T> {
  let transaction: Transaction | undefined
  let isLate = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(new StorageFailure(transaction && !isAborted(transaction) ? 'unknown' : 'silent'))
    }, timeoutMs)
  })
  const attempt = () =>
    db.transaction('rw', tables, (started) => {
      transaction = started
      // The database opened after the timeout. The aborted transaction rejects, whatever this returns.
      if (isLate) return started.abort() as never
      return write()
    })
  // Nothing is on the disk where the browser has lost the connection, and the next try opens another one.
  const onDisk = attempt().catch((error: unknown) => {
    if (isLate || !isConnectionLost(error)) throw error
    return attempt()
  })
  try {
    return await Promise.race([onDisk, tooLate])
  } catch (error) {
    if (error instanceof StorageFailure) throw error
    throw new StorageFailure(reasonOf(error), error)
  } finally {
    clearTimeout(timer)
    onDisk.catch(() => expected('told'))
  }
}

function reasonOf(error: unknown): StorageFailureReason {
  if (isStorageFull(error)) return 'full'
  return error instanceof Error && error.name === 'DatabaseClosedError' ? 'closed' : 'refused'
}

/** Aborts a transaction. @returns false if it is too late for that, because the browser is writing it to the disk */
function isAborted(transaction: Transaction): boolean {
  try {
    transaction.abort()
    return true
  } catch {
    return expected('refused', false)
  }
}
