import type { ApplicationFields } from '../../contract/application.ts'
import type { MarathonFields } from '../../contract/marathon.ts'
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
  return overlay(row, ops, (patch, id, at) => ({
    ...(patch as MarathonFields),
    ...author,
    _id: id,
    createdAt: at,
    regCount: 0,
    ver: 0,
    mine: true,
  }))
}

/** The server's row with the queued edits over it, or null where a queued edit deletes it. */
export function overlayApplication(row: SyncApplication | undefined, ops: OutboxRecord[]): ApplicationView | null {
  return overlay(row, ops, (patch, id, at) => ({
    ...(patch as ApplicationFields),
    _id: id,
    createdAt: at,
    ver: 0,
    mine: true,
  }))
}

function overlay<Row extends object>(
  row: Row | undefined,
  ops: OutboxRecord[],
  create: (patch: object, id: string, at: string) => Row,
): (Row & { pending: Pending }) | null {
  let current = row
  let pending: Pending = null
  for (const { op, state } of ops) {
    // An applied edit is no longer pending; it only stands in for the row that is on its way.
    if (state !== 'settled') pending = pending === 'parked' ? 'parked' : state
    if (op.type.endsWith('.create')) current ??= create(op.patch, op.id, op.at)
    else if (op.type.endsWith('.update') && current) current = { ...current, ...op.patch }
    else if (op.type.endsWith('.delete')) current = undefined
  }
  return current ? { ...current, pending } : null
}

/** The queue by row, in its order. */
export function opsByTarget(outbox: OutboxRecord[]): Map<string, OutboxRecord[]> {
  return Map.groupBy(outbox, (record) => record.target)
}
