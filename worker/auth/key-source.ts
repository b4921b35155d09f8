import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'

/** After a try to fetch, a failed one too, the next waits this long: forged key ids must not become traffic. */
const COOLDOWN_MS = 30_000
const TIMEOUT_MS = 5000
const DEFAULT_FRESH_MS = 3_600_000
const MIN_FRESH_MS = 300_000
const MAX_FRESH_MS = 86_400_000

/** No key set could be had, ever: the token is neither good nor bad. */
export class KeysUnavailable extends Error {
  override name = 'KeysUnavailable'
}

export interface KeySourceOptions {
  url: string
  fetch?: typeof fetch
  /** ms since the epoch */
  now?: () => number
}

/**
 * Signing keys from a JWKS address, for jose's `jwtVerify`.
 * - A set is fresh as long as its answer's max-age says. A stale one serves while a newer cannot be had.
 * - A key id that the set lacks (rotation) fetches it anew, at most every 30 s.
 * - A fetch is never shared between requests: a Worker may not wait for another request's I/O.
 * @throws KeysUnavailable where there is no set, or the newest could not be asked about an unknown key;
 *   jose's JWKSNoMatchingKey where the newest set lacks the key
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
      if (!response.ok || !(set.keys?.length > 0)) return
      keys = createLocalJWKSet(set)
      freshUntil = now() + freshMs(response.headers.get('Cache-Control'))
      failed = false
    } catch {
      // What was fetched before still serves.
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
  const seconds = Number(/max-age=(\d{1,9})/.exec(cacheControl ?? '')?.[1] ?? DEFAULT_FRESH_MS / 1000)
  return Math.min(Math.max(seconds * 1000, MIN_FRESH_MS), MAX_FRESH_MS)
}
