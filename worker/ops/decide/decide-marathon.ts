import type { FieldErrors } from '../../../contract/field-errors.ts'
import { DEFAULT_PER_ACCOUNT, MAX_MARATHONS } from '../../../contract/limits.ts'
import { type MarathonPatch, marathonFields } from '../../../contract/marathon.ts'
import { asksMore } from '../../../contract/questions/questions.ts'
import { may } from '../../../contract/roles.ts'
import type { Fields } from '../../../contract/sync.ts'
import { DATE_FIELDS, toInstant, toUpdatedInstant } from '../../../contract/time/instants.ts'
import type { MarathonRow, StaffRow } from '../../db/client.ts'
import { numberedQuestions, refuseChangedKinds } from './answers.ts'
import { commitmentOf } from './ballot.ts'
import { noticeOfChange, systemNotice } from './decide-notice.ts'
import {
  type Actor,
  accept,
  type Decision,
  type Effect,
  type Fresh,
  mergeFields,
  type Precondition,
  refuseAboveLimit,
  refuseInvalid,
  refuseMissingMarathon,
  reject,
  roleOf,
  type State,
  tidyBase,
} from './decision.ts'
import type { KnownOp } from './known-op.ts'
import { COUNTS, tellDeletion } from './notice-text.ts'
import { fillPlaces } from './places.ts'

/**
 * A new marathon belongs to its creator. A repeated create changes nothing. The id of a deleted marathon stays GONE.
 * @param fresh has the seed of the marathon if it is a ballot
 */
export function createMarathon(
  state: State,
  op: KnownOp<'marathon.create'>,
  actor: Actor,
  now: number,
  { seed }: Fresh,
): Decision {
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const { patch: fields, noDates } = withInstants(op.patch.data, op.patch.data.timeZone)
  if (noDates) return reject('INVALID', [], noDates)
  const brokenBallot = ballotInvalid(fields)
  if (brokenBallot) return reject('INVALID', [], brokenBallot)

  const preconditions: Precondition[] = [{ kind: 'marathon', id: op.id }]
  if (state.gone.has(`marathon:${op.id}`)) return reject('GONE', preconditions)
  const existing = state.marathons.get(op.id)
  if (existing) {
    const isOwner = may(roleOf(state, actor, op.id, preconditions), 'own')
    return isOwner ? accept([], preconditions) : reject('FORBIDDEN', preconditions)
  }
  const tooMany = refuseAboveLimit(state, actor, 'marathon', MAX_MARATHONS, preconditions)
  if (tooMany) return tooMany
  const noTarget = refuseDeferTo(state, { id: op.id, ownerUid: actor.uid }, fields.deferTo, actor, preconditions)
  if (noTarget) return noTarget
  const row: MarathonRow = {
    ...fields,
    id: op.id,
    ownerUid: actor.uid,
    name: actor.name,
    email: actor.email,
    createdAt: new Date(now).toISOString(),
    regCount: 0,
    waitingCount: 0,
    enteredCount: 0,
    unclaimedCount: 0,
    cancelled: null,
    ...seedFields(fields.registration, seed),
    previousStart: null,
    results: '',
    hiddenAt: null,
    ver: 1,
    seq: 0,
    shownUntil: fields.startDate,
    past: 0,
  }
  const owner: StaffRow = {
    marathonId: row.id,
    uid: actor.uid,
    role: 'owner',
    id: row.id,
    name: actor.name,
    since: row.createdAt,
    offeredAt: null,
    removedAt: null,
    seq: 0,
    viewSeq: 0,
  }
  return accept(
    [
      { kind: 'put-marathon', row },
      { kind: 'put-staff', row: owner },
    ],
    preconditions,
  )
}

/**
 * Owner and organisers change any field except the title. The capacity cannot be less than the number of registered
 * runners. Places that a higher capacity frees go to the waiting list. A cancelled marathon keeps its applications.
 * Whether places go by a ballot is fixed once somebody has applied. A lower `perAccount` leaves the applications that
 * are there. Everybody concerned is told of a new start, place, window, cancellation or required question by a notice.
 * @param fresh has the seed of the marathon if the update makes it a ballot, and the id of the notice
 */
export function updateMarathon(
  state: State,
  op: KnownOp<'marathon.update'>,
  actor: Actor,
  now: number,
  fresh: Fresh,
): Decision {
  const preconditions: Precondition[] = [{ kind: 'marathon', id: op.id }]
  const row = state.marathons.get(op.id)
  if (!row) return refuseMissingMarathon(state, op.id, preconditions)
  if (!may(roleOf(state, actor, row.id, preconditions), 'organise')) return reject('FORBIDDEN', preconditions)
  if (op.ifVer !== undefined && op.ifVer !== row.ver) return reject('STALE', preconditions)

  if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions)
  const { patch, noDates } = withInstants(op.patch.data, op.patch.data.timeZone ?? row.timeZone, row)
  if (noDates) return reject('INVALID', preconditions, noDates)
  if (patch.title !== undefined && patch.title !== row.title) {
    return reject('INVALID', preconditions, { title: { code: 'FIXED' } })
  }

  // The size is that of the picture: it comes with a new one, and alone it says nothing.
  const { imageSize = '', ...fields } = patch
  const { changes, conflicts } = mergeFields(row, seenFields(op, row), fields)
  if (Object.keys(changes).length === 0) return accept([], preconditions, conflicts)
  const next: MarathonRow = { ...row, ...changes, ver: row.ver + 1 }
  if ('registration' in changes) {
    if (row.seed !== null) return reject('INVALID', preconditions, { registration: { code: 'FIXED_BY_DRAW' } })
    const applied = COUNTS.find((of) => row[of] > 0)
    if (applied) {
      return reject(
        'INVALID',
        [...preconditions, { kind: 'count-at-least', marathonId: row.id, of: applied, count: 1 }],
        { registration: { code: 'FIXED_BY_APPLICATION' } },
      )
    }
    preconditions.push(...nobodyApplied(row))
    Object.assign(next, seedFields(next.registration, fresh.seed))
  }
  const noTarget = 'deferTo' in changes ? refuseDeferTo(state, row, next.deferTo, actor, preconditions) : null
  if (noTarget) return noTarget
  const isOtherKind = 'questions' in changes || 'staffFields' in changes ? refuseChangedKinds(row, next) : null
  if (isOtherKind) return reject('INVALID', preconditions, isOtherKind)
  if ('questions' in changes) {
    const numbered = numberedQuestions(row, next)
    if (typeof numbered !== 'string') return reject('INVALID', preconditions, numbered)
    next.questions = numbered
    // Whether somebody is told of a new question.
    if (asksMore(row, next)) preconditions.push(...(anybodyApplied(row) ?? nobodyApplied(row)))
  }
  const brokenBallot = ballotInvalid(next)
  if (brokenBallot) return reject('INVALID', preconditions, brokenBallot)
  if (next.capacity !== null && 'capacity' in changes) {
    if (next.capacity < row.regCount) {
      return reject(
        'INVALID',
        [...preconditions, { kind: 'count-at-least', marathonId: row.id, of: 'regCount', count: next.capacity + 1 }],
        { capacity: { code: 'BELOW_REGISTERED' } },
      )
    }
    preconditions.push({ kind: 'count-at-most', marathonId: row.id, of: 'regCount', count: next.capacity })
  }
  if ('startDate' in changes) next.previousStart = row.startDate
  if ('image' in changes) next.imageSize = imageSize
  if (next.startDate > row.shownUntil) next.shownUntil = next.startDate
  next.past = 0
  const told = noticeOfChange(row, next, fresh, actor, now)
  if (!('capacity' in changes || 'startDate' in changes || 'cancelled' in changes)) {
    return accept([{ kind: 'put-marathon', row: next }, ...told], preconditions, conflicts, changes)
  }
  // A start that is in the future again, or a cancellation that is taken back, also lets the waiting list move.
  const filled = fillPlaces(next, 0, now)
  return accept(
    [{ kind: 'put-marathon', row: next }, ...told, ...filled.effects],
    [...preconditions, ...filled.preconditions],
    conflicts,
    changes,
  )
}

/**
 * The owner deletes the marathon. If it does not exist, the verdict is applied. Runners keep their applications. Before
 * the start they are told by a notice, which outlives the marathon: whoever applied may be on the way.
 */
export function deleteMarathon(
  state: State,
  op: KnownOp<'marathon.delete'>,
  actor: Actor,
  now: number,
  fresh: Fresh,
): Decision {
  const preconditions: Precondition[] = [{ kind: 'marathon', id: op.id }]
  const row = state.marathons.get(op.id)
  if (!row) return accept([], preconditions)
  if (!may(roleOf(state, actor, row.id, preconditions), 'own')) return reject('FORBIDDEN', preconditions)
  if (op.ifVer !== undefined && op.ifVer !== row.ver) return reject('STALE', preconditions)
  const deletion: Effect = { kind: 'delete-marathon', row }
  if (Date.parse(row.startDate) <= now) return accept([deletion], preconditions)
  const applied = COUNTS.find((of) => row[of] > 0)
  if (applied === undefined) return accept([deletion], [...preconditions, ...nobodyApplied(row)])
  return accept(
    [deletion, systemNotice(row, tellDeletion(row), fresh, actor, now)],
    [...preconditions, { kind: 'count-at-least', marathonId: row.id, of: applied, count: 1 }],
  )
}

/**
 * The rejection of an event to which places may be deferred, if the actor or the owner does not organise it; otherwise
 * null.
 */
function refuseDeferTo(
  state: State,
  { id, ownerUid }: Pick<MarathonRow, 'id' | 'ownerUid'>,
  deferTo: string | null,
  actor: Actor,
  preconditions: Precondition[],
): Decision | null {
  if (deferTo === null) return null
  preconditions.push({ kind: 'marathon', id: deferTo })
  const isOther = deferTo !== id && state.marathons.has(deferTo)
  const mayBoth = [actor, { uid: ownerUid }].every((of) => may(roleOf(state, of, deferTo, preconditions), 'organise'))
  if (isOther && mayBoth) return null
  return reject('INVALID', preconditions, { deferTo: { code: 'NOT_YOURS' } })
}

/** What is wrong with a ballot, by field: it needs a number of places, and few tickets an account. Null if nothing is. */
function ballotInvalid(marathon: Pick<MarathonRow, 'registration' | 'capacity' | 'perAccount'>): FieldErrors | null {
  if (marathon.registration !== 'ballot') return null
  if (marathon.capacity === null) return { capacity: { code: 'NEEDED_FOR_BALLOT' } }
  if (marathon.perAccount <= DEFAULT_PER_ACCOUNT) return null
  return { perAccount: { code: 'AT_MOST_IN_BALLOT', values: { max: DEFAULT_PER_ACCOUNT } } }
}

/** That there is no application to the marathon. */
function nobodyApplied({ id: marathonId }: MarathonRow): Precondition[] {
  return COUNTS.map((of) => ({ kind: 'count-at-most', marathonId, of, count: 0 }))
}

/** That there is one; null if there is none. */
function anybodyApplied(row: MarathonRow): Precondition[] | null {
  const of = COUNTS.find((count) => row[count] > 0)
  return of === undefined ? null : [{ kind: 'count-at-least', marathonId: row.id, of, count: 1 }]
}

/** The columns of a marathon's seed. A ballot has a secret seed from the start, and tells only its hash. */
function seedFields(registration: MarathonRow['registration'], seed: string) {
  const secretSeed = registration === 'ballot' ? seed : null
  return { secretSeed, commitment: secretSeed === null ? null : commitmentOf(secretSeed), seed: null }
}

/** The instant that a date means. @param stored the instant that the row has */
function instantOf(sent: string, stored: string | null, timeZone: string, edge: 'start' | 'end'): string | null {
  return stored === null ? toInstant(sent, timeZone, edge) : toUpdatedInstant(sent, stored, timeZone, edge)
}

/**
 * The values that the user saw, with dates as instants. A date alone that names the stored day is the stored instant.
 */
function seenFields(op: KnownOp, row: MarathonRow): Fields | null {
  const seen = tidyBase(op.base, marathonFields)
  if (seen === null) return null
  const dates = DATE_FIELDS.filter(([field]) => typeof seen[field] === 'string')
  return {
    ...seen,
    ...Object.fromEntries(
      dates.map(([field, edge]) => {
        const sent = String(seen[field])
        return [field, instantOf(sent, row[field], row.timeZone, edge) ?? sent]
      }),
    ),
  }
}

/**
 * The patch with its dates as instants, in the marathon's time zone after the op. `noDates` says what is wrong where some
 * are impossible.
 * @param row the marathon that is updated
 */
function withInstants<Patch extends MarathonPatch>(patch: Patch, timeZone: string, row?: MarathonRow) {
  const resolved = { ...patch }
  const noDates: FieldErrors = {}
  for (const [field, edge] of DATE_FIELDS) {
    const sent = patch[field]
    if (sent === undefined || sent === null) continue
    const instant = instantOf(sent, row?.[field] ?? null, timeZone, edge)
    if (instant === null) noDates[field] = { code: 'NO_SUCH_DATE' }
    else resolved[field] = instant
  }
  return { patch: resolved, noDates: Object.keys(noDates).length > 0 ? noDates : null }
}

/**
 * Owner and organisers let everybody read the live list of results, or take it back. What is official stays so: STALE. Of
 * two states the op's is either there already or not, so nothing clashes.
 */
export function publishResults(state: State, op: KnownOp<'marathon.publish'>, actor: Actor): Decision {
  const preconditions: Precondition[] = [{ kind: 'marathon', id: op.id }]
  const row = state.marathons.get(op.id)
  if (!row) return refuseMissingMarathon(state, op.id, preconditions)
  if (!may(roleOf(state, actor, row.id, preconditions), 'organise')) return reject('FORBIDDEN', preconditions)
  if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions)
  const { results } = op.patch.data
  if (row.results === results) return accept([], preconditions)
  if (row.results === 'official') return reject('STALE', preconditions)
  const next: MarathonRow = { ...row, results, ver: row.ver + 1 }
  return accept([{ kind: 'put-marathon', row: next }], preconditions, undefined, { results })
}
