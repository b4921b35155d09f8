import type { ApplicationPatch } from '../../contract/application.ts'
import type { MarathonPatch } from '../../contract/marathon.ts'
import { typedOp } from '../../contract/ops.ts'
import { isAnswer } from '../../contract/questions/questions.ts'
import type { Op } from '../../contract/sync.ts'
import { type Asked, answerLabels, labelOf } from '../forms/labels.ts'
import { isAskedField } from '../forms/questions/stored-asked.ts'
import * as names from '../texts/compiled/field-names.js'
import { anAnswer } from '../texts/compiled/questions.js'
import * as texts from '../texts/compiled/sync.js'
import { listOf } from '../texts/list.ts'
import { ownFields } from './patch-values.ts'
import { shownValue } from './shown-value.ts'

/** The names of the fields that an update changes, inside a sentence. The catalogue is keyed by them. */
const FIELD_NAMES: Record<string, (() => string) | undefined> = { ...names } satisfies Record<
  keyof MarathonPatch | Exclude<keyof ApplicationPatch, 'namesake'>,
  () => string
>

/**
 * An edit as a text: "New event 'X'", "Changed distance of 'X'", "Cancelled 'X'".
 * @param title the marathon's title; '' if this phone does not know it
 * @param entrant the name of the entrant who gets a bib or is checked in, or of whose role changes
 * @param asked what the marathon asks, if this phone knows it
 */
export function describeOp(op: Op, title = '', entrant = '', asked?: Asked): string {
  const event = { known: knownOf(title), title }
  const row = namesOf(title, entrant)
  const typed = typedOp(op)
  switch (typed?.type) {
    case 'marathon.create':
      return texts.opNewEvent(event)
    case 'marathon.update':
      if (!isOnlyCancellation(op.patch))
        return texts.opChangedEvent({ ...event, fields: fieldList(Object.keys(op.patch), asked) })
      return op.patch.cancelled === null ? texts.opTookBackCancellation(event) : texts.opCancelled(event)
    case 'marathon.delete':
      return texts.opDeletedEvent(event)
    case 'marathon.draw':
      return texts.opDraw(event)
    case 'marathon.publish':
      return typed.patch.results === '' ? texts.opTookBackResults(event) : texts.opPublishedResults(event)
    case 'application.create': {
      const application = namesOf(title, person(typed.patch))
      return typed.patch.waitingList ? texts.opWaitingList(application) : texts.opApplication(application)
    }
    case 'application.update':
      return texts.opChangedApplication({ ...event, fields: fieldList(Object.keys(op.patch), asked) })
    case 'application.delete':
      return texts.opDeletedApplication(event)
    case 'application.assignBib': {
      const { bib } = typed.patch
      return bib === null ? texts.opNoBib(row) : texts.opBib({ ...row, bib })
    }
    case 'application.correct':
      return texts.opCorrected({ ...row, fields: fieldList(Object.keys(op.patch), asked) })
    case 'application.withdraw':
      return texts.opWithdrew(row)
    case 'application.moveUp':
      return texts.opMovedUp(row)
    case 'application.walkIn':
      return texts.opWalkIn(namesOf(title, person(typed.patch)))
    case 'application.confirm':
      return texts.opConfirmedEntry(row)
    case 'application.claim':
      return texts.opClaim(row)
    case 'application.offer':
      return typed.patch.secret === null ? texts.opTookBackPlace(row) : texts.opOfferedPlace(row)
    case 'application.takeOver':
      return texts.opTookPlace(namesOf(title, person(typed.patch)))
    case 'application.defer':
      return texts.opDeferred(row)
    case 'checkIn.create':
      return texts.opCheckIn(row)
    case 'checkIn.void':
      return texts.opTookBackCheckIn(row)
    case 'checkIn.confirm':
      return texts.opConfirmedCheckIn(row)
    case 'recording.create':
      return texts.opRecorded({ ...event, point: typed.patch.point })
    case 'recording.void':
      return texts.opTookBackRecording(event)
    case 'recording.confirm':
      return texts.opConfirmedRecording(event)
    case 'ruling.create':
      return texts.opRuled(event)
    case 'notice.create':
      return typed.patch.urgent ? texts.opUrgentNotice(event) : texts.opNotice(event)
    case 'notice.delete':
      return texts.opDeletedNotice(event)
    case 'staff.update': {
      const { role, isOffered } = typed.patch
      if (role) return texts.opRole({ ...row, role: shownValue('role', role) })
      return isOffered ? texts.opOffer(row) : texts.opTookBackOffer(row)
    }
    case 'staff.delete':
      return texts.opEndedRole(row)
    case 'staff.takeOver':
      return texts.opTookOver(event)
  }
  // Another version of the app made this op.
  return texts.opUnknown(event)
}

function namesOf(title: string, name: string) {
  return { known: knownOf(title, name), title, name }
}

/** Which names a sentence has. Its message chooses its words by this. */
function knownOf(title: string, name = ''): 'both' | 'title' | 'name' | 'none' {
  if (title) return name ? 'both' : 'title'
  return name ? 'name' : 'none'
}

function isOnlyCancellation(patch: Record<string, unknown>): boolean {
  return Object.keys(patch).join() === 'cancelled'
}

/** The names of fields inside a sentence. */
export function fieldNames(fields: string[], asked?: Asked): string[] {
  const asks = answerLabels(asked)
  const nameOf = (field: string) => FIELD_NAMES[field]?.() ?? (isAnswer(field) ? (asks[field] ?? anAnswer()) : field)
  return fields.filter((field) => field !== 'namesake').map(nameOf)
}

/** 'distance', 'distance and location', 'distance, location and 2 more' */
function fieldList(fields: string[], asked?: Asked): string {
  const [first = texts.fieldsNone(), second, ...rest] = fieldNames(fields, asked)
  if (!second) return first
  return rest.length === 0 ? listOf([first, second]) : texts.fieldsMore({ first, second, count: rest.length })
}

function person({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return [firstName, lastName].filter((part) => typeof part === 'string').join(' ')
}

/** An edit as plain lines, for the clipboard. */
export function editText(op: Op, title: string, entrant = '', asked?: Asked): string {
  const values = ownFields(op).map(([field, value]) =>
    texts.opField({ label: labelOf(field, asked), value: textOf(field, value, asked) }),
  )
  return [describeOp(op, title, entrant, asked), ...values].join('\n')
}

/** A value as it was written. Of an answer, and of what is asked, it is what a reader sees: a signature is no text. */
function textOf(field: string, value: unknown, asked?: Asked): string {
  return (isAnswer(field) || isAskedField(field)) && value !== ''
    ? shownValue(field, value, undefined, asked)
    : String(value ?? '')
}
