import * as z from 'zod/mini'
import { checkInCreateSchema, checkInVoidSchema } from '../../contract/check-in.ts'
import { invalidFrom } from '../../contract/problem.ts'
import type { CheckInRow, MarathonRow } from '../db/client.ts'
import { type Actor, accept, type Decision, type KnownOp, type Precondition, refuse, type State } from './decision.ts'

/** May the actor check entrants in at this marathon? Here alone this is decided. */
function mayCheckIn(actor: Actor, marathon: MarathonRow): boolean {
  return marathon.ownerUid === actor.uid
}

/**
 * Somebody scanned an entry. Every scan of an application that is there is applied: the second scan of the same person,
 * one of the waiting list, and one at a cancelled marathon. A scan of an application that was deleted, or whose contact
 * data was erased, is GONE: the phone keeps it with the name that it knew.
 */
export function createCheckIn(state: State, op: KnownOp, actor: Actor): Decision {
  const parsed = z.safeParse(checkInCreateSchema, op.patch)
  if (!parsed.success) return refuse('INVALID', [], invalidFrom(parsed.error).fields)
  const { marathonId, applicationId, at, gate } = parsed.data
  const preconditions: Precondition[] = [{ kind: 'marathon', id: marathonId }]
  const marathon = state.marathons.get(marathonId)
  if (!marathon) return refuse(state.gone.has(`marathon:${marathonId}`) ? 'GONE' : 'NOT_FOUND', preconditions)
  if (!mayCheckIn(actor, marathon)) return refuse('FORBIDDEN', preconditions)

  preconditions.push({ kind: 'application', id: applicationId })
  const application = state.applications.get(applicationId)
  if (!application) return refuse(wasEntrant(state, applicationId, marathon) ? 'GONE' : 'NOT_FOUND', preconditions)
  if (application.marathonId !== marathonId) return refuse('NOT_FOUND', preconditions)
  if (application.erasedAt !== null) return refuse('GONE', preconditions)

  preconditions.push({ kind: 'checkIn', id: op.id })
  const existing = state.checkIns.get(op.id)
  if (existing) {
    const isSame = existing.applicationId === applicationId && existing.byUid === actor.uid
    return isSame ? accept([], preconditions) : refuse('FORBIDDEN', preconditions)
  }
  const row: CheckInRow = {
    id: op.id,
    marathonId,
    applicationId,
    organiserUid: marathon.ownerUid,
    at: new Date(at).toISOString(),
    gate,
    by: actor.name,
    byUid: actor.uid,
    voidedAt: null,
    confirmedBy: actor.uid,
    ver: 1,
    seq: 0,
  }
  return accept([{ kind: 'put-check-in', row }], preconditions)
}

/**
 * A scan is taken back. It stays, with the time. A second time changes nothing, and so does taking back a scan that is
 * not there: it left with its application or marathon, or was rejected.
 */
export function voidCheckIn(state: State, op: KnownOp, actor: Actor): Decision {
  const parsed = z.safeParse(checkInVoidSchema, op.patch)
  if (!parsed.success) return refuse('INVALID', [], invalidFrom(parsed.error).fields)
  const preconditions: Precondition[] = [{ kind: 'checkIn', id: op.id }]
  const row = state.checkIns.get(op.id)
  if (!row) return accept([], preconditions)
  preconditions.push({ kind: 'marathon', id: row.marathonId })
  const marathon = state.marathons.get(row.marathonId)
  if (!marathon || !mayCheckIn(actor, marathon)) return refuse('FORBIDDEN', preconditions)
  if (row.voidedAt !== null) return accept([], preconditions)
  const voidedAt = new Date(parsed.data.at).toISOString()
  return accept([{ kind: 'put-check-in', row: { ...row, voidedAt, ver: row.ver + 1 } }], preconditions)
}

/** Was this deleted application one of the marathon? Of an old deletion nobody knows; it counts as one. */
function wasEntrant(state: State, applicationId: string, marathon: MarathonRow): boolean {
  const organiser = state.goneEntrants.get(applicationId)
  return organiser === marathon.ownerUid || organiser === ''
}
