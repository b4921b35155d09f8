import { Problem } from '../../../contract/problem.ts'
import { NoResponse } from '../../api.ts'

/** Why a call about helpers failed, as a sentence for the organiser. */
export function helperFailure(error: unknown): string {
  if (error instanceof NoResponse) {
    if (!navigator.onLine || error.reason === 'unreachable')
      return 'You are offline. Helpers are managed with a network.'
    return 'The server did not answer as it should. Try again.'
  }
  if (!(error instanceof Problem)) throw error
  switch (error.code) {
    case 'NOT_FOUND':
      return 'The server does not have this event. If you have just made it, try again once it is sent.'
    case 'INVALID':
    case 'RATE_LIMITED':
      return error.message
    case 'UNAUTHENTICATED':
      return 'Your session has ended. Log in again, then try again.'
    default:
      return 'The server could not do it now. Try again.'
  }
}
