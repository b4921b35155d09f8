import { entityOf } from '../../../contract/ops.ts'
import type { ProblemCode } from '../../../contract/problem.ts'
import type { Op } from '../../../contract/sync.ts'
import { toSentences } from '../forms/field-errors.ts'

/** What the user can do about a rejected edit. */
type Remedy = 'edit' | 'again' | 'waitingList' | 'none'

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
  fields: Record<string, string> = {},
  cancelled?: string | null,
): Reason {
  switch (code) {
    case 'REG_CLOSED':
      // To send it again cannot help until the organiser takes the cancellation back. Then this text changes.
      if (cancelled) {
        return { message: `The event is cancelled, so nobody can register. The reason: ${cancelled}`, remedy: 'none' }
      }
      return {
        message:
          'The registration reached us too late: it was not open when it arrived. The organiser may still help, or may open it again.',
        remedy: 'again',
      }
    case 'REG_OPEN':
      return { message: 'The draw is possible once registration has closed.', remedy: 'again' }
    case 'FULL':
      return {
        message: 'The event is full: the last place was taken before this arrived. You may join the waiting list.',
        remedy: 'waitingList',
      }
    case 'ALREADY_APPLIED':
      return { message: 'This person is already registered for this event.', remedy: 'edit' }
    case 'BIB_TAKEN':
      return {
        message: `${Object.values(toSentences(fields)).join(' ') || 'Another entrant has this bib.'} Choose another one.`,
        remedy: 'edit',
      }
    case 'GONE':
      return goneReason(op)
    case 'NOT_FOUND':
      return { message: 'It is not there any more, or it never reached us.', remedy: 'none' }
    case 'FORBIDDEN':
      return { message: forbiddenMessage(op, fields), remedy: 'none' }
    case 'INVALID':
      return {
        message: Object.values(toSentences(fields)).join(' ') || 'Something in it is not as it must be.',
        // No other gate makes room for one more scan of the same entry.
        remedy: 'checkIns' in fields ? 'none' : 'edit',
      }
    case 'STALE':
      if (op.type === 'application.delete') {
        const message =
          'A place became free before this arrived, and it is yours. You can still delete the application.'
        return { message, remedy: 'none' }
      }
      return { message: 'It was changed elsewhere in the meantime.', remedy: 'again' }
    case 'TOO_LARGE':
      return { message: 'It is too large to be sent. Shorten the text.', remedy: 'edit' }
    case 'UNAUTHENTICATED':
      return { message: 'You were not signed in when it arrived. Log in, then send it again.', remedy: 'again' }
    case 'WRONG_ACCOUNT':
      return { message: 'It was made by another account than the one that sent it.', remedy: 'none' }
    case 'UNSUPPORTED_MEDIA':
      return {
        message: 'This version of the app could not make itself understood. Update it, then send it again.',
        remedy: 'again',
      }
    case 'RATE_LIMITED':
      return { message: 'Too many changes arrived at once. Wait a minute, then send it again.', remedy: 'again' }
    case 'UNAVAILABLE':
      return { message: 'The server could not take it just then.', remedy: 'again' }
    default:
      return unknownReason(code, fields)
  }
}

/** A newer server may reject with a code that this app does not know. Its fields still say what is wrong. */
function unknownReason(_code: never, fields: Record<string, string>): Reason {
  const reasons = Object.values(toSentences(fields)).join(' ')
  const told = reasons ? `: ${reasons}` : '.'
  return { message: `The server did not accept it${told} Update the app, then try again.`, remedy: 'again' }
}

function forbiddenMessage(op: Op, fields: Record<string, string>): string {
  // The server has stored the scan of a helper who was removed meanwhile.
  if ('checkIn' in fields) {
    return 'You do not help at this event any more. The organiser has this scan and decides whether it counts.'
  }
  if (entityOf(op) === 'notice') return 'Only the organiser of this event may write and delete its notices.'
  return entityOf(op) === 'checkIn'
    ? 'You may not check entrants in at this event.'
    : 'Only the organiser who made this event may change it.'
}

function goneReason(op: Op): Reason {
  if (op.type === 'checkIn.create') {
    return { message: 'This entry was withdrawn before the scan arrived, or its event was deleted.', remedy: 'none' }
  }
  if (op.type === 'application.assignBib') {
    return { message: 'This entrant withdrew, so the bib is not needed.', remedy: 'none' }
  }
  if (op.type === 'application.update') {
    return { message: 'This application was deleted. Your text is kept here until you discard it.', remedy: 'none' }
  }
  return {
    message: 'This event was deleted. Your text is kept here until you discard it.',
    // A create that is sent again gets a new id. Other ops on a deleted marathon cannot succeed.
    remedy: op.type === 'marathon.create' ? 'again' : 'none',
  }
}
