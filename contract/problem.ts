import type { FieldErrors } from './field-errors.ts'

/** Every problem that the API returns, with its HTTP status and title (RFC 9457). */
export const PROBLEMS = {
  UNAUTHENTICATED: { status: 401, title: 'Sign in first' },
  FORBIDDEN: { status: 403, title: 'Not yours to do' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  WRONG_ACCOUNT: { status: 409, title: 'Signed in as somebody else' },
  REG_CLOSED: { status: 409, title: 'Registration is not open' },
  REG_OPEN: { status: 409, title: 'Registration is still open' },
  ALREADY_APPLIED: { status: 409, title: 'This person is already registered' },
  BIB_TAKEN: { status: 409, title: 'This bib is taken' },
  FULL: { status: 409, title: 'The event is full' },
  ACCOUNT_LIMIT: { status: 409, title: 'No more applications of this account' },
  GONE: { status: 410, title: 'Deleted' },
  STALE: { status: 412, title: 'Changed in the meantime' },
  TOO_LARGE: { status: 413, title: 'Too large' },
  UNSUPPORTED_MEDIA: { status: 415, title: 'JSON is expected' },
  INVALID: { status: 422, title: 'Invalid input' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  UNAVAILABLE: { status: 503, title: 'Try again later' },
} as const

export type ProblemCode = keyof typeof PROBLEMS
export const PROBLEM_CODES = Object.keys(PROBLEMS) as ProblemCode[]

/**
 * An `application/problem+json` body. Its schema is in problem-schema, so that the app needs no zod to read a problem.
 */
export interface ProblemBody {
  type: string
  title: string
  status: number
  detail: string
  code: ProblemCode
  fields?: FieldErrors | undefined
}

/**
 * A failure that the worker and the app know. The worker throws it; the app builds it again from the response. Code
 * decides by `code` and never by the text.
 */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly fields: FieldErrors | undefined
  /** Seconds to wait before the next attempt, if the server sends Retry-After. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ProblemCode,
    detail: string,
    more: { fields?: FieldErrors | undefined; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(detail)
    this.name = 'Problem'
    this.code = code
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }

  /** HTTP status of the problem. */
  get status() {
    return PROBLEMS[this.code].status
  }

  /** The RFC 9457 body. */
  toBody(): ProblemBody {
    return {
      type: `urn:startline:problem:${this.code.toLowerCase().replaceAll('_', '-')}`,
      title: PROBLEMS[this.code].title,
      status: this.status,
      detail: this.message,
      code: this.code,
      ...(this.fields ? { fields: this.fields } : {}),
    }
  }
}

/** The problem of a session that the account or an operator has ended. It names the field `session`. */
export function endedSession(): Problem {
  return new Problem('UNAUTHENTICATED', 'This session was ended. Sign in again.', {
    fields: { session: { code: 'ENDED' } },
  })
}

/** The problem of a session whose account was deleted. It names the field `account` too. */
export function deletedAccount(): Problem {
  return new Problem('UNAUTHENTICATED', 'This account was deleted.', {
    fields: { session: { code: 'ENDED' }, account: { code: 'DELETED' } },
  })
}

/** Does an error say that the session ended because its account was deleted? */
export function isAccountDeleted(error: unknown): boolean {
  return isSessionEnded(error) && (error as Problem).fields?.account !== undefined
}

/** Does an error say that the session was ended? A session that is only too old does not. */
export function isSessionEnded(error: unknown): boolean {
  return error instanceof Problem && error.code === 'UNAUTHENTICATED' && error.fields?.session !== undefined
}
