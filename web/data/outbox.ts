import { OP_VERSION } from '../../contract/limits.ts'
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

/**
 * Puts edits into the outbox, all or none. Resolves once they are on the disk: only then may a screen say "saved".
 * An edit that rests on a parked one is parked with it: sent alone it would be refused.
 * @throws StorageFailure where the phone does not keep them (quota, private mode)
 */
export async function enqueueOps(db: AccountDb, edits: Edit[]): Promise<void> {
  const ops = edits.map(({ type, id, base = {}, patch = {} }): Op => {
    return { opId: newId(), v: OP_VERSION, type, id, base, patch, at: new Date().toISOString() }
  })
  await saved(async () => {
    const rows = await readRows(db, ops)
    await db.transaction('rw', db.outbox, async () => {
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
  })
}

/** What is told of a row, or applied with once more, after it is gone. */
const KEPT = ['title', 'marathonId', 'firstName', 'lastName', 'phoneNumber', 'additionalInfo', 'email']

/** What the rows that ops change or delete say now, by their ids; a created one says what its op does. */
async function readRows(db: AccountDb, ops: Op[]): Promise<Map<string, Fields>> {
  const idsOf = (type: EntityType) => ops.flatMap((op) => (targetOf(op) === `${type}:${op.id}` ? [op.id] : []))
  const marathons = await db.marathons.bulkGet(idsOf('marathon'))
  const applications = await db.applications.bulkGet(idsOf('application'))
  const kept = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => KEPT.includes(name)))
  return new Map(
    [...marathons.map((row) => row && { _id: row._id, title: row.title }), ...applications].flatMap((row) =>
      row ? [[row._id, kept(row)] as const] : [],
    ),
  )
}

/** The row an op is about, as `type:id`. */
export function targetOf(op: Pick<Op, 'type' | 'id'>): string {
  return `${op.type.slice(0, op.type.indexOf('.')) as EntityType}:${op.id}`
}

/** Is this op about one of the rows `held`, or an application to one of them? */
export function restsOn({ target, op }: Pick<OutboxRecord, 'target' | 'op'>, held: ReadonlySet<string>): boolean {
  return held.has(target) || held.has(`marathon:${String(op.patch.marathonId)}`)
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

/** The phone did not keep what it was given. Nothing was saved; the form must stay. */
export class StorageFailure extends Error {
  readonly full: boolean

  constructor(cause: unknown) {
    const full = hasName(cause, 'QuotaExceededError')
    super(
      full ? 'Not saved: this phone’s storage is full.' : 'Not saved: this phone does not let the app store anything.',
      {
        cause,
      },
    )
    this.name = 'StorageFailure'
    this.full = full
  }
}

/** Runs a write, and turns whatever the storage throws into a StorageFailure. */
export async function saved<T>(write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    throw new StorageFailure(error)
  }
}

function hasName(error: unknown, name: string): boolean {
  for (let cause = error; cause instanceof Error || cause instanceof DOMException; ) {
    if (cause.name === name) return true
    cause = (cause as { inner?: unknown; cause?: unknown }).inner ?? (cause as Error).cause
  }
  return false
}
