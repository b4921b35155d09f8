import { Problem } from '../../../contract/problem.ts'
import { callProblem } from '../../api/load-problem.ts'
import { PORTAL_MESSAGE } from '../../shared/sync/portal-message.ts'

/** Why a call about the account failed, as a sentence for its user. */
export function accountFailure(error: unknown): string {
  const problem = callProblem(error)
  if (problem === 'offline') return 'This needs a network. Try again once you have one.'
  if (problem === 'portal') return PORTAL_MESSAGE
  if (problem === null && error instanceof Problem) {
    if (error.code === 'RATE_LIMITED') return error.message
    if (error.code === 'WRONG_ACCOUNT') return 'Another account has logged in here meanwhile. Nothing was saved.'
    if (error.code === 'UNAUTHENTICATED') return 'Your session has ended. Log in again, then try again.'
  }
  return 'The server did not answer as it should. Try again.'
}
