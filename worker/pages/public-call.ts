import type { Env } from '../env.ts'

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
