import type { Context } from 'hono'
import { Problem } from '../../contract/problem.ts'
import type { App } from '../env.ts'
import { logFailure } from '../ops/log-failure.ts'

const RETRY_AFTER_S = 2

/**
 * Turns every error of the API into a response. An error that is not a Problem becomes UNAVAILABLE, without details: it
 * is transient. Of a response that the handler has made already, nothing is left: Hono would keep its headers (a Link, an
 * ETag), and they tell what an ended session must not read.
 */
export function sendProblem(error: Error, c: Context<App>): Response {
  c.res = undefined
  if (error instanceof Problem) return problemResponse(error)
  logFailure('unexpected', error, { requestId: c.get('requestId') })
  const detail = 'Something failed here. Try again.'
  return problemResponse(new Problem('UNAVAILABLE', detail, { retryAfterSeconds: RETRY_AFTER_S }))
}

/** A problem as `application/problem+json` (RFC 9457). It is never cached. */
export function problemResponse(problem: Problem): Response {
  const retry = problem.retryAfterSeconds
  return new Response(JSON.stringify(problem.toBody()), {
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...(retry === undefined ? {} : { 'Retry-After': String(retry) }),
    },
  })
}
