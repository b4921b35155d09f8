import type { Context } from 'hono'
import { Problem } from '../../contract/problem.ts'
import type { App } from '../env.ts'

const RETRY_AFTER_S = 2

/** The one place where a failure becomes an answer. Whatever is not ours is transient, and told without details. */
export function sendProblem(error: Error, c: Context<App>): Response {
  if (error instanceof Problem) return problemResponse(error)
  // The message may hold SQL or what a user typed; its class is all that is logged.
  console.error(JSON.stringify({ event: 'unexpected', requestId: c.get('requestId'), error: error.name }))
  const detail = 'Something failed here. Try again.'
  return problemResponse(new Problem('UNAVAILABLE', detail, { retryAfterSeconds: RETRY_AFTER_S }))
}

/** A problem as RFC 9457 says it, never cached. */
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
