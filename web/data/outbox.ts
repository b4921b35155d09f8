import type { Table, Transaction } from 'dexie'
import { OP_VERSION } from '../../contract/limits.ts'
import { kindOf, marathonIdOf } from '../../contract/ops.ts'
import type { EntityType, Fields, Op, OpType } from '../../contract/sync.ts'
import type { AccountDb, OutboxRecord } from './account-db.ts'
import { newId } from './new-id.ts'

/** An edit as a screen makes it. For an update, `patch` holds changed fields and `base` what the user saw of them. */
export interface Edit {
  type: OpType
  id: string
  base?: Fields
  patch?: Fields
}

type NewOp = Op & { type: OpType }

/**
 * Puts edits into the outbox, all or none. Resolves after they are on the disk.
 * An edit that rests on a parked one is parked with it: sent alone it would be refused.
 * @returns the op ids, in the order of the edits: `awaitVerdict` waits for them
 * @throws StorageFailure where the phone does not keep them (quota, private mode, storage that does not answer)
 */
export async function enqueueOps(db: AccountDb, edits: Edit[]): Promise<string[]> {
  const ops = edits.map(({ type, id, base = {}, patch = {} }): NewOp => {
    return { opId: newId(), v: OP_VERSION, type, id, base, patch, at: new Date().toISOString() }
  })
  await saved(db, [db.outbox, db.marathons, db.applications], async () => {
    const rows = await readRows(db, ops)
    const parked = await db.outbox.where('state').equals('parked').toArray()
    const held = new Set(parked.map((record) => record.target))
    await db.outbox.bulkAdd(
      ops.map((op) => {
        const was = rows.get(op.id)
        const record = { opId: op.opId, target: targetOf(op), failures: 0, ...(was ? { was } : {}), op }
        if (!restsOn(record, held)) return { ...record, state: 'waiting' }
        held.add(record.target)
        return { ...record, state: 'parked', reason: 'It rests on an earlier change that is set aside.' }
      }),
    )
  })
  return ops.map(({ opId }) => opId)
}

/** What is told of a row, or applied with once more, after it is gone. */
const KEPT = ['title', 'timeZone', 'marathonId', 'firstName', 'lastName', 'phoneNumber', 'additionalInfo', 'email']

/** What the rows that ops change or delete say now, by their ids; a created one says what its op does. */
async function readRows(db: AccountDb, ops: NewOp[]): Promise<Map<string, Fields>> {
  const idsOf = (type: EntityType) => ops.flatMap((op) => (targetOf(op) === `${type}:${op.id}` ? [op.id] : []))
  const marathons = await db.marathons.bulkGet(idsOf('marathon'))
  const applications = await db.applications.bulkGet(idsOf('application'))
  const kept = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => KEPT.includes(name)))
  return new Map(
    [
      ...marathons.map((row) => row && { _id: row._id, title: row.title, timeZone: row.timeZone }),
      ...applications,
    ].flatMap((row) => (row ? [[row._id, kept(row)] as const] : [])),
  )
}

/** How many edits have not arrived. */
export interface UnsentCounts {
  waiting: number
  /** Parked edits, refusals and clashes: only the user can deal with them. */
  needsYou: number
  /** Both together. */
  total: number
}

/** What has not arrived, counted in one transaction: a verdict moves an edit from the queue to the inbox. */
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

/** The row an op is about, as `type:id`. */
function targetOf(op: { type: OpType; id: string }): string {
  return `${kindOf(op.type).entity}:${op.id}`
}

/** Is this op about one of the rows `held`, or an application to one of them? */
export function restsOn({ target, op }: Pick<OutboxRecord, 'target' | 'op'>, held: ReadonlySet<string>): boolean {
  return held.has(target) || held.has(`marathon:${marathonIdOf(op)}`)
}

/** The fields of `next` that differ from `seen`, as an update's patch and base; null where nothing changed. */
export function changedFields<T extends object>(seen: T, next: Partial<T>): { patch: Fields; base: Fields } | null {
  const names = (Object.keys(next) as (keyof T & string)[]).filter((name) => next[name] !== seen[name])
  if (names.length === 0) return null
  return {
    patch: Object.fromEntries(names.map((name) => [name, next[name]])),
    base: Object.fromEntries(names.map((name) => [name, seen[name]])),
  }
}

/** How long a write may take before it is given up. */
const SAVE_TIMEOUT_MS = 5000

/** Why a write is not on the disk. `silent`: the storage did not answer in time. */
export type StorageFailureReason = 'full' | 'refused' | 'silent'

const STORAGE_MESSAGES: Record<StorageFailureReason, string> = {
  full: 'Not saved: this phone’s storage is full.',
  refused: 'Not saved: this phone does not let the app store anything.',
  silent: 'Not saved: this phone’s storage does not answer. Close other windows of this app, then try again.',
}

/** The phone did not keep what it was given. Nothing was saved; the form must stay. */
export class StorageFailure extends Error {
  readonly reason: StorageFailureReason

  constructor(reason: StorageFailureReason, cause?: unknown) {
    super(STORAGE_MESSAGES[reason], { cause })
    this.name = 'StorageFailure'
    this.reason = reason
  }
}

/**
 * Runs a write in one transaction. A write that takes longer than `SAVE_TIMEOUT_MS` is aborted: another page may hold
 * the storage without end (WebKit keeps a page that was left), and a user who is told nothing loses the edit.
 * @returns what `write` returns, after it is on the disk
 * @throws StorageFailure; nothing of the write is on the disk
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
      transaction?.abort()
      reject(new StorageFailure('silent'))
    }, timeoutMs)
  })
  const onDisk = db.transaction('rw', tables, (started) => {
    transaction = started
    // The database was opened only after the write had been given up.
    if (isLate) return started.abort() as never
    return write()
  })
  try {
    return await Promise.race([onDisk, tooLate])
  } catch (error) {
    if (error instanceof StorageFailure) throw error
    throw new StorageFailure(isStorageFull(error) ? 'full' : 'refused', error)
  } finally {
    clearTimeout(timer)
    onDisk.catch(() => undefined)
  }
}

/** Did the storage refuse a write because the phone's quota is used up? */
export function isStorageFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error || cause instanceof DOMException; ) {
    if (cause.name === 'QuotaExceededError') return true
    cause = (cause as { inner?: unknown; cause?: unknown }).inner ?? (cause as Error).cause
  }
  return false
}
