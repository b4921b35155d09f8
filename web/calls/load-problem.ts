import { NoResponse } from './call-api.ts'

/**
 * Why something could not be fetched.
 * - `offline`: the phone has no network.
 * - `portal`: something other than our server responds, for example a captive portal.
 * - `failed`: the server cannot be reached, or does not respond as it should.
 */
export type LoadProblem = 'offline' | 'portal' | 'failed'

/** What is wrong with the network or the server, after a call failed; null if the server refused it. */
export function callProblem(error: unknown): LoadProblem | null {
  if (!(error instanceof NoResponse)) return null
  return error.reason === 'unreachable' ? 'offline' : loadProblem(error)
}

/** The problem behind the error of a fetch. */
export function loadProblem(error: unknown): LoadProblem {
  // A portal responds, so the phone has a network, whatever the browser says.
  if (error instanceof NoResponse && error.reason === 'foreign') return 'portal'
  return navigator.onLine ? 'failed' : 'offline'
}
