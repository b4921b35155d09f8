import type { FieldErrors } from '../../contract/field-errors.ts'
import { entityOf } from '../../contract/ops.ts'
import type { ProblemCode } from '../../contract/problem.ts'
import type { Op } from '../../contract/sync.ts'
import { toSentences } from '../forms/field-errors.ts'
import * as texts from '../texts/compiled/sync.js'

/** What the user can do about a rejected edit. */
type Remedy = 'edit' | 'again' | 'waitingList' | 'namesake' | 'none'

/** The reason of a rejection as a text, with its remedy. */
export interface Reason {
  message: string
  remedy: Remedy
}

/**
 * The reason of a rejection, and what the user can do. The edit stays in the inbox until the user discards it.
 * @param cancelled why the marathon of the edit is cancelled now; nothing if it is not
 */
export function rejectionMessage(
  code: ProblemCode,
  op: Op,
  fields: FieldErrors = {},
  cancelled?: string | null,
): Reason {
  switch (code) {
    case 'REG_CLOSED':
      // To send it again cannot help until the organiser takes the cancellation back. Then this text changes.
      if (cancelled) {
        return { message: texts.rejectedCancelled({ reason: cancelled }), remedy: 'none' }
      }
      return { message: 'regStart' in fields ? texts.rejectedTooEarly() : texts.rejectedRegClosed(), remedy: 'again' }
    case 'REG_OPEN':
      return { message: texts.rejectedRegOpen(), remedy: 'again' }
    case 'FULL':
      return {
        message: texts.rejectedFull(),
        remedy: 'waitingList',
      }
    case 'ACCOUNT_LIMIT':
      return { message: Object.values(toSentences(fields)).join(' ') || texts.rejectedAccountLimit(), remedy: 'again' }
    case 'ALREADY_APPLIED':
      // Nobody can tell a namesake from a second ticket in a ballot.
      return 'namesake' in fields
        ? { message: texts.rejectedAppliedBallot(), remedy: 'edit' }
        : { message: texts.rejectedApplied(), remedy: 'namesake' }
    case 'BIB_TAKEN': {
      const reasons = Object.values(toSentences(fields)).join(' ')
      return { message: reasons ? texts.rejectedBibBecause({ reasons }) : texts.rejectedBib(), remedy: 'edit' }
    }
    case 'GONE':
      return goneReason(op)
    case 'NOT_FOUND':
      return { message: texts.rejectedNotFound(), remedy: 'none' }
    case 'FORBIDDEN':
      return { message: forbiddenMessage(op, fields), remedy: 'none' }
    case 'INVALID':
      return {
        message: Object.values(toSentences(fields)).join(' ') || texts.rejectedInvalid(),
        // No other gate makes room for one more scan of the same entry.
        remedy: 'checkIns' in fields ? 'none' : 'edit',
      }
    case 'STALE':
      if (op.type === 'application.delete') {
        return { message: texts.rejectedPlaceIsYours(), remedy: 'none' }
      }
      return { message: texts.rejectedStale(), remedy: 'again' }
    case 'TOO_LARGE':
      return { message: texts.rejectedTooLarge(), remedy: 'edit' }
    case 'UNAUTHENTICATED':
      return { message: texts.rejectedSignedOut(), remedy: 'again' }
    case 'WRONG_ACCOUNT':
      return { message: texts.rejectedWrongAccount(), remedy: 'none' }
    case 'UNSUPPORTED_MEDIA':
      return {
        message: texts.rejectedMedia(),
        remedy: 'again',
      }
    case 'RATE_LIMITED':
      return { message: texts.rejectedTooMany(), remedy: 'again' }
    case 'UNAVAILABLE':
      return { message: texts.rejectedUnavailable(), remedy: 'again' }
    default:
      return unknownReason(code, fields)
  }
}

/** A newer server may reject with a code that this app does not know. Its fields still say what is wrong. */
function unknownReason(_code: never, fields: FieldErrors): Reason {
  const reasons = Object.values(toSentences(fields)).join(' ')
  return { message: reasons ? texts.rejectedUnknownBecause({ reasons }) : texts.rejectedUnknown(), remedy: 'again' }
}

function forbiddenMessage(op: Op, fields: FieldErrors): string {
  // The server has stored the scan of a helper who was removed meanwhile.
  if ('checkIn' in fields) {
    return texts.rejectedHandedOver()
  }
  if (entityOf(op) === 'notice') return texts.rejectedNotice()
  return entityOf(op) === 'checkIn' ? texts.rejectedCheckIn() : texts.rejectedForeignEvent()
}

function goneReason(op: Op): Reason {
  if (op.type === 'checkIn.create') {
    return { message: texts.goneScan(), remedy: 'none' }
  }
  if (op.type === 'application.assignBib') {
    return { message: texts.goneEntrant(), remedy: 'none' }
  }
  if (op.type === 'application.update') {
    return { message: texts.goneApplication(), remedy: 'none' }
  }
  return {
    message: texts.goneEvent(),
    // A create that is sent again gets a new id. Other ops on a deleted marathon cannot succeed.
    remedy: op.type === 'marathon.create' ? 'again' : 'none',
  }
}
