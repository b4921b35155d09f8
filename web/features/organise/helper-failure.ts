import { Problem } from '../../../contract/problem.ts'
import { NoResponse } from '../../api.ts'
import { type LoadProblem, loadProblem } from '../../data/load-problem.ts'
import { PORTAL_MESSAGE } from '../../shared/sync/portal-message.ts'

const NEEDS_NETWORK = 'Helpers are managed with a network.'

/** What is wrong with the network or the server, after a call about helpers failed; null if the server refused. */
export function helperProblem(error: unknown): LoadProblem | null {
  if (!(error instanceof NoResponse)) return null
  return error.reason === 'unreachable' ? 'offline' : loadProblem(error)
}

/**
 * Why a call about helpers failed, as a sentence for the organiser.
 * @param said the problem that another notice of the screen tells already
 */
export function helperFailure(error: unknown, said: LoadProblem | null = null): string {
  const problem = helperProblem(error)
  if (problem === 'failed') return 'The server did not answer as it should. Try again.'
  if (problem === said && problem !== null) return NEEDS_NETWORK
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
