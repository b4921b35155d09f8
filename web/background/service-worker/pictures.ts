import { ExpirationPlugin } from 'workbox-expiration'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { expected, recordError } from '../../../contract/errors.ts'
import { BROWSED_PICTURES, PACK_PICTURES } from '../../store/rows/race-pictures.ts'
import { untilEnded } from './ending.ts'

const MAX_BROWSED = 120
const MAX_BROWSED_AGE_S = 60 * 24 * 60 * 60
const TIMEOUT_MS = 20_000

/**
 * Tells whether a response is a picture. An opaque response counts as one, because its headers cannot be read. The HTML
 * page of a captive portal is not a picture.
 */
export function isPicture(response: Response): boolean {
  if (response.type === 'opaque') return true
  return response.status === 200 && (response.headers.get('Content-Type') ?? '').startsWith('image/')
}

/**
 * Stores pictures that the user has looked at. Their number and age are limited, and opaque responses are not stored.
 */
const browsed = new StaleWhileRevalidate({
  cacheName: BROWSED_PICTURES,
  plugins: [
    {
      requestWillFetch: async ({ request, state }) => {
        if (state) state.uid = await signedInUid()
        // A request that is made from another one loses its referrer policy.
        return new Request(request, { signal: untilEnded(), referrerPolicy: request.referrerPolicy })
      },
      // A picture that comes after a logout would bring back a cache that the logout has deleted.
      cacheWillUpdate: async ({ response, state }) => {
        if (response.type === 'opaque' || !isPicture(response)) return null
        return state && state.uid !== (await signedInUid()) ? null : response
      },
    },
    new ExpirationPlugin({ maxEntries: MAX_BROWSED, maxAgeSeconds: MAX_BROWSED_AGE_S, purgeOnQuotaError: true }),
  ],
})

/** Who is signed in; null for a visitor. */
async function signedInUid(): Promise<string | null> {
  const { storedSession } = await import('../../store/device-db.ts')
  return (await storedSession().catch((error) => recordError(error, null)))?.uid ?? null
}

/** Addresses of the pictures that this service worker has fetched again since it started. */
const refreshed = new Set<string>()

/**
 * Handles a request for a picture. It looks in the race packs first, and then in the cache of browsed pictures. The
 * browser cannot use a stored opaque response for a CORS request. Such a request fails at once, and the page then asks
 * without CORS.
 */
export async function respondWithPicture({ request, event }: { request: Request; event: ExtendableEvent }) {
  const pack = await caches.open(PACK_PICTURES)
  const kept = await pack.match(request.url, { ignoreVary: true })
  if (!kept) return browsed.handle({ request, event })
  if (!refreshed.has(request.url)) {
    refreshed.add(request.url)
    event.waitUntil(fetchInto(pack, request.url, kept.type === 'opaque').catch(() => expected('no-answer')))
  }
  return kept.type === 'opaque' && request.mode === 'cors' ? Response.error() : kept
}

/**
 * Fetches a picture and stores it. It tries CORS first. It tries without CORS only if another opaque response may be
 * stored. @returns the type of the response; null if no picture was stored
 */
export async function fetchInto(
  pack: Cache,
  url: string,
  mayBeOpaque: boolean,
  ended = untilEnded(),
): Promise<Response['type'] | null> {
  const options = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const
  const fetchPicture = (mode: RequestMode) =>
    fetch(url, { ...options, mode, signal: AbortSignal.any([ended, AbortSignal.timeout(TIMEOUT_MS)]) })
  let response = await fetchPicture('cors').catch(() => expected('no-answer', null))
  if (!response && mayBeOpaque) response = await fetchPicture('no-cors')
  if (!response || !isPicture(response)) return null
  await pack.put(url, response)
  return response.type
}
