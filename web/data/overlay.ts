import { type TypedOp, typedOp } from '../../contract/ops.ts'
import type { SyncApplication, SyncMarathon } from '../../contract/sync.ts'
import type { OutboxRecord } from './account-db.ts'

/** `pending` tells what of a row only this phone knows: an edit that waits, or one that is parked. */
export type Pending = null | 'waiting' | 'parked'
export type MarathonView = SyncMarathon & { pending: Pending }
export type ApplicationView = SyncApplication & { pending: Pending }

/** Who the rows made on this phone belong to. */
export interface Author {
  name: string
  email: string
}

/** The server's row with the queued edits over it, or null where a queued edit deletes it. */
export function overlayMarathon(
  row: SyncMarathon | undefined,
  ops: OutboxRecord[],
  author: Author,
): MarathonView | null {
  return overlay(row, ops, (current, op) => {
    switch (op.type) {
      case 'marathon.create':
        return current ?? { ...op.patch, ...author, _id: op.id, createdAt: op.at, regCount: 0, ver: 0, mine: true }
      case 'marathon.update':
        return current && { ...current, ...given(op.patch) }
      case 'marathon.delete':
        return undefined
      default:
        return current
    }
  })
}

/** The server's row with the queued edits over it, or null where a queued edit deletes it. */
export function overlayApplication(row: SyncApplication | undefined, ops: OutboxRecord[]): ApplicationView | null {
  return overlay(row, ops, (current, op) => {
    switch (op.type) {
      case 'application.create':
        return current ?? { ...op.patch, _id: op.id, createdAt: op.at, ver: 0, mine: true }
      case 'application.update':
        return current && { ...current, ...given(op.patch) }
      case 'application.delete':
        return undefined
      default:
        return current
    }
  })
}

/** @param apply what an op makes of a row; undefined stands for no row */
function overlay<Row extends object>(
  row: Row | undefined,
  ops: OutboxRecord[],
  apply: (current: Row | undefined, op: TypedOp) => Row | undefined,
): (Row & { pending: Pending }) | null {
  let current = row
  let pending: Pending = null
  for (const { op, state } of ops) {
    // An applied edit is no longer pending; it only stands in for the row that is on its way.
    if (state !== 'settled') pending = pending === 'parked' ? 'parked' : state
    const typed = typedOp(op)
    if (typed) current = apply(current, typed)
  }
  return current ? { ...current, pending } : null
}

/** A patch without the fields that it leaves alone: it came from JSON, which has no undefined. */
function given<T extends object>(patch: T): { [F in keyof T]?: Exclude<T[F], undefined> } {
  return patch as { [F in keyof T]?: Exclude<T[F], undefined> }
}

/** The queue by row, in its order. */
export function opsByTarget(outbox: OutboxRecord[]): Map<string, OutboxRecord[]> {
  return Map.groupBy(outbox, (record) => record.target)
}
