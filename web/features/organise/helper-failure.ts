import { Problem } from '../../../contract/problem.ts'
import { callProblem, type LoadProblem } from '../../api/load-problem.ts'
import { PORTAL_MESSAGE } from '../../shared/sync/portal-message.ts'

const NEEDS_NETWORK = 'Helpers are managed with a network.'

/**
 * Why a call about helpers failed, as a sentence for the organiser.
 * @param shownProblem the problem that another notice of the screen shows already
 */
export function helperFailure(error: unknown, shownProblem: LoadProblem | null = null): string {
  const problem = callProblem(error)
  if (problem === 'failed') return 'The server did not answer as it should. Try again.'
  if (problem === shownProblem && problem !== null) return NEEDS_NETWORK
  if (problem === 'offline') return `You are offline. ${NEEDS_NETWORK}`
  if (problem === 'portal') return PORTAL_MESSAGE
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
