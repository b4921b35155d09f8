import { Problem } from '../../contract/problem.ts'
import type { Env } from '../env.ts'
import { logFailure } from '../ops/log-failure.ts'

const RETRY_AFTER_S = 2

/** All that an answer to everybody may rest on: no cookie, no language and no query of the request is in it. */
export interface PublicCall {
  env: Env
  /** Scheme and host of the request. */
  origin: string
  /** The id in the path; null where the path has none, or has a text there that cannot be one. */
  id: string | null
  /** Whom a read of D1 is counted against (`countCall`). */
  countedAs: string
  /** ms since the epoch */
  now: number
}

/** The answer where the database failed or too much was asked for. */
export function failure(error: unknown): Response {
  const isProblem = error instanceof Problem
  if (!isProblem) logFailure('unexpected', error)
  const seconds = isProblem ? error.retryAfterSeconds : RETRY_AFTER_S
  return new Response(isProblem ? error.message : 'Something failed here. Try again.', {
    status: isProblem ? error.status : 503,
    headers: { 'Cache-Control': 'no-store', ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }) },
  })
}
