import { cacheNames, clientsClaim } from 'workbox-core'
import type { PrecacheEntry } from 'workbox-precaching'
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** Code of the version before this one, for tabs that still run it. */
const PREVIOUS = 'previous-version'
const ROOT_ELEMENT = '<div id="root">'

/** Serves the app itself from the disk: every page is the same index.html. */
export function serveShell(self: ServiceWorkerGlobalScope, manifest: (string | PrecacheEntry)[]) {
  self.addEventListener('install', (event) => event.waitUntil(keepPreviousVersion(manifest)))
  addPlugins([
    { cacheWillUpdate: async ({ response, request }) => ((await isOurs(request, response)) ? response : null) },
  ])
  precacheAndRoute(manifest)
  // The page of the very first visit as well: its next screen may be asked for with no network.
  clientsClaim()
  cleanupOutdatedCaches()
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api(\/|$)/] }))
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async ({ request }) => (await caches.match(request, { cacheName: PREVIOUS })) ?? fetch(request),
  )
}

/**
 * A file of ours is what its name says. A page in the place of a script (a captive portal, a half-done deploy) makes
 * the whole installation fail, and the version before stays.
 */
async function isOurs(request: Request, response: Response): Promise<boolean> {
  if (response.status !== 200) return false
  const isPage = (response.headers.get('Content-Type') ?? '').startsWith('text/html')
  const { pathname } = new URL(request.url)
  if (pathname !== '/' && pathname !== '/index.html') return !isPage
  return isPage && (await response.clone().text()).includes(ROOT_ELEMENT)
}

/**
 * While this version waits, the one before is whole in the precache. When it is taken, Workbox drops the old files;
 * a second tab may still need them, and the server has them no more. So they are kept for one version.
 */
async function keepPreviousVersion(manifest: (string | PrecacheEntry)[]) {
  const precache = await caches.open(cacheNames.precache)
  const next = new Set(manifest.map((entry) => `/${typeof entry === 'string' ? entry : entry.url}`.replace('//', '/')))
  const old = (await precache.keys()).filter(({ url }) => {
    const { pathname } = new URL(url)
    return pathname.startsWith('/assets/') && !next.has(pathname)
  })
  if (old.length === 0) return
  await caches.delete(PREVIOUS)
  const previous = await caches.open(PREVIOUS)
  for (const request of old) {
    const response = await precache.match(request)
    if (response) await previous.put(request, response)
  }
}
