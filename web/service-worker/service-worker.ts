/// <reference lib="webworker" />
import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { AccountDb } from '../data/account-db.ts'
import { storedSession } from '../data/device-db.ts'
import { runSync } from '../sync/run-sync.ts'

declare const self: ServiceWorkerGlobalScope

const MAX_PICTURES = 120
const MAX_PICTURE_AGE_S = 60 * 24 * 60 * 60

// The shell: every page of the app is the same index.html, from the disk.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }))

// Pictures of events, few enough: an opaque one counts about 7 MB of quota. API answers are never cached here.
registerRoute(
  ({ request, url }) => request.destination === 'image' && !url.pathname.startsWith('/api/'),
  new StaleWhileRevalidate({
    cacheName: 'pictures',
    plugins: [
      new CacheableResponsePlugin({ statuses: [0, 200] }),
      new ExpirationPlugin({ maxEntries: MAX_PICTURES, maxAgeSeconds: MAX_PICTURE_AGE_S, purgeOnQuotaError: true }),
    ],
  }),
)

// An update is offered, never forced: it takes over when the page says so.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

// Background Sync: the same pass as in a page, for the account that is signed in. A failure is tried again by the browser.
self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent
  if (tag.startsWith('sync:')) (event as SyncEvent).waitUntil(sendQueue(tag.slice('sync:'.length)))
})

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

async function sendQueue(uid: string) {
  // Never for an account that has logged out since: its queue waits for it.
  if ((await storedSession())?.uid !== uid) return
  const db = new AccountDb(uid)
  try {
    await runSync(db)
  } finally {
    db.close()
  }
}
