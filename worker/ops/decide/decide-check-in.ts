import type { FieldErrors } from '../../../contract/field-errors.ts'
import { MAX_SCANS, MAX_SCANS_OF_ALL } from '../../../contract/limits.ts'
import { may } from '../../../contract/roles.ts'
import type { CheckInRow } from '../../db/client.ts'
import {
  type Actor,
  accept,
  credible,
  type Decision,
  type Precondition,
  refuseInvalid,
  refuseMissingMarathon,
  reject,
  roleOf,
  type State,
  scanSlot,
} from './decision.ts'
import type { KnownOp } from './known-op.ts'

// How a scan is taken back and confirmed is in decide-recording.ts.

/** What staff who may not check in any more read about a rejected scan. */
const HANDED_OVER: FieldErrors = { checkIn: { code: 'WITH_ORGANISER' } }

/**
 * Records a scan. Every scan of an existing application is applied, up to MAX_SCANS of one account: also a second one
 * of the same person, one of a waiting runner, and one at a cancelled marathon. A scan of an application that was
 * deleted, or whose contact data was erased, is GONE: the phone keeps it with the name that it knew.
 *
 * Who was removed, or got a role without check-ins, may have scanned before the phone heard of it. Such a scan is
 * FORBIDDEN, and stored as unconfirmed all the same: owner and organisers decide (INV-17).
 */
export function createCheckIn(state: State, op: KnownOp<'checkIn.create'>, actor: Actor, now: number): Decision {
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const { marathonId, applicationId, at, gate } = op.patch.data
  const preconditions: Precondition[] = [{ kind: 'marathon', id: marathonId }]
  if (!state.marathons.has(marathonId)) return refuseMissingMarathon(state, marathonId, preconditions)
  const role = roleOf(state, actor, marathonId, preconditions)
  if (role === null) return reject('FORBIDDEN', preconditions)
  const isLate = !may(role, 'checkIn')

  preconditions.push({ kind: 'application', id: applicationId }, { kind: 'checkIn', id: op.id })
  const application = state.applications.get(applicationId)
  const existing = state.checkIns.get(op.id)
  if (state.recordings.has(op.id)) return reject('FORBIDDEN', preconditions)
  // Who was removed must learn nothing about the entrants.
  const isScannable = application?.marathonId === marathonId && application.erasedAt === null
  if (isLate && (existing || !isScannable)) return reject('FORBIDDEN', preconditions)
  if (!application) return reject(wasEntrant(state, applicationId, marathonId) ? 'GONE' : 'NOT_FOUND', preconditions)
  if (application.marathonId !== marathonId) return reject('NOT_FOUND', preconditions)
  if (application.erasedAt !== null) return reject('GONE', preconditions)
  if (existing) {
    const isSame = existing.applicationId === applicationId && existing.byUid === actor.uid
    return isSame ? accept([], preconditions) : reject('FORBIDDEN', preconditions)
  }
  // This bounds how much can be stored about one entry. Requests at the same moment may pass it a little, so it needs
  // no precondition. What helpers scan must not close the entry for the organiser, nor what removed helpers scan for the
  // gate.
  const part = isLate ? 0.5 : 1
  const ofAccount = state.scans.get(scanSlot(applicationId, actor.uid)) ?? 0
  const isFull = !may(role, 'organise') && (state.scans.get(applicationId) ?? 0) >= MAX_SCANS_OF_ALL * part
  if (isFull || ofAccount >= MAX_SCANS * part) {
    if (isLate) return reject('FORBIDDEN', preconditions)
    const most = isFull ? MAX_SCANS_OF_ALL : MAX_SCANS
    return reject('INVALID', preconditions, { checkIns: { code: 'MOST_CHECK_INS', values: { max: most } } })
  }
  const row: CheckInRow = {
    id: op.id,
    marathonId,
    kind: 'check-in',
    applicationId,
    bib: null,
    at: credible(at, now),
    accuracy: null,
    gate,
    by: actor.name,
    byUid: actor.uid,
    voidedAt: null,
    confirmed: isLate ? 0 : 1,
    ver: 1,
    seq: 0,
    how: '',
    clock: '',
    tick: null,
    of: null,
    nth: 0,
  }
  const decision = isLate ? reject('FORBIDDEN', preconditions, HANDED_OVER) : accept([], preconditions)
  return { ...decision, effects: [{ kind: 'put-check-in', row }] }
}

/** Did this deleted application belong to the marathon? A stripped tombstone does not tell. It counts as belonging. */
function wasEntrant(state: State, applicationId: string, marathonId: string): boolean {
  const gone = state.gone.get(`application:${applicationId}`)
  return gone !== undefined && (gone.isStripped || gone.marathonId === marathonId)
}
