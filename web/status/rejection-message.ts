import type { FieldErrors } from '../../contract/field-errors.ts'
import { entityOf, isOfOthers } from '../../contract/ops.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import type { Op } from '../../contract/sync.ts'
import { toSentences } from '../forms/field-errors.ts'
import { type Asked, answerLabels } from '../forms/labels.ts'
import * as texts from '../texts/compiled/sync.js'

/** What the user can do about a rejected edit. */
type Remedy = 'edit' | 'again' | 'waitingList' | 'namesake' | 'none'

/** The reason of a rejection as a text, with its remedy. */
export interface Reason {
  message: string
  remedy: Remedy
}

type Varying =
  | 'REG_CLOSED'
  | 'ACCOUNT_LIMIT'
  | 'ALREADY_APPLIED'
  | 'BIB_TAKEN'
  | 'GONE'
  | 'FORBIDDEN'
  | 'INVALID'
  | 'STALE'

/** The reasons that say the same of each edit. */
const PLAIN: Record<Exclude<ProblemCode, Varying>, [text: () => string, remedy: Remedy]> = {
  REG_OPEN: [texts.rejectedRegOpen, 'again'],
  FULL: [texts.rejectedFull, 'waitingList'],
  NOT_FOUND: [texts.rejectedNotFound, 'none'],
  TOO_LARGE: [texts.rejectedTooLarge, 'edit'],
  UNAUTHENTICATED: [texts.rejectedSignedOut, 'again'],
  WRONG_ACCOUNT: [texts.rejectedWrongAccount, 'none'],
  UNSUPPORTED_MEDIA: [texts.rejectedMedia, 'again'],
  RATE_LIMITED: [texts.rejectedTooMany, 'again'],
  UNAVAILABLE: [texts.rejectedUnavailable, 'again'],
}

/**
 * The reason of a rejection, and what the user can do. The edit stays in the inbox until the user discards it.
 * @param cancelled why the marathon of the edit is cancelled now; nothing if it is not
 * @param asked what the marathon asks, if this phone knows it
 */
export function rejectionMessage(
  code: ProblemCode,
  op: Op,
  fields: FieldErrors = {},
  cancelled?: string | null,
  asked?: Asked,
): Reason {
  const reasons = Object.values(toSentences(fields, answerLabels(asked))).join(' ')
  const ofOthers = isOfOthers(op)
  switch (code) {
    case 'REG_CLOSED':
      // To send it again cannot help until the organiser takes the cancellation back. Then this text changes.
      if (cancelled) return { message: texts.rejectedCancelled({ reason: cancelled }), remedy: 'none' }
      if ('handOverUntil' in fields) return { message: texts.rejectedHandOver(), remedy: 'none' }
      if (op.type === 'application.defer') return { message: texts.rejectedDefer(), remedy: 'none' }
      return { message: 'regStart' in fields ? texts.rejectedTooEarly() : texts.rejectedRegClosed(), remedy: 'again' }
    case 'ACCOUNT_LIMIT':
      return { message: reasons || texts.rejectedAccountLimit(), remedy: 'again' }
    case 'ALREADY_APPLIED':
      if (op.type === 'application.defer') return { message: texts.rejectedDeferApplied(), remedy: 'none' }
      // Nobody can tell a namesake from a second ticket in a ballot.
      return 'namesake' in fields
        ? { message: ofOthers ? texts.rejectedAppliedOtherBallot() : texts.rejectedAppliedBallot(), remedy: 'edit' }
        : { message: ofOthers ? texts.rejectedAppliedOther() : texts.rejectedApplied(), remedy: 'namesake' }
    case 'BIB_TAKEN':
      return { message: reasons ? texts.rejectedBibBecause({ reasons }) : texts.rejectedBib(), remedy: 'edit' }
    case 'GONE':
      // A create that is sent again gets a new id. Other ops on a deleted row cannot succeed.
      return { message: (GONE[op.type] ?? texts.goneEvent)(), remedy: op.type === 'marathon.create' ? 'again' : 'none' }
    case 'FORBIDDEN':
      return { message: forbiddenMessage(op, fields), remedy: 'none' }
    case 'INVALID':
      // No other gate makes room for one more scan of the same entry.
      if ('checkIns' in fields) return { message: reasons, remedy: 'none' }
      // A role has nothing to edit. Who takes over and has too many events may delete one.
      return { message: reasons || texts.rejectedInvalid(), remedy: entityOf(op) === 'staff' ? 'again' : 'edit' }
    case 'STALE':
      if (op.type === 'application.withdraw') return { message: texts.rejectedGotPlace(), remedy: 'none' }
      if (op.type === 'application.moveUp') return { message: texts.rejectedNotWaiting(), remedy: 'none' }
      if (op.type === 'application.delete') return { message: texts.rejectedPlaceIsYours(), remedy: 'none' }
      if (op.type === 'staff.takeOver') return { message: texts.rejectedOfferEnded(), remedy: 'none' }
      // An offer that a restored database has forgotten comes back with the runner's phone.
      if (op.type === 'application.takeOver') return { message: texts.rejectedOfferEnded(), remedy: 'again' }
      if (op.type === 'application.claim') return { message: texts.rejectedClaimed(), remedy: 'none' }
      if (op.type === 'marathon.publish') return { message: texts.rejectedOfficial(), remedy: 'none' }
      return { message: texts.rejectedStale(), remedy: 'again' }
  }
  if (code === 'NOT_FOUND' && TAKES.includes(op.type)) return { message: texts.rejectedNoEntry(), remedy: 'none' }
  if (Object.hasOwn(PLAIN, code)) {
    const [text, remedy] = PLAIN[code]
    return { message: text(), remedy }
  }
  // A newer server may reject with a code that this app does not know. Its fields still say what is wrong.
  return { message: reasons ? texts.rejectedUnknownBecause({ reasons }) : texts.rejectedUnknown(), remedy: 'again' }
}

/**
 * What the server has kept of an edit of who was removed meanwhile, so that the organiser decides: the field that names
 * it, as `checkIn`, `entry` or `bib`.
 */
export function withOrganiser(fields: FieldErrors = {}): string | undefined {
  return Object.keys(fields).find((field) => fields[field]?.code === 'WITH_ORGANISER')
}

/** The ops that a link to an entry makes. */
const TAKES = ['application.takeOver', 'application.claim']

function forbiddenMessage(op: Op, fields: FieldErrors): string {
  const what = withOrganiser(fields)
  if (what) return texts.rejectedHandedOver({ what })
  if (entityOf(op) === 'notice') return texts.rejectedNotice()
  if (entityOf(op) === 'staff') return texts.rejectedStaff()
  if (op.type === 'marathon.delete') return texts.rejectedNotOwner()
  if (op.type === 'application.claim') return texts.rejectedHelperClaims()
  if (entityOf(op) === 'application') return texts.rejectedEntry()
  return entityOf(op) === 'checkIn' ? texts.rejectedCheckIn() : texts.rejectedForeignEvent()
}

/** What is gone, where it is not the event. */
const GONE: Partial<Record<string, () => string>> = {
  'checkIn.create': texts.goneScan,
  'application.assignBib': texts.goneEntrant,
  'application.confirm': texts.goneEntry,
  'application.correct': texts.goneEntry,
  'application.moveUp': texts.goneEntry,
  'application.update': texts.goneApplication,
  'application.offer': texts.goneOwnPlace,
  'application.defer': texts.goneOwnPlace,
  'application.takeOver': texts.gonePlace,
  'application.claim': texts.goneClaim,
  'staff.update': texts.goneStaff,
}
