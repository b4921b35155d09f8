import { MAX_MARATHONS } from '../../../contract/limits.ts'
import { isHelper, may } from '../../../contract/roles.ts'
import type { MarathonRow, StaffRow } from '../../db/client.ts'
import {
  type Actor,
  accept,
  type Decision,
  type Effect,
  mergeFields,
  type Precondition,
  refuseAboveLimit,
  refuseInvalid,
  refuseMissingMarathon,
  reject,
  roleOf,
  type State,
} from './decision.ts'
import type { KnownOp } from './known-op.ts'

/**
 * Changes a role, or offers the marathon to an organiser. The owner changes everybody else, organisers change helpers to
 * helpers, and nobody the own row; who is offered the marathon may decline. At most one row of a marathon is offered, and
 * another role ends the offer.
 */
export function updateStaff(state: State, op: KnownOp<'staff.update'>, actor: Actor, now: number): Decision {
  const preconditions: Precondition[] = []
  const target = targetOf(state, op, actor, preconditions)
  if (!target) return reject('NOT_FOUND', preconditions)
  const { row, role } = target
  if (!state.marathons.has(row.marathonId)) return refuseMissingMarathon(state, row.marathonId, preconditions)
  const isOwn = row.uid === actor.uid
  if (isOwn ? !declines(op, row) : !isOver(role, row)) return reject('FORBIDDEN', preconditions)
  if (row.removedAt !== null) return reject('GONE', preconditions)

  if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions)
  const patch = op.patch.data
  const isForOwner = patch.isOffered !== undefined || (patch.role !== undefined && !isHelper(patch.role))
  if (isForOwner && !isOwn && !may(role, 'own')) return reject('FORBIDDEN', preconditions)
  const wasOffered = row.offeredAt !== null
  const { changes, conflicts } = mergeFields({ role: row.role, isOffered: wasOffered }, op.base, { ...patch })
  if (Object.keys(changes).length === 0) return accept([], preconditions, conflicts)

  const at = new Date(now).toISOString()
  const next: StaffRow = { ...row }
  if ('role' in changes && patch.role) Object.assign(next, { role: patch.role, since: at, offeredAt: null })
  if ('isOffered' in changes) next.offeredAt = patch.isOffered ? at : null
  if (next.offeredAt === null) return accept([putStaff(next)], preconditions, conflicts, changes)
  if (next.role !== 'organiser') {
    return reject('INVALID', preconditions, { isOffered: { code: 'NOT_AN_ORGANISER' } })
  }
  // A unique index holds that nobody else was offered the marathon meanwhile.
  const others = [...state.staff.values()].filter(
    (other) => other.marathonId === row.marathonId && other.id !== row.id && other.offeredAt !== null,
  )
  return accept(
    [...others.map((other) => putStaff({ ...other, offeredAt: null })), putStaff(next)],
    [...preconditions, ...others.map(isUnchanged)],
    conflicts,
    changes,
  )
}

/**
 * Removes somebody, or lets them leave. The owner removes everybody else, organisers remove helpers, and everybody but
 * the owner may leave. A row that is not there, or was removed: the verdict is applied.
 */
export function deleteStaff(state: State, op: KnownOp<'staff.delete'>, actor: Actor, now: number): Decision {
  const preconditions: Precondition[] = []
  const target = targetOf(state, op, actor, preconditions)
  if (!target || !state.marathons.has(target.row.marathonId)) return accept([], preconditions)
  const { row, role } = target
  const mayRemove = row.role !== 'owner' && (row.uid === actor.uid || isOver(role, row))
  if (!mayRemove) return reject('FORBIDDEN', preconditions)
  if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions)
  if (row.removedAt !== null) return accept([], preconditions)
  const removed = { ...row, offeredAt: null, removedAt: new Date(now).toISOString() }
  return accept([putStaff(removed)], preconditions)
}

/**
 * The organiser to whom the marathon is offered becomes its owner, and the owner an organiser. A repeated op changes
 * nothing. Without an offer it is STALE: the owner took it back.
 */
export function takeOver(state: State, op: KnownOp<'staff.takeOver'>, actor: Actor, now: number): Decision {
  const preconditions: Precondition[] = []
  const target = targetOf(state, op, actor, preconditions)
  if (!target) return reject('NOT_FOUND', preconditions)
  const { row, role } = target
  const { marathonId } = row
  const marathon = state.marathons.get(marathonId)
  if (!marathon) return refuseMissingMarathon(state, marathonId, preconditions)
  if (row.uid !== actor.uid) return reject('FORBIDDEN', preconditions)
  if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions)
  if (row.role === 'owner') return accept([], preconditions)
  const owner = [...state.staff.values()].find((one) => one.marathonId === marathonId && one.role === 'owner')
  if (role !== 'organiser' || row.offeredAt === null || !owner) return reject('STALE', preconditions)

  preconditions.push(isUnchanged(owner))
  const tooMany = refuseAboveLimit(state, actor, 'marathon', MAX_MARATHONS, preconditions)
  if (tooMany) return tooMany
  const since = new Date(now).toISOString()
  const { uid: ownerUid, name, email } = actor
  const handedOver: MarathonRow = { ...marathon, ownerUid, name, email, ver: marathon.ver + 1 }
  return accept(
    [
      { kind: 'put-marathon', row: handedOver },
      putStaff({ ...owner, role: 'organiser', since }),
      putStaff({ ...row, role: 'owner', name, since, offeredAt: null }),
    ],
    preconditions,
  )
}

/**
 * The row that an op names, and what the actor is at its marathon. For a stranger there is no such row: ids of staff are
 * random and known to staff alone. An id that is not there comes to no row later, so nothing rests on it.
 */
function targetOf(state: State, { id }: KnownOp, actor: Actor, preconditions: Precondition[]) {
  const row = [...state.staff.values()].find((one) => one.id === id)
  if (!row) return null
  preconditions.push({ kind: 'marathon', id: row.marathonId }, isUnchanged(row))
  const role = roleOf(state, actor, row.marathonId, preconditions)
  return role === null ? null : { row, role }
}

/** Does an op on the own row only take back what the owner offered? */
function declines({ patch }: KnownOp<'staff.update'>, row: StaffRow): boolean {
  return row.role === 'organiser' && patch.success && patch.data.role === undefined && patch.data.isOffered === false
}

/** May who has this role change the role in the row? */
function isOver(role: ReturnType<typeof roleOf>, row: StaffRow): boolean {
  return may(role, isHelper(row.role) ? 'organise' : 'own')
}

function isUnchanged({ marathonId, uid }: StaffRow): Precondition {
  return { kind: 'staff', marathonId, uid }
}

function putStaff(row: StaffRow): Effect {
  return { kind: 'put-staff', row }
}
