import { Problem } from '../../../contract/problem.ts'
import { callProblem, type LoadProblem } from '../../calls/load-problem.ts'
import { portalMessage } from '../../status/portal-message.ts'
import { refusalMessage } from '../../status/refusal-message.ts'
import * as texts from '../../texts/compiled/staff.js'

/**
 * Why a call about invitations failed, as a sentence for the organiser.
 * @param shownProblem the problem that another notice of the screen shows already
 */
export function callFailure(error: unknown, shownProblem: LoadProblem | null = null): string {
  const problem = callProblem(error)
  if (problem === 'failed') return texts.brokenAnswer()
  if (problem === shownProblem && problem !== null) return texts.needsNetwork()
  if (problem === 'offline') return texts.offlineNeedsNetwork()
  if (problem === 'portal') return portalMessage()
  if (!(error instanceof Problem)) throw error
  switch (error.code) {
    case 'NOT_FOUND':
      return texts.serverLacksEvent()
    case 'UNAUTHENTICATED':
      return texts.sessionEnded()
    default:
      return refusalMessage(error) ?? texts.serverFailed()
  }
}
