import type { Problem } from '../../contract/problem.ts'
import { toSentences } from '../forms/field-errors.ts'
import * as texts from '../texts/compiled/sync.js'

const MINUTE_S = 60

/** Why the server refused a call because of a limit, as a sentence. Null if it refused the call for another reason. */
export function refusalMessage(problem: Problem): string | null {
  if (problem.code === 'RATE_LIMITED') return rateLimitMessage(problem)
  if (problem.code !== 'INVALID') return null
  return Object.values(toSentences(problem.fields ?? {})).join(' ') || null
}

/** What a RATE_LIMITED says. The limits on requests last a minute; that on an account's changes may last longer. */
export function rateLimitMessage({ retryAfterSeconds = MINUTE_S }: Problem): string {
  if (retryAfterSeconds <= MINUTE_S) return texts.tooManyRequests()
  return texts.tooManyChanges({ minutes: Math.ceil(retryAfterSeconds / MINUTE_S) })
}
