import { applicationFields, personKey } from '../../../contract/application.ts'
import type { FieldErrors } from '../../../contract/field-errors.ts'
import { MAX_APPLICATIONS } from '../../../contract/limits.ts'
import { isFull, isUndrawn } from '../../../contract/places.ts'
import { answersOf, isAnswer, withAnswers } from '../../../contract/questions/questions.ts'
import type { Conflict, Fields } from '../../../contract/sync.ts'
import { isRegistrationOpen } from '../../../contract/time/dates.ts'
import { toInstant } from '../../../contract/time/instants.ts'
import { type ApplicationCore, type ApplicationRow, isWhole, type MarathonRow } from '../../db/client.ts'
import { baseOf, currentOf, refuseAnswers, tidyAnswers } from './answers.ts'
import { systemNotice } from './decide-notice.ts'
import {
  type Actor,
  accept,
  accountSlot,
  type Decision,
  type Effect,
  type Fresh,
  mergeFields,
  type Precondition,
  personSlot,
  refuseAboveLimit,
  refuseInvalid,
  refuseMissingMarathon,
  reject,
  roleOf,
  type State,
  tidyBase,
} from './decision.ts'
import type { KnownOp } from './known-op.ts'
import { tellClash } from './notice-text.ts'
import { fillPlaces } from './places.ts'

/**
 * Accepts an application if the registration window is open by the server's time, the marathon is not cancelled and has
 * a place left, the operator has not hidden it, and the account has not registered this person, nor `perAccount`
 * people, for this marathon yet. With `namesake` it is another person of the same name, but not in a ballot. Where the
 * marathon is full, an application with `waitingList` joins the waiting list. Before the draw of a ballot every
 * application is `entered`, whatever the capacity. After it, places go to the first who apply, as without a ballot.
 *
 * Every required question is answered, also one that the phone did not know.
 *
 * The check whether the id belongs to another account comes last, so that a rejection tells nothing about that
 * account's applications. An application that every other check accepts is rejected with GONE, whether the other
 * account's application still exists or was deleted.
 * @param fresh has the new entry's code. If another entry of the marathon has it, a unique index undoes the batch, and
 *   the op is decided again with another one.
 */
export function createApplication(
  state: State,
  op: KnownOp<'application.create'>,
  actor: Actor,
  now: number,
  { code }: Fresh,
): Decision {
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const { waitingList, namesake, ...fields } = op.patch.data
  const preconditions: Precondition[] = [{ kind: 'application', id: op.id }]
  const existing = state.applications.get(op.id)
  const gone = state.gone.get(`application:${op.id}`)
  if (existing?.ownerUid === actor.uid) return accept([], preconditions)
  if (gone?.ownerUid === actor.uid) return reject('GONE', preconditions)

  const marathonId = fields.marathonId
  preconditions.push({ kind: 'marathon', id: marathonId })
  const marathon = state.marathons.get(marathonId)
  // A hidden marathon is as an unknown one. Its version, which is a precondition, changes when it is hidden or shown.
  if (!marathon || marathon.hiddenAt !== null) return refuseMissingMarathon(state, marathonId, preconditions)
  if (!isRegistrationOpen(marathon, now)) return reject('REG_CLOSED', preconditions, notYet(marathon, now))

  const { capacity } = marathon
  // The version of the marathon, which is a precondition, changes with the draw.
  const isBallot = isUndrawn(marathon)
  const person = personKey(fields.firstName, fields.lastName)
  const duplicateId = state.people.get(personSlot(marathonId, actor.uid, person))
  if (duplicateId && (isBallot || !namesake)) return refuseDuplicate(duplicateId, isBallot, preconditions)
  preconditions.push({ kind: 'no-person', marathonId, uid: actor.uid, person })
  const tooManyHere = refuseAboveAccountLimit(state, actor, marathon, preconditions)
  if (tooManyHere) return tooManyHere
  const isWaiting = !isBallot && isFull(marathon)
  if (capacity !== null && !isBallot) {
    preconditions.push(
      isWaiting
        ? { kind: 'count-at-least', marathonId, of: 'regCount', count: capacity }
        : { kind: 'count-at-most', marathonId, of: 'regCount', count: capacity - 1 },
    )
  }
  if (isWaiting && !waitingList) return reject('FULL', preconditions)
  const tooMany = refuseAboveLimit(state, actor, 'application', MAX_APPLICATIONS, preconditions)
  if (tooMany) return tooMany
  if (existing || gone) return reject('GONE', preconditions)

  const row: ApplicationRow = {
    ...withAnswers(NO_ANSWERS, tidyAnswers(fields, marathon, actor, now)),
    ...newEntry(op.id, now, code),
    ownerUid: actor.uid,
    hidesName: fields.hidesName ?? false,
    personKey: duplicateId ? namesakeKey(person, op.id) : person,
    title: marathon.title,
    startDate: toInstant(fields.startDate, marathon.timeZone) ?? marathon.startDate,
    status: isBallot ? 'entered' : isWaiting ? 'waiting' : 'registered',
  }
  const wrong = refuseAnswers(marathon, row, null)
  if (wrong) return reject('INVALID', preconditions, wrong)
  return accept([{ kind: 'put-application', row }, countOf(row, 1)], preconditions)
}

/** What each new application has, with a place and nobody's account. */
export function newEntry(id: string, now: number, code: string) {
  return {
    ...NO_DESK,
    id,
    ownerUid: null,
    createdAt: new Date(now).toISOString(),
    ver: 1,
    seq: 0,
    joinedSeq: 0,
    erasedAt: null,
    status: 'registered',
    waitingOrder: null,
    promotedAt: null,
    bib: null,
    bibKey: null,
    drawOrder: null,
    code,
  } as const
}

/**
 * The rejection of one more application of an account that has `perAccount` of them at the marathon; otherwise null, and
 * the number is added to `preconditions`. The version of the marathon, which is a precondition, changes with the limit.
 */
export function refuseAboveAccountLimit(
  state: State,
  { uid }: Actor,
  { id: marathonId, perAccount }: MarathonRow,
  preconditions: Precondition[],
): Decision | null {
  const count = state.applied.get(accountSlot(marathonId, uid)) ?? 0
  if (count < perAccount) {
    preconditions.push({ kind: 'applied-at-most', marathonId, uid, count: perAccount - 1 })
    return null
  }
  const rest: Precondition = { kind: 'applied-at-least', marathonId, uid, count: perAccount }
  return reject('ACCOUNT_LIMIT', [...preconditions, rest], {
    perAccount: { code: 'MOST_PER_ACCOUNT', values: { max: perAccount } },
  })
}

/**
 * The runner changes their own copy of the application. Its title and start date never change. Who corrected it last is
 * told of a clash.
 */
export function updateApplication(
  state: State,
  op: KnownOp<'application.update'>,
  actor: Actor,
  now: number,
  fresh: Fresh,
): Decision {
  const preconditions: Precondition[] = [{ kind: 'application', id: op.id }]
  const row = ownApplication(state, op.id, actor)
  if (!row) return reject(wasOwn(state, op.id, actor) ? 'GONE' : 'NOT_FOUND', preconditions)
  if (op.ifVer !== undefined && op.ifVer !== row.ver) return reject('STALE', preconditions)

  if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions)
  const marathon = state.marathons.get(row.marathonId)
  const { namesake, ...sent } = op.patch.data
  if (!isWhole(row)) throw new Error('an application is edited that was not read whole')
  const answers = answersOf(row)
  const patch = tidyAnswers(sent, marathon, actor, now, answers)
  // Retention emptied this row. Without a base, a late edit makes no conflict: a conflict would store the erased texts
  // again. After a first late edit the row counts as not erased, but it still has no name.
  const isErased = row.erasedAt !== null || row.firstName === ''
  const base = isErased ? null : baseOf(tidyBase(op.base, applicationFields), patch, answers)
  const { changes, conflicts } = mergeFields(currentOf(row, patch), base, patch)
  const told = tellCorrector(state, row, conflicts, fresh, actor, now, preconditions)
  if (Object.keys(changes).length === 0) return accept(told, preconditions, conflicts)
  const correctedFields = correctedOf(row).filter((field) => !(field in changes))
  const next = withAnswers({ ...row, correctedFields: correctedFields.join(), ver: row.ver + 1 }, changes)
  const wrong = refuseChangedAnswers(marathon, next, changes, preconditions)
  if (wrong) return wrong
  const taken = takePersonSlot(state, row, next, namesake, preconditions)
  return taken ?? accept([{ kind: 'put-application', row: next }, ...told], preconditions, conflicts, changes)
}

/**
 * The rejection of changed answers that are wrong; otherwise null. That rests on the marathon's questions.
 */
export function refuseChangedAnswers(
  marathon: MarathonRow | undefined,
  next: ApplicationRow,
  changes: Fields,
  preconditions: Precondition[],
  isOfStaff = false,
): Decision | null {
  // A deleted marathon asks nothing, and does not come back.
  if (!marathon || !Object.keys(changes).some(isAnswer)) return null
  preconditions.push({ kind: 'marathon', id: marathon.id })
  const wrong = refuseAnswers(marathon, next, changes, isOfStaff)
  return wrong && reject('INVALID', preconditions, wrong)
}

/** The fields of an entry that stand as staff corrected them last. */
export function correctedOf({ correctedFields }: ApplicationCore): string[] {
  return correctedFields === '' ? [] : correctedFields.split(',')
}

/** Tells who corrected the entry last, and is still staff, that an edit of the runner clashes with that. */
function tellCorrector(
  state: State,
  row: ApplicationRow,
  conflicts: Record<string, Conflict> | undefined,
  fresh: Fresh,
  actor: Actor,
  now: number,
  preconditions: Precondition[],
): Effect[] {
  const { correctedBy } = row
  if (!conflicts || correctedBy === null || correctedBy === actor.uid) return []
  const role = roleOf(state, { uid: correctedBy }, row.marathonId, preconditions)
  if (role === null || role === 'removed') return []
  const told = tellClash(correctedOf(row).filter((field) => field in conflicts))
  return told ? [systemNotice({ id: row.marathonId }, told, fresh, actor, now, { to: correctedBy, about: row.id })] : []
}

/**
 * Gives `next` the slot of its person, if its name is another one than that of `row`.
 * @returns the rejection where the account has registered that person already; null otherwise
 */
export function takePersonSlot(
  state: State,
  row: ApplicationRow,
  next: ApplicationRow,
  namesake: boolean | undefined,
  preconditions: Precondition[],
): Decision | null {
  const person = personKey(next.firstName, next.lastName)
  // With the same person the row keeps its slot: a namesake has one of its own.
  if (person === personKey(row.firstName, row.lastName)) return null
  next.personKey = person
  const { marathonId, ownerUid } = row
  // Entries without account may have the same name.
  if (ownerUid === null) return null
  const isBallot = row.status === 'entered'
  const duplicateId = state.people.get(personSlot(marathonId, ownerUid, person))
  if (duplicateId && (isBallot || !namesake)) return refuseDuplicate(duplicateId, isBallot, preconditions)
  if (duplicateId) next.personKey = namesakeKey(person, row.id)
  preconditions.push({ kind: 'no-person', marathonId, uid: ownerUid, person })
  return null
}

/**
 * The runner deletes their own application. The first on the waiting list gets the place that becomes free. A second
 * delete is accepted and changes nothing. An application of another account is NOT_FOUND, like one that does not exist.
 * Somebody who left the waiting list, and has got a place before this arrives, keeps the place: STALE.
 */
export function deleteApplication(
  state: State,
  op: KnownOp<'application.delete'>,
  actor: Actor,
  now: number,
): Decision {
  const preconditions: Precondition[] = [{ kind: 'application', id: op.id }]
  const row = ownApplication(state, op.id, actor)
  if (!row) return wasOwn(state, op.id, actor) ? accept([], preconditions) : reject('NOT_FOUND', preconditions)
  if (op.ifVer !== undefined && op.ifVer !== row.ver) return reject('STALE', preconditions)
  if (op.base?.status === 'waiting' && row.status === 'registered') return reject('STALE', preconditions)
  return leave(state, row, now, preconditions)
}

/** An application leaves its marathon. The first on the waiting list gets its place. */
export function leave(
  state: State,
  row: ApplicationCore,
  now: number,
  preconditions: Precondition[],
  how: Pick<Extract<Effect, { kind: 'delete-application' }>, 'reason' | 'isHandedOn'> = {},
): Decision {
  const deletion: Effect = { kind: 'delete-application', row, ...how }
  const marathon = state.marathons.get(row.marathonId)
  // The marathon was deleted. A deleted id never comes back, so this needs no precondition.
  if (!marathon) return accept([deletion], preconditions)
  if (row.status !== 'registered') return accept([deletion, countOf(row, -1)], preconditions)
  const numbers = fillPlaces(marathon, -1, now, row.ownerUid === null ? -1 : 0)
  return accept(
    [deletion, ...numbers.effects],
    [...preconditions, { kind: 'marathon', id: marathon.id }, ...numbers.preconditions],
  )
}

/** An entry without answers. */
export const NO_ANSWERS = { answers: '', staffAnswers: '' } as const

/** What an application has that was not made or changed by staff. */
const NO_DESK = { wantedBib: null, above: 0, offer: null, correctedBy: null, correctedFields: '' } as const

/**
 * The rejection of a person whom the account has registered already. In a ballot each application is a ticket, and
 * nobody can tell a namesake from the same person. Elsewhere the user may say that it is another person.
 */
export function refuseDuplicate(id: string, isBallot: boolean, preconditions: Precondition[]): Decision {
  const fields: FieldErrors | undefined = isBallot ? { namesake: { code: 'NOT_IN_BALLOT' } } : undefined
  return reject('ALREADY_APPLIED', [...preconditions, { kind: 'application', id }], fields)
}

/** What a REG_CLOSED says before the window: the phone's clock may be ahead. */
function notYet({ regStart }: MarathonRow, now: number): FieldErrors | undefined {
  return now < Date.parse(regStart) ? { regStart: { code: 'NOT_YET' } } : undefined
}

/** The key of a person whose name the account has registered before. It is in a slot of its own. */
export function namesakeKey(person: string, id: string): string {
  return `${person}\n${id}`
}

/** The change of its marathon's numbers when an application joins (1) or leaves (-1). */
export function countOf({ marathonId, status, ownerUid }: ApplicationCore, by: 1 | -1): Effect {
  const of = (counted: ApplicationRow['status']) => (status === counted ? by : 0)
  return {
    kind: 'count',
    marathonId,
    registered: of('registered'),
    waiting: of('waiting'),
    entered: of('entered'),
    unclaimed: ownerUid === null ? by : 0,
    promoted: 0,
  }
}

export function ownApplication(state: State, id: string, actor: Actor) {
  const row = state.applications.get(id)
  return row?.ownerUid === actor.uid ? row : undefined
}

/**
 * Did the actor delete this application? A stripped tombstone counts as everybody's, because it tells only that the id
 * is gone.
 */
export function wasOwn(state: State, id: string, actor: Actor) {
  const gone = state.gone.get(`application:${id}`)
  return gone !== undefined && (gone.isStripped || gone.ownerUid === actor.uid)
}
