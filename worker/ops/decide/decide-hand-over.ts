import { personKey } from '../../../contract/application.ts'
import { MAX_APPLICATIONS } from '../../../contract/limits.ts'
import { isHandOverOpen, isUndrawn } from '../../../contract/places.ts'
import { answerField, answersOf, questionsOf, withAnswers, wrongAnswer } from '../../../contract/questions/questions.ts'
import { isHelper, may } from '../../../contract/roles.ts'
import { toInstant } from '../../../contract/time/instants.ts'
import { type ApplicationCore, type ApplicationRow, isWhole, type MarathonRow } from '../../db/client.ts'
import { refuseAnswers, tidyAnswers } from './answers.ts'
import {
  countOf,
  leave,
  NO_ANSWERS,
  namesakeKey,
  newEntry,
  ownApplication,
  refuseAboveAccountLimit,
  refuseDuplicate,
  wasOwn,
} from './decide-application.ts'
import { systemNotice } from './decide-notice.ts'
import {
  type Actor,
  accept,
  type Decision,
  type Fresh,
  type Precondition,
  personSlot,
  refuseAboveLimit,
  refuseInvalid,
  refuseMissingMarathon,
  reject,
  roleOf,
  type State,
} from './decision.ts'
import type { KnownOp } from './known-op.ts'
import { tellHandedOn } from './notice-text.ts'

// How a place comes to another account, or to another marathon (INV-30).

/**
 * The runner offers the place to who has the link, or takes the offer back, at will. A new offer ends the one before.
 * Only a place can be offered, and only as long as the organiser lets places be handed on.
 */
export function offerPlace(state: State, op: KnownOp<'application.offer'>, actor: Actor, now: number): Decision {
  const preconditions: Precondition[] = [{ kind: 'application', id: op.id }]
  const row = ownApplication(state, op.id, actor)
  if (!row) return reject(wasOwn(state, op.id, actor) ? 'GONE' : 'NOT_FOUND', preconditions)
  if (!op.patch.success) return refuseInvalid(op.patch.error, preconditions)
  const { secret } = op.patch.data
  if (row.offer === secret) return accept([], preconditions)
  if (secret !== null) {
    const marathon = marathonOf(state, row, preconditions)
    if (!marathon) return reject('GONE', preconditions)
    const closed = refuseClosedHandOver(marathon, now, preconditions)
    if (closed) return closed
    if (row.status !== 'registered') return reject('INVALID', preconditions, { offer: { code: 'NO_PLACE' } })
  }
  return accept([{ kind: 'set-entry', row: { ...row, offer: secret, ver: row.ver + 1 } }], preconditions, undefined, {
    offer: null,
  })
}

/**
 * An account takes the entry that a desk made for it, by the code that the desk shows, once. A repeated op changes
 * nothing. A wrong code tells nothing about the entry, and an entry that is unconfirmed is as if it were not there.
 * Helpers of the marathon claim nothing.
 */
export function claimEntry(state: State, op: KnownOp<'application.claim'>, actor: Actor): Decision {
  const preconditions: Precondition[] = [{ kind: 'application', id: op.id }]
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const { marathonId, secret } = op.patch.data
  const row = state.applications.get(op.id)
  // It leaves with its marathon, without a tombstone. A deleted marathon does not come back.
  const isGone = state.gone.has(`application:${op.id}`) || state.gone.has(`marathon:${marathonId}`)
  if (!row) return reject(isGone ? 'GONE' : 'NOT_FOUND', preconditions)
  if (row.marathonId !== marathonId || row.code !== secret) return reject('NOT_FOUND', preconditions)
  if (row.ownerUid === actor.uid) return accept([], preconditions)
  if (row.ownerUid !== null) return reject('STALE', preconditions)
  // Whoever has lost the role would be in again by a walk-in that nobody has confirmed.
  if (row.status === 'unconfirmed') return reject('NOT_FOUND', preconditions)
  const marathon = state.marathons.get(marathonId)
  preconditions.push({ kind: 'marathon', id: marathonId })
  // A marathon that the operator hid gets no new runners.
  if (!marathon || marathon.hiddenAt !== null) return refuseMissingMarathon(state, marathonId, preconditions)
  // Helpers see all codes, and must not see what a claim shows: how the runner is reached, and the answers.
  const role = roleOf(state, actor, marathonId, preconditions)
  if (role !== null && role !== 'removed' && isHelper(role)) return reject('FORBIDDEN', preconditions)
  const tooMany = refuseTooMany(state, actor, marathon, preconditions)
  if (tooMany) return tooMany
  const person = personKey(row.firstName, row.lastName)
  preconditions.push({ kind: 'no-person', marathonId, uid: actor.uid, person })
  const isNamesake = state.people.has(personSlot(marathonId, actor.uid, person))
  const claimed: ApplicationCore = {
    ...row,
    ownerUid: actor.uid,
    email: row.email || actor.email,
    personKey: isNamesake ? namesakeKey(person, row.id) : person,
    ver: row.ver + 1,
  }
  const counted = { registered: 0, waiting: 0, entered: 0, unclaimed: -1, promoted: 0 }
  return accept(
    [
      { kind: 'set-entry', row: claimed },
      { kind: 'count', marathonId, ...counted },
    ],
    preconditions,
  )
}

/**
 * An account takes an offered place over, with an application of its own: the old one is deleted with its code in the
 * same commit, and the bib goes to the new one. Numbers do not change, and nobody who waits is overtaken. It counts to
 * the limits of who takes it, like any application.
 * @param fresh has the new entry's code, and the id of the notice
 */
export function takeEntryOver(
  state: State,
  op: KnownOp<'application.takeOver'>,
  actor: Actor,
  now: number,
  fresh: Fresh,
): Decision {
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const { from, secret, namesake, ...fields } = op.patch.data
  const { marathonId } = fields
  const preconditions: Precondition[] = [{ kind: 'application', id: op.id }]
  const existing = state.applications.get(op.id)
  const gone = state.gone.get(`application:${op.id}`)
  if (existing?.ownerUid === actor.uid) return accept([], preconditions)
  if (gone?.ownerUid === actor.uid) return reject('GONE', preconditions)
  preconditions.push({ kind: 'application', id: from }, { kind: 'marathon', id: marathonId })
  const marathon = state.marathons.get(marathonId)
  if (!marathon) return refuseMissingMarathon(state, marathonId, preconditions)
  const old = state.applications.get(from)
  if (!old) return reject(state.gone.has(`application:${from}`) ? 'GONE' : 'NOT_FOUND', preconditions)
  if (old.marathonId !== marathonId || old.offer !== secret || old.status !== 'registered') {
    return reject('STALE', preconditions)
  }
  if (old.ownerUid === actor.uid) return reject('INVALID', preconditions, { from: { code: 'OWN_ENTRY' } })
  const closed = refuseClosedHandOver(marathon, now, preconditions)
  if (closed) return closed
  const person = personKey(fields.firstName, fields.lastName)
  const duplicateId = state.people.get(personSlot(marathonId, actor.uid, person))
  if (duplicateId && !namesake) return refuseDuplicate(duplicateId, false, preconditions)
  preconditions.push({ kind: 'no-person', marathonId, uid: actor.uid, person })
  const tooMany = refuseTooMany(state, actor, marathon, preconditions)
  if (tooMany) return tooMany
  if (existing || gone) return reject('GONE', preconditions)

  const row: ApplicationRow = {
    ...withAnswers(NO_ANSWERS, tidyAnswers(fields, marathon, actor, now)),
    ...newEntry(op.id, now, fresh.code),
    ownerUid: actor.uid,
    hidesName: fields.hidesName ?? false,
    personKey: duplicateId ? namesakeKey(person, op.id) : person,
    title: marathon.title,
    startDate: toInstant(fields.startDate, marathon.timeZone) ?? marathon.startDate,
    bib: old.bib,
    bibKey: old.bibKey,
    wantedBib: old.wantedBib,
  }
  const wrong = refuseAnswers(marathon, row, null)
  if (wrong) return reject('INVALID', preconditions, wrong)
  const told = old.ownerUid ? [systemNotice(marathon, tellHandedOn(old), fresh, actor, now, { to: old.ownerUid })] : []
  return accept(
    [{ kind: 'delete-application', row: old, isHandedOn: true }, { kind: 'put-application', row }, ...told],
    preconditions,
  )
}

/**
 * The runner gives the place at this year's marathon to its waiting list, and gets one at next year's, above its capacity
 * too: this year's organiser offers it. Before a draw there is no place to get.
 * @param fresh has the new entry's code
 */
export function deferEntry(
  state: State,
  op: KnownOp<'application.defer'>,
  actor: Actor,
  now: number,
  { code }: Fresh,
): Decision {
  if (!op.patch.success) return refuseInvalid(op.patch.error, [])
  const { from, marathonId } = op.patch.data
  const preconditions: Precondition[] = [
    { kind: 'application', id: op.id },
    { kind: 'application', id: from },
  ]
  const existing = state.applications.get(op.id)
  if (existing?.ownerUid === actor.uid) return accept([], preconditions)
  if (state.gone.get(`application:${op.id}`)?.ownerUid === actor.uid) return reject('GONE', preconditions)
  const old = ownApplication(state, from, actor)
  if (!old) return reject(wasOwn(state, from, actor) ? 'GONE' : 'NOT_FOUND', preconditions)
  const marathon = marathonOf(state, old, preconditions)
  const target = state.marathons.get(marathonId)
  preconditions.push({ kind: 'marathon', id: marathonId })
  if (!marathon) return reject('GONE', preconditions)
  // A target that the owner organises no more takes no deferred places: its staff cannot change this marathon.
  const owner = { uid: marathon.ownerUid }
  if (marathon.deferTo !== marathonId || !may(roleOf(state, owner, marathonId, preconditions), 'organise')) {
    return reject('REG_CLOSED', preconditions, { deferTo: { code: 'NOT_OFFERED' } })
  }
  if (now >= Date.parse(marathon.startDate)) return reject('REG_CLOSED', preconditions, { deferTo: { code: 'ENDED' } })
  if (!target || target.hiddenAt !== null) return refuseMissingMarathon(state, marathonId, preconditions)
  const isClosed = target.cancelled !== null || isUndrawn(target) || now >= Date.parse(target.startDate)
  if (isClosed) return reject('REG_CLOSED', preconditions, { marathonId: { code: 'NOT_OFFERED' } })
  if (old.status !== 'registered') return reject('INVALID', preconditions, { from: { code: 'NO_PLACE' } })
  const person = personKey(old.firstName, old.lastName)
  const duplicateId = state.people.get(personSlot(marathonId, actor.uid, person))
  if (duplicateId) return refuseDuplicate(duplicateId, false, preconditions)
  preconditions.push({ kind: 'no-person', marathonId, uid: actor.uid, person })
  const tooMany = refuseAboveAccountLimit(state, actor, target, preconditions)
  if (tooMany) return tooMany
  if (existing || state.gone.has(`application:${op.id}`)) return reject('GONE', preconditions)

  if (!isWhole(old)) throw new Error('an application is deferred that was not read whole')
  const { location, description, image } = target
  // A duplicate of the marathon asks the same questions. What else it asks, the runner answers later, and signs anew.
  const answers = answersOf(old)
  const kept = questionsOf(target).flatMap((question) => {
    const field = answerField(question.id)
    const answer = answers[field] ?? ''
    return question.kind === 'waiver' || wrongAnswer(question, answer) ? [] : [[field, answer] as const]
  })
  const row: ApplicationRow = {
    ...withAnswers({ ...old, ...NO_ANSWERS }, Object.fromEntries(kept)),
    ...newEntry(op.id, now, code),
    ownerUid: actor.uid,
    marathonId,
    personKey: person,
    title: target.title,
    startDate: target.startDate,
    location,
    description,
    image,
  }
  const left = leave(state, old, now, preconditions)
  return { ...left, effects: [...left.effects, { kind: 'put-application', row }, countOf(row, 1)] }
}

/** The marathon of an application. If it was deleted, nothing brings it back, so nothing rests on that. */
function marathonOf(state: State, { marathonId }: ApplicationCore, preconditions: Precondition[]) {
  const marathon = state.marathons.get(marathonId)
  if (marathon) preconditions.push({ kind: 'marathon', id: marathonId })
  return marathon
}

/** The rejection where the organiser does not let places be handed on, or not any more; otherwise null. */
function refuseClosedHandOver(marathon: MarathonRow, now: number, preconditions: Precondition[]): Decision | null {
  // A marathon that the operator hid gets no new runners.
  const isHidden = marathon.hiddenAt !== null
  if (!isHidden && isHandOverOpen(marathon, now)) return null
  const code = isHidden || marathon.handOverUntil === null ? 'NOT_OFFERED' : 'ENDED'
  return reject('REG_CLOSED', preconditions, { handOverUntil: { code } })
}

/** The rejection of one more application of an account at the marathon, or at all; otherwise null. */
function refuseTooMany(state: State, actor: Actor, marathon: MarathonRow, preconditions: Precondition[]) {
  return (
    refuseAboveAccountLimit(state, actor, marathon, preconditions) ??
    refuseAboveLimit(state, actor, 'application', MAX_APPLICATIONS, preconditions)
  )
}
