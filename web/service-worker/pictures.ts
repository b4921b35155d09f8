import { ExpirationPlugin } from 'workbox-expiration'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { AccountDb } from '../data/account-db.ts'
import { storedSession } from '../data/device-db.ts'
import { BROWSED_PICTURES, PACK_PICTURES, racePictures } from '../data/race-pictures.ts'

declare const self: ServiceWorkerGlobalScope

const MAX_BROWSED = 120
const MAX_BROWSED_AGE_S = 60 * 24 * 60 * 60
const TIMEOUT_MS = 20_000
/** A host without CORS gives opaque answers, which Chrome counts as about 7 MB each. */
const MAX_OPAQUE = 12

/** Is this a picture, as far as anybody may tell? A captive portal's page is none. */
export function isPicture(response: Response): boolean {
  if (response.type === 'opaque') return true
  return response.status === 200 && (response.headers.get('Content-Type') ?? '').startsWith('image/')
}

/** Pictures that were looked at: bounded, and never opaque. */
const browsed = new StaleWhileRevalidate({
  cacheName: BROWSED_PICTURES,
  plugins: [
    {
      cacheWillUpdate: async ({ response }) => (response.type !== 'opaque' && isPicture(response) ? response : null),
    },
    new ExpirationPlugin({ maxEntries: MAX_BROWSED, maxAgeSeconds: MAX_BROWSED_AGE_S, purgeOnQuotaError: true }),
  ],
})

/** Pictures that were asked for again while this worker lives. */
const refreshed = new Set<string>()

/**
 * Answers for a picture: from the pack of one's races, then as any other. A kept opaque answer cannot be given to
 * a request with CORS; that one fails at once, and the page asks again without.
 */
export async function answerPicture({ request, event }: { request: Request; event: ExtendableEvent }) {
  const pack = await caches.open(PACK_PICTURES)
  const kept = await pack.match(request.url, { ignoreVary: true })
  if (!kept) return browsed.handle({ request, event })
  if (!refreshed.has(request.url)) {
    refreshed.add(request.url)
    event.waitUntil(fetchInto(pack, request.url, kept.type === 'opaque').catch(() => undefined))
  }
  return kept.type === 'opaque' && request.mode === 'cors' ? Response.error() : kept
}

/**
 * Makes the pack's pictures those of the signed-in account's races: adds what is missing, drops the rest.
 * With nobody signed in it drops them all.
 */
export async function keepRacePictures(now = Date.now()): Promise<void> {
  const wanted = (await wantedPictures(now)).filter((url) => URL.canParse(url, self.location.origin))
  const pack = await caches.open(PACK_PICTURES)
  const urls = new Set(wanted.map((url) => new URL(url, self.location.origin).href))
  let opaque = 0
  for (const request of await pack.keys()) {
    if (!urls.has(request.url)) await pack.delete(request)
    else if ((await pack.match(request))?.type === 'opaque') opaque += 1
  }
  for (const url of urls) {
    if (await pack.match(url, { ignoreVary: true })) continue
    // One host that is gone keeps nobody else's picture away.
    const got = await fetchInto(pack, url, opaque < MAX_OPAQUE).catch(() => null)
    if (got === 'opaque') opaque += 1
  }
}

async function wantedPictures(now: number): Promise<string[]> {
  const session = await storedSession()
  if (!session) return []
  const db = new AccountDb(session.uid)
  try {
    return await racePictures(db, now)
  } finally {
    db.close()
  }
}

/** With CORS first; without it only where there is room for an opaque answer. */
async function fetchInto(pack: Cache, url: string, mayBeOpaque: boolean): Promise<Response['type'] | null> {
  const options = { credentials: 'omit', referrerPolicy: 'no-referrer' } as const
  let response = await fetch(url, { ...options, mode: 'cors', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => null,
  )
  if (!response && mayBeOpaque) {
    response = await fetch(url, { ...options, mode: 'no-cors', signal: AbortSignal.timeout(TIMEOUT_MS) })
  }
  if (!response || !isPicture(response)) return null
  await pack.put(url, response)
  return response.type
}
