import { Problem } from '../../../../contract/problem.ts'
import { callProblem } from '../../../calls/load-problem.ts'
import { portalMessage } from '../../../status/portal-message.ts'
import { refusalMessage } from '../../../status/refusal-message.ts'
import * as texts from '../../../texts/compiled/publish.js'

/**
 * Why results were not signed, as a sentence for the organiser. Where no answer came, nobody knows whether they were: the
 * call may have arrived, and to repeat it does no harm.
 */
export function signFailure(error: unknown): string {
  const problem = callProblem(error)
  if (problem === 'portal') return portalMessage()
  if (problem !== null) return navigator.onLine ? texts.noAnswer() : texts.offlineNow()
  if (!(error instanceof Problem)) throw error
  switch (error.code) {
    case 'INVALID':
      return error.fields?.rows ? texts.nobodyToSign() : (refusalMessage(error) ?? texts.serverFailed())
    case 'STALE':
      return texts.listChanged()
    case 'NOT_FOUND':
      return texts.noSuchEvent()
    case 'FORBIDDEN':
      return texts.notOrganiser()
    case 'UNAUTHENTICATED':
      return texts.sessionEnded()
    default:
      return refusalMessage(error) ?? texts.serverFailed()
  }
}

/**
 * Did the server refuse to make the results official because they are? Somebody else did it, or a call whose answer was
 * lost.
 */
export function isOfficialAlready(error: unknown): boolean {
  return error instanceof Problem && error.code === 'INVALID' && error.fields?.reason?.code === 'REQUIRED'
}
