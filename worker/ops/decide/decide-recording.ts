import type { FieldErrors } from '../../../contract/field-errors.ts'
import { MAX_RECORDINGS, MAX_RULINGS } from '../../../contract/limits.ts'
import { may } from '../../../contract/roles.ts'
import { mayMake } from '../../../contract/text/owned-id.ts'
import type { CheckInRow, RecordingRow, RulingRow } from '../../db/client.ts'
import {
  type Actor,
  accept,
  accountSlot,
  credible,
  type Decision,
  type Effect,
  type Precondition,
  refuseInvalid,
  refuseMissingMarathon,
  reject,
  roleOf,
  type State,
} from './decision.ts'
import type { KnownOp } from './known-op.ts'

/** What staff who may not record any more read about what they recorded. */
const HANDED_OVER: FieldErrors = { recording: { code: 'WITH_ORGANISER' } }

/**
 * Records something at a point: a gun, a crossing, who retired, the bib of a crossing, or a sample of a clock. Every
 * recording is kept, also of a bib that nobody has and at a cancelled marathon: the results say what it means.
 *
 * Who lost the role may have recorded before the phone heard of it. That is FORBIDDEN, and stored as unconfirmed all the
 * same: owner and organisers decide.
 */
export function createRecording(state: State, op: KnownOp<'recording.create'>, actor: Actor, now: number): Decision {
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const { marathonId, at, point, ...fields } = op.patch.data
  const others = ofOthers(fields, actor.uid)
  if (others) return reject('INVALID', [], { [others]: { code: 'OTHER_ACCOUNTS' } })
  const preconditions: Precondition[] = [{ kind: 'marathon', id: marathonId }]
  if (!state.marathons.has(marathonId)) return refuseMissingMarathon(state, marathonId, preconditions)
  const role = roleOf(state, actor, marathonId, preconditions)
  if (role === null) return reject('FORBIDDEN', preconditions)
  const isLate = !may(role, 'time')
  preconditions.push({ kind: 'recording', id: op.id })
  const existing = state.recordings.get(op.id)
  if (existing) {
    const isSame = existing.marathonId === marathonId && existing.byUid === actor.uid
    return isSame && !isLate ? accept([], preconditions) : reject('FORBIDDEN', preconditions)
  }
  if (state.checkIns.has(op.id)) return reject('FORBIDDEN', preconditions)
  // Requests at the same moment may pass it a little, so it needs no precondition.
  const max = isLate ? MAX_RECORDINGS / 2 : MAX_RECORDINGS
  const count = state.recorded.get(accountSlot(marathonId, actor.uid)) ?? 0
  if (count >= max) {
    if (isLate) return reject('FORBIDDEN', preconditions)
    return reject('INVALID', preconditions, { recordings: { code: 'MOST_RECORDINGS', values: { max } } })
  }
  const row: RecordingRow = {
    ...fields,
    id: op.id,
    marathonId,
    applicationId: null,
    at: credible(at, now),
    gate: point,
    by: actor.name,
    byUid: actor.uid,
    voidedAt: null,
    confirmed: isLate ? 0 : 1,
    ver: 1,
    seq: 0,
    nth: count + 1,
  }
  const decision = isLate ? reject('FORBIDDEN', preconditions, HANDED_OVER) : accept([], preconditions)
  return { ...decision, effects: [{ kind: 'put-recording', row }] }
}

/**
 * The field that names something of another account: a later bib would change whose crossing that is, and a sample when all
 * of another phone's were. Ids say whose they are (contract/text/owned-id); that of a clock stands behind its phone.
 */
function ofOthers({ clock, of }: Pick<RecordingRow, 'clock' | 'of'>, uid: string): 'clock' | 'of' | null {
  if (!mayMake(clock.slice(clock.indexOf('_') + 1), uid)) return 'clock'
  return of !== null && !mayMake(of, uid) ? 'of' : null
}

/**
 * Takes a recording or a scan back. The row stays and gets the time. A repeated op changes nothing, and neither does one
 * on a row that is not there: the row left with its application or marathon, or was rejected. Whoever checks in takes
 * back any scan; a timer takes back an own recording, owner and organisers any. Who has lost the role can take back only
 * an own row that is unconfirmed, and gets FORBIDDEN.
 */
export function voidRecorded(
  state: State,
  op: KnownOp<'checkIn.void' | 'recording.void'>,
  actor: Actor,
  now: number,
): Decision {
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const { preconditions, row } = findRecorded(state, op)
  if (!row) return accept([], preconditions)
  const role = roleOf(state, actor, row.marathonId, preconditions)
  const isOwn = row.byUid === actor.uid
  const mayVoid = row.kind === 'check-in' ? may(role, 'checkIn') : may(role, 'organise') || (isOwn && may(role, 'time'))
  const isOwnUnconfirmed = role !== null && isOwn && row.confirmed === 0
  const decision = mayVoid ? accept([], preconditions) : reject('FORBIDDEN', preconditions)
  if (row.voidedAt !== null || !(mayVoid || isOwnUnconfirmed)) return decision
  return { ...decision, effects: [changed(row, { voidedAt: credible(op.patch.data.at, now) })] }
}

/**
 * Owner or organiser makes an unconfirmed recording or scan count. A repeated op changes nothing, and neither does one
 * on a row that is not there.
 */
export function confirmRecorded(
  state: State,
  op: KnownOp<'checkIn.confirm' | 'recording.confirm'>,
  actor: Actor,
): Decision {
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const { preconditions, row } = findRecorded(state, op)
  if (!row) return accept([], preconditions)
  if (!may(roleOf(state, actor, row.marathonId, preconditions), 'organise')) return reject('FORBIDDEN', preconditions)
  if (row.confirmed === 1) return accept([], preconditions)
  return accept([changed(row, { confirmed: 1 })], preconditions)
}

/**
 * The recording or scan that the op names, and the preconditions of what is said about the row. What a deleted marathon
 * has left for the nightly run is as if it were not there: no marathon comes back.
 */
function findRecorded(state: State, { id, type }: { id: string; type: string }) {
  const isOfScan = type.startsWith('checkIn.')
  const row: CheckInRow | RecordingRow | undefined = isOfScan ? state.checkIns.get(id) : state.recordings.get(id)
  const preconditions: Precondition[] = [{ kind: isOfScan ? 'checkIn' : 'recording', id }]
  if (!row || !state.marathons.has(row.marathonId)) return { preconditions }
  preconditions.push({ kind: 'marathon', id: row.marathonId })
  return { preconditions, row }
}

function changed(
  row: CheckInRow | RecordingRow,
  change: Partial<Pick<RecordingRow, 'voidedAt' | 'confirmed'>>,
): Effect {
  const ver = row.ver + 1
  return row.kind === 'check-in'
    ? { kind: 'put-check-in', row: { ...row, ...change, ver } }
    : { kind: 'put-recording', row: { ...row, ...change, ver } }
}

/**
 * Owner and organisers rule what the results shall say. A ruling is added and never changed: of two about the same, the
 * later one counts. A recording or a ruling that it names must be of the marathon.
 */
export function createRuling(state: State, op: KnownOp<'ruling.create'>, actor: Actor, now: number): Decision {
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const { marathonId, at, ...fields } = op.patch.data
  const preconditions: Precondition[] = [{ kind: 'marathon', id: marathonId }]
  if (!state.marathons.has(marathonId)) return refuseMissingMarathon(state, marathonId, preconditions)
  if (!may(roleOf(state, actor, marathonId, preconditions), 'organise')) return reject('FORBIDDEN', preconditions)
  preconditions.push({ kind: 'ruling', id: op.id })
  const existing = state.rulings.get(op.id)
  if (existing) {
    const isSame = existing.marathonId === marathonId && existing.byUid === actor.uid
    return isSame ? accept([], preconditions) : reject('FORBIDDEN', preconditions)
  }
  if (fields.recordingId !== null) {
    preconditions.push({ kind: 'recording', id: fields.recordingId })
    const named = state.recordings.get(fields.recordingId)
    if (named?.marathonId !== marathonId) return reject('NOT_FOUND', preconditions)
  }
  if (fields.rulingId !== null) {
    preconditions.push({ kind: 'ruling', id: fields.rulingId })
    if (state.rulings.get(fields.rulingId)?.marathonId !== marathonId) return reject('NOT_FOUND', preconditions)
  }
  if ((state.ruled.get(marathonId) ?? 0) >= MAX_RULINGS) {
    return reject('INVALID', preconditions, { rulings: { code: 'MOST_RULINGS', values: { max: MAX_RULINGS } } })
  }
  const row: RulingRow = {
    ...fields,
    id: op.id,
    marathonId,
    at: credible(at, now),
    by: actor.name,
    byUid: actor.uid,
    ver: 1,
    seq: 0,
  }
  return accept([{ kind: 'put-ruling', row }], preconditions, undefined, { [fields.kind]: null })
}
