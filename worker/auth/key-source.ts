import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { expected } from '../../contract/errors.ts'

/**
 * Shortest time between two fetches, failed ones included: requests with forged key ids must not cause many fetches.
 */
const COOLDOWN_MS = 30_000
const TIMEOUT_MS = 5000
const DEFAULT_FRESH_MS = 3_600_000
const MIN_FRESH_MS = 300_000
const MAX_FRESH_MS = 86_400_000

/** The signing keys could not be fetched, so nobody knows whether the token is valid. */
export class KeysUnavailable extends Error {}

/** Where the signing keys come from. Tests pass their own `fetch` and clock. */
export interface KeySourceOptions {
  url: string
  fetch?: typeof fetch
  /** ms since the epoch */
  now?: () => number
}

/**
 * Signing keys from a JWKS address, for jose's `jwtVerify`. jose's own set fails when it is old and the fetch fails: while
 * Google's key server is out, nobody could sign in. Here a key that Google withdraws in an outage is accepted until the
 * outage ends; tokens live an hour.
 * - A set is fresh for the max-age of its response. A stale set stays in use while no newer one can be fetched.
 * - A key id that the set does not contain (after a rotation) causes a new fetch, at most every 30 s.
 * - Requests never share a fetch: a Worker must not wait for the I/O of another request.
 *
 * The returned function throws KeysUnavailable if there is no set, or if the key is unknown and the last fetch failed;
 * it throws jose's JWKSNoMatchingKey if the newest set does not contain the key.
 */
export function createKeySource({ url, fetch: get = fetch, now = Date.now }: KeySourceOptions): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | undefined
  let freshUntil = 0
  let triedAt = Number.NEGATIVE_INFINITY
  let failed = false

  async function refresh(): Promise<void> {
    triedAt = now()
    failed = true
    try {
      const response = await get(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      const set = (await response.json()) as JSONWebKeySet
      // A body without keys throws, which counts as a failure too.
      if (!response.ok || set.keys.length === 0) return
      keys = createLocalJWKSet(set)
      freshUntil = now() + freshMs(response.headers.get('Cache-Control'))
      failed = false
    } catch {
      // The set that was fetched before stays in use.
      expected('no-answer')
    }
  }

  const mayTry = () => now() - triedAt >= COOLDOWN_MS

  return async (header, token) => {
    if (!keys || (now() >= freshUntil && mayTry())) await refresh()
    if (!keys) throw new KeysUnavailable()
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      if (mayTry()) await refresh()
      if (failed) throw new KeysUnavailable()
      return await keys(header, token)
    }
  }
}

function freshMs(cacheControl: string | null): number {
  const seconds = Number(/max-age=(\d{1,9})/.exec(String(cacheControl))?.[1] ?? DEFAULT_FRESH_MS / 1000)
  return Math.min(Math.max(seconds * 1000, MIN_FRESH_MS), MAX_FRESH_MS)
}
