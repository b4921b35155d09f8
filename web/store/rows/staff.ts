import { type InvitedRole, ROLES } from '../../../contract/roles.ts'
import type { SyncStaff } from '../../../contract/sync.ts'
import { useAccount } from '../account-context.tsx'
import type { AccountDb, OutboxRecord } from '../account-db.ts'
import { useLiveRead } from '../live-read.ts'
import { enqueueOps } from '../outbox.ts'
import { opsByTarget, overlay, type Pending } from '../overlay.ts'
import { compareBy } from './compare-by.ts'

// Only screens about staff load this file.

/** Somebody of a marathon's staff as the user sees it: the server's row with the queued edits over it. */
export type StaffView = SyncStaff & { pending: Pending }

const bySince = compareBy('since')

/**
 * The staff of a marathon, live: the owner, then the organisers and the others, of each role who joined first. A helper's
 * phone knows only the account's own row. Undefined until they are read.
 */
export function useStaff(marathonId: string): StaffView[] | undefined {
  const { db } = useAccount()
  return useLiveRead(() => readStaff(db, marathonId), [db, marathonId])
}

/** Reads the staff of a marathon with the queued edits over it, in one transaction (INV-14). */
export function readStaff(db: AccountDb, marathonId: string): Promise<StaffView[]> {
  return db.transaction('r', db.staff, db.outbox, async () => {
    const [rows, queued] = await Promise.all([
      db.staff.where('marathonId').equals(marathonId).toArray(),
      db.outbox.where('target').startsWith('staff:').sortBy('n'),
    ])
    const edits = opsByTarget(queued)
    return handedOver(rows, queued)
      .flatMap((row) => overlayStaff(row, edits.get(`staff:${row._id}`) ?? []) ?? [])
      .sort(byRole)
  })
}

/** The rows after the queued ops that change others than their own: a marathon has one owner, and one offer. */
function handedOver(rows: SyncStaff[], queued: OutboxRecord[]): SyncStaff[] {
  let current = rows.map(({ _id, marathonId, name, role, since, isOffered, mine }) => {
    return { _id, marathonId, name, role, since, isOffered, mine }
  })
  for (const { op } of queued) {
    if (!current.some(({ _id }) => _id === op.id)) continue
    if (op.type === 'staff.update' && op.patch.isOffered === true) {
      current = current.map((row) => (row._id === op.id ? row : { ...row, isOffered: false }))
    }
    if (op.type === 'staff.takeOver') {
      current = current.map((row) => (row.role === 'owner' && row._id !== op.id ? { ...row, role: 'organiser' } : row))
    }
  }
  return current
}

function overlayStaff(row: SyncStaff, ops: OutboxRecord[]): StaffView | null {
  return overlay(row, ops, (current, op) => {
    switch (op.type) {
      case 'staff.update': {
        const { role, isOffered } = op.patch
        // Another role ends the offer.
        return (
          current && {
            ...current,
            ...(role ? { role, isOffered: false } : {}),
            ...(isOffered === undefined ? {} : { isOffered }),
          }
        )
      }
      case 'staff.takeOver':
        return current && { ...current, role: 'owner', isOffered: false }
      case 'staff.delete':
        return undefined
      default:
        return current
    }
  })
}

function byRole(a: StaffView, b: StaffView): number {
  return ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || bySince(a, b)
}

/** Queues another role of somebody. @returns the op ids; empty if it is the same */
export async function changeRole(
  db: AccountDb,
  { _id: id, role: seen }: StaffView,
  role: InvitedRole,
): Promise<string[]> {
  return seen === role ? [] : enqueueOps(db, [{ type: 'staff.update', id, base: { role: seen }, patch: { role } }])
}

/** Queues that the owner offers the marathon to an organiser, or takes the offer back. @returns the op ids */
export async function offer(
  db: AccountDb,
  { _id: id, isOffered: seen }: StaffView,
  isOffered: boolean,
): Promise<string[]> {
  if (seen === isOffered) return []
  return enqueueOps(db, [{ type: 'staff.update', id, base: { isOffered: seen }, patch: { isOffered } }])
}

/** Queues that the user becomes the owner of the marathon that is offered. @param own the user's row @returns the op ids */
export function takeOver(db: AccountDb, own: Pick<StaffView, '_id'>): Promise<string[]> {
  return enqueueOps(db, [{ type: 'staff.takeOver', id: own._id }])
}

/** Queues that somebody is removed, or that the user leaves: then it is the user's own row. @returns the op ids */
export function removeStaff(db: AccountDb, { _id: id }: Pick<StaffView, '_id'>): Promise<string[]> {
  return enqueueOps(db, [{ type: 'staff.delete', id }])
}
