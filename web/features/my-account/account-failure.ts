import { Problem } from '../../../contract/problem.ts'
import { callProblem } from '../../calls/load-problem.ts'
import { portalMessage } from '../../status/portal-message.ts'
import { rateLimitMessage } from '../../status/refusal-message.ts'
import * as texts from '../../texts/compiled/my-account.js'

/** Why a call about the account failed, as a sentence for its user. */
export function accountFailure(error: unknown): string {
  const problem = callProblem(error)
  if (problem === 'offline') return texts.needsNetwork()
  if (problem === 'portal') return portalMessage()
  if (problem === null && error instanceof Problem) {
    if (error.code === 'RATE_LIMITED') return rateLimitMessage(error)
    if (error.code === 'WRONG_ACCOUNT') return texts.otherAccount()
    if (error.code === 'UNAUTHENTICATED') return texts.sessionEnded()
  }
  return texts.serverFailed()
}
