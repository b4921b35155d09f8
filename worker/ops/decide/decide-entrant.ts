import { assignBibSchema, correctFields, personKey } from '../../../contract/application.ts'
import type { FieldError, FieldErrors } from '../../../contract/field-errors.ts'
import { MAX_UNCLAIMED } from '../../../contract/limits.ts'
import { isUndrawn } from '../../../contract/places.ts'
import { answersOf, isAnswer, shownAnswers, withAnswers } from '../../../contract/questions/questions.ts'
import { may } from '../../../contract/roles.ts'
import { bibKey } from '../../../contract/text/bib.ts'
import { isMadeBy } from '../../../contract/text/owned-id.ts'
import { type ApplicationCore, type ApplicationRow, isWhole } from '../../db/client.ts'
import { baseOf, currentOf, mayDeskAnswer, refuseAnswers, tidyAnswers, withoutWorseSignatures } from './answers.ts'
import {
  correctedOf,
  countOf,
  leave,
  NO_ANSWERS,
  newEntry,
  refuseChangedAnswers,
  takePersonSlot,
  wasOwn,
} from './decide-application.ts'
import { systemNotice } from './decide-notice.ts'
import {
  type Actor,
  accept,
  bibSlot,
  codeSlot,
  type Decision,
  type Effect,
  type Fresh,
  mergeFields,
  type Precondition,
  refuseInvalid,
  refuseMissingMarathon,
  reject,
  roleOf,
  type State,
  tidyBase,
} from './decision.ts'
import type { KnownOp } from './known-op.ts'
import { MOVED_UP, tellCorrection, tellWithdrawal } from './notice-text.ts'

// What staff do with the entries of others.

/** What a desk may correct of an entry without account, beside the answers that it sees: it sees no contact data. */
const OF_DESK = ['firstName', 'lastName', 'hidesName']
/** What staff whose role has ended read about an entry that waits for the organiser. */
const HANDED_OVER: FieldErrors = { entry: { code: 'WITH_ORGANISER' } }

/**
 * Staff give an entrant a bib, or take it away. A bib that another application of the marathon has, however it is
 * written there, is rejected with the holder's name. An entrant's own bib may get another spelling. A bib that a desk
 * handed out, and that cannot be the entrant's, is noted in the row as wanted: nobody takes it from either of them.
 */
export function assignBib(state: State, op: KnownOp<'application.assignBib'>, actor: Actor): Decision {
  const preconditions: Precondition[] = []
  const found = entrantOf(state, op, actor, 'desk', preconditions)
  if ('verdict' in found) return noteLateBib(state, op, actor, preconditions) ?? found
  const { row } = found
  if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions)
  const { bib, isHandedOut = false } = op.patch.data
  const { changes, conflicts } = mergeFields(row, tidyBase(op.base, assignBibSchema.shape), { bib })
  if (conflicts) {
    const noted = isHandedOut && bib !== null && bib !== row.wantedBib
    return accept(noted ? [setEntry(row, { wantedBib: bib })] : [], preconditions, conflicts)
  }
  if (!('bib' in changes)) {
    return accept(row.wantedBib === null ? [] : [setEntry(row, { wantedBib: null })], preconditions)
  }
  const key = bib === null ? null : bibKey(bib)
  const holder = key === null ? undefined : holderOf(state, row.marathonId, key)
  if (holder && holder.id !== row.id) {
    const rejected = reject('BIB_TAKEN', [...preconditions, { kind: 'application', id: holder.id }], {
      bib: heldBy(holder, bib),
    })
    const isNoted = isHandedOut && bib !== row.wantedBib
    return isNoted ? { ...rejected, effects: [setEntry(row, { wantedBib: bib })] } : rejected
  }
  if (key !== null) preconditions.push({ kind: 'no-bib', marathonId: row.marathonId, key })
  return accept([setEntry(row, { bib, bibKey: key, wantedBib: null })], preconditions, undefined, changes)
}

/**
 * The bib that somebody handed out who lost the role meanwhile: the runner holds it, so it is noted as wanted, and owner
 * and organisers decide (INV-29). Null where nothing is to be noted.
 */
function noteLateBib(
  state: State,
  op: KnownOp<'application.assignBib'>,
  actor: Actor,
  preconditions: Precondition[],
): Decision | null {
  const row = state.applications.get(op.id)
  const { bib = null, isHandedOut = false } = op.patch.data ?? {}
  if (!row || row.erasedAt !== null || !state.marathons.has(row.marathonId) || !isHandedOut || bib === null) return null
  const isStaff = roleOf(state, actor, row.marathonId, preconditions) !== null
  if (!isStaff || row.wantedBib !== null || row.bib === bib) return null
  const rejected = reject('FORBIDDEN', preconditions, { bib: { code: 'WITH_ORGANISER' } })
  return { ...rejected, effects: [setEntry(row, { wantedBib: bib })] }
}

/**
 * Staff correct what an entrant filled in, and the runner is told before and after. A desk corrects names and the answers
 * that it sees where the entry has no account, and signs the waiver of others. A clash is told to the runner too.
 */
export function correctApplication(
  state: State,
  op: KnownOp<'application.correct'>,
  actor: Actor,
  now: number,
  fresh: Fresh,
): Decision {
  const preconditions: Precondition[] = []
  const found = entrantOf(state, op, actor, 'desk', preconditions)
  if ('verdict' in found) return found
  const { row, mayOrganise } = found
  const marathon = state.marathons.get(row.marathonId)
  const hasAccount = row.ownerUid !== null
  if (!op.patch.success)
    return mayOrganise || !hasAccount
      ? refuseInvalid(op.patch.error, preconditions)
      : reject('FORBIDDEN', preconditions)
  const { namesake, ...sent } = op.patch.data
  const fields = Object.keys(sent)
  // It is the runner's own choice.
  if (hasAccount && 'hidesName' in sent) return reject('FORBIDDEN', preconditions)
  const mayCorrect = ([field, value]: [string, unknown]) =>
    mayOrganise || (!hasAccount && OF_DESK.includes(field)) || mayDeskAnswer(field, value, hasAccount, marathon)
  // What a desk may answer rests on the questions.
  if (!mayOrganise && marathon && fields.some(isAnswer)) preconditions.push({ kind: 'marathon', id: marathon.id })
  if (!Object.entries(sent).every(mayCorrect) || (fields.length === 0 && !mayOrganise && hasAccount))
    return reject('FORBIDDEN', preconditions)
  if (!isWhole(row)) throw new Error('an application is corrected that was not read whole')
  const answers = answersOf(row)
  const patch = withoutWorseSignatures(tidyAnswers(sent, marathon, actor, now, answers), marathon, answers)
  // Retention emptied this row: see `updateApplication`.
  const isErased = row.erasedAt !== null || row.firstName === ''
  const { changes, conflicts } = mergeFields(
    currentOf(row, patch),
    isErased ? null : baseOf(tidyBase(op.base, correctFields), patch, answers),
    patch,
  )
  // One notice tells what was corrected, and then what clashes.
  const asked = shownAnswers(fields, marathon)
  const told = tellCorrection(
    currentOf(row, patch),
    isErased ? {} : changes,
    Object.keys(conflicts ?? {}),
    patch,
    asked,
  )
  const notice: Effect[] =
    told === null || row.ownerUid === null || row.ownerUid === actor.uid
      ? []
      : [systemNotice({ id: row.marathonId }, told, fresh, actor, now, { to: row.ownerUid, about: row.id })]
  if (Object.keys(changes).length === 0) return accept(notice, preconditions, conflicts)
  const before = row.correctedBy === actor.uid ? correctedOf(row) : []
  const correctedFields = [...new Set([...before, ...Object.keys(changes)])].join()
  const next = withAnswers({ ...row, correctedBy: actor.uid, correctedFields, ver: row.ver + 1 }, changes)
  const wrong = refuseChangedAnswers(marathon, next, changes, preconditions, true)
  if (wrong) return wrong
  const taken = takePersonSlot(state, row, next, namesake, preconditions)
  return taken ?? accept([{ kind: 'put-application', row: next }, ...notice], preconditions, conflicts, changes)
}

/**
 * Staff withdraw an entry, and the runner is told why. A desk withdraws entries without account alone. Otherwise like
 * `deleteApplication`: a second one changes nothing, and who meanwhile got a place keeps it.
 */
export function withdrawApplication(
  state: State,
  op: KnownOp<'application.withdraw'>,
  actor: Actor,
  now: number,
  fresh: Fresh,
): Decision {
  const preconditions: Precondition[] = []
  const own = ownUnconfirmed(state, op, actor, preconditions)
  const found = own ?? entrantOf(state, op, actor, 'desk', preconditions)
  if ('verdict' in found) return found.verdict.code === 'GONE' ? accept([], preconditions) : found
  const { row, mayOrganise } = found
  if (!mayOrganise && row.ownerUid !== null) return reject('FORBIDDEN', preconditions)
  if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions)
  if (op.base?.status === 'waiting' && row.status === 'registered') return reject('STALE', preconditions)
  const { reason } = op.patch.data
  const decision = leave(state, row, now, preconditions, { reason })
  if (row.ownerUid === null || row.ownerUid === actor.uid) return decision
  // The notice outlives the entry, so it is not about it.
  const told = systemNotice({ id: row.marathonId }, tellWithdrawal(row, reason), fresh, actor, now, {
    to: row.ownerUid,
  })
  return { ...decision, effects: [...decision.effects, told] }
}

/**
 * The organiser puts somebody at the head of the waiting list, before all who wait longer. The history has it, and the
 * runner is told. Who does not wait any more: STALE.
 */
export function moveUp(
  state: State,
  op: KnownOp<'application.moveUp'>,
  actor: Actor,
  now: number,
  fresh: Fresh,
): Decision {
  const preconditions: Precondition[] = []
  const found = entrantOf(state, op, actor, 'organise', preconditions)
  if ('verdict' in found) return found
  const { row } = found
  if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions)
  if (row.status !== 'waiting') return reject('STALE', preconditions)
  const told: Effect[] =
    row.ownerUid === null || row.ownerUid === actor.uid
      ? []
      : [systemNotice({ id: row.marathonId }, MOVED_UP, fresh, actor, now, { to: row.ownerUid, about: row.id })]
  const moved: Effect = { kind: 'move-up', row: { ...row, ver: row.ver + 1 } }
  return accept([moved, ...told], preconditions, undefined, { waitingOrder: null })
}

/**
 * A desk enters somebody at the gate: after the window and above the capacity too, for the runner stands there. The
 * entry has no account. A bib that another entrant has is noted as wanted, and the desk is told by a clash. Of who lost
 * the role meanwhile the entry is stored as unconfirmed, and owner and organisers decide (INV-29). A required answer
 * may be missing: a rejection comes when the runner is gone. What staff note, owner and organisers alone write.
 * @param fresh has the code that the entry gets if another entry has the desk's
 */
export function walkIn(
  state: State,
  op: KnownOp<'application.walkIn'>,
  actor: Actor,
  now: number,
  fresh: Fresh,
): Decision {
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const { marathonId, bib, code, above, phoneNumber, email, additionalInfo, ...fields } = op.patch.data
  const preconditions: Precondition[] = [{ kind: 'marathon', id: marathonId }]
  const marathon = state.marathons.get(marathonId)
  if (!marathon) return refuseMissingMarathon(state, marathonId, preconditions)
  const role = roleOf(state, actor, marathonId, preconditions)
  if (role === null) return reject('FORBIDDEN', preconditions)
  const isLate = !may(role, 'desk')
  const isNoted = Object.keys(fields).some((field) => field.startsWith('staff.'))
  if (isNoted && !may(role, 'organise')) return reject('FORBIDDEN', preconditions)

  preconditions.push({ kind: 'application', id: op.id })
  const existing = state.applications.get(op.id)
  if (existing || state.gone.has(`application:${op.id}`)) {
    if (isLate) return reject('FORBIDDEN', preconditions)
    return existing?.marathonId === marathonId ? accept([], preconditions) : reject('GONE', preconditions)
  }
  if (isUndrawn(marathon)) return reject('INVALID', preconditions, { marathonId: { code: 'NOT_DRAWN' } })
  const max = isLate ? MAX_UNCLAIMED / 2 : MAX_UNCLAIMED
  if (marathon.unclaimedCount >= max) {
    preconditions.push({ kind: 'count-at-least', marathonId, of: 'unclaimedCount', count: max })
    if (isLate) return reject('FORBIDDEN', preconditions)
    return reject('INVALID', preconditions, { entries: { code: 'MOST_WALK_INS', values: { max } } })
  }
  preconditions.push({ kind: 'count-at-most', marathonId, of: 'unclaimedCount', count: max - 1 })
  const key = bib === null ? null : bibKey(bib)
  const holder = key === null ? undefined : holderOf(state, marathonId, key)
  if (holder) preconditions.push({ kind: 'application', id: holder.id })
  const getsBib = key !== null && !holder && !isLate
  if (getsBib) preconditions.push({ kind: 'no-bib', marathonId, key })
  const isCodeTaken = state.codes.has(codeSlot(marathonId, code))
  const row: ApplicationRow = {
    ...withAnswers(NO_ANSWERS, tidyAnswers(fields, marathon, actor, now)),
    ...newEntry(op.id, now, isCodeTaken ? fresh.code : code),
    hidesName: fields.hidesName ?? false,
    marathonId,
    phoneNumber: phoneNumber ?? '',
    email: email ?? '',
    additionalInfo: additionalInfo ?? '',
    location: '',
    description: '',
    image: '',
    personKey: personKey(fields.firstName, fields.lastName),
    title: marathon.title,
    startDate: marathon.startDate,
    status: isLate ? 'unconfirmed' : 'registered',
    bib: getsBib ? bib : null,
    bibKey: getsBib ? key : null,
    wantedBib: getsBib ? null : bib,
    above,
  }
  const wrong = refuseAnswers(marathon, row, null, true)
  if (wrong) return reject('INVALID', preconditions, wrong)
  const effects: Effect[] = [{ kind: 'put-application', row }, countOf(row, 1)]
  if (isLate) return { ...reject('FORBIDDEN', preconditions, HANDED_OVER), effects }
  return accept(effects, preconditions, holder ? { bib: { base: null, yours: bib, theirs: null } } : undefined)
}

/** The organiser makes an unconfirmed entry count. A repeated op changes nothing. */
export function confirmApplication(state: State, op: KnownOp<'application.confirm'>, actor: Actor): Decision {
  const preconditions: Precondition[] = []
  const found = entrantOf(state, op, actor, 'organise', preconditions)
  if ('verdict' in found) return found
  const { row } = found
  if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions)
  if (row.status !== 'unconfirmed') return accept([], preconditions)
  const confirmed: ApplicationCore = { ...row, status: 'registered', ver: row.ver + 1 }
  const counted = { registered: 1, waiting: 0, entered: 0, unclaimed: 0, promoted: 0 }
  return accept(
    [
      { kind: 'set-entry', row: confirmed },
      { kind: 'count', marathonId: row.marathonId, ...counted },
    ],
    preconditions,
  )
}

/**
 * The entrant that an op names, and whether the actor organises the marathon; or the rejection. For a stranger the
 * entrant does not exist, and the runner may not do what staff do.
 */
function entrantOf(
  state: State,
  op: KnownOp,
  actor: Actor,
  power: 'organise' | 'desk',
  preconditions: Precondition[],
): Decision | { row: ApplicationCore; mayOrganise: boolean } {
  preconditions.push({ kind: 'application', id: op.id })
  const row = state.applications.get(op.id)
  if (!row) {
    const { marathonId } = state.gone.get(`application:${op.id}`) ?? {}
    const wasEntrant = marathonId && may(roleOf(state, actor, marathonId, preconditions), power)
    return reject(wasEntrant || wasOwn(state, op.id, actor) ? 'GONE' : 'NOT_FOUND', preconditions)
  }
  const role = roleOf(state, actor, row.marathonId, preconditions)
  // A deleted marathon has no staff, and the runner keeps the entry. Nothing rests on it: an op at the moment of the
  // deletion may count as one before it.
  const isThere = state.marathons.has(row.marathonId)
  if (may(role, power)) return isThere ? { row, mayOrganise: may(role, 'organise') } : reject('GONE', preconditions)
  return reject(row.ownerUid === actor.uid ? 'FORBIDDEN' : 'NOT_FOUND', preconditions)
}

/** An unconfirmed entry that the actor made: who lost the role takes it back, as an own unconfirmed scan. */
function ownUnconfirmed(state: State, { id }: KnownOp, { uid }: Actor, preconditions: Precondition[]) {
  const row = state.applications.get(id)
  if (row?.status !== 'unconfirmed' || row.ownerUid !== null || !isMadeBy(id, uid)) return null
  preconditions.push({ kind: 'application', id })
  return { row, mayOrganise: false }
}

function setEntry(row: ApplicationCore, changes: Partial<ApplicationCore>): Effect {
  return { kind: 'set-entry', row: { ...row, ...changes, ver: row.ver + 1 } }
}

/** Who has the bib at the marathon. */
function holderOf(state: State, marathonId: string, key: string): ApplicationCore | undefined {
  return state.applications.get(state.bibs.get(bibSlot(marathonId, key)) ?? '')
}

/** Who has the bib, and how it is written there if not in the same way. */
function heldBy({ firstName, lastName, bib: held }: ApplicationCore, bib: string | null): FieldError {
  const name = `${firstName} ${lastName}`.trim()
  if (!name) return { code: 'HELD' }
  return held === bib || held === null
    ? { code: 'HELD_BY', values: { name } }
    : { code: 'HELD_BY_AS', values: { name, bib: held } }
}
