import { cacheNames, clientsClaim } from 'workbox-core'
import type { PrecacheEntry } from 'workbox-precaching'
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { isUsedFile, serveUsedFiles } from './used-files.ts'

/** The cache with the code of the previous version, for tabs that still run it. */
const PREVIOUS = 'previous-version'
const ROOT_ELEMENT = '<div id="root">'
/** The pages, by the addresses that they are fetched from. */
const PAGES = ['/', '/index.html', '/login', '/login.html', '/event', '/event.html', '/shell', '/shell.html']

/**
 * Serves the files of the app from the disk. Pages too.
 * @param all the files of this version, also those that only some phones keep
 */
export function serveShell(self: ServiceWorkerGlobalScope, all: (string | PrecacheEntry)[]) {
  const manifest = all.filter((entry) => !isUsedFile(pathOf(entry)))
  serveUsedFiles(self, all.map(pathOf).filter(isUsedFile))
  self.addEventListener('install', (event) => event.waitUntil(keepPreviousVersion(manifest)))
  addPlugins([
    { cacheWillUpdate: async ({ response, request }) => ((await isOurs(request, response)) ? response : null) },
  ])
  precacheAndRoute(manifest)
  // Controls the page of the first visit too, because its next screen may be opened without a network.
  clientsClaim()
  cleanupOutdatedCaches()
  // The pages that the build has rendered, and one for every other address (web/build/prerender.ts).
  const serve = (file: string, denylist: RegExp[], allowlist?: RegExp[]) => {
    // The development server has no page but index.html.
    if (!manifest.some((entry) => pathOf(entry) === file)) return
    registerRoute(new NavigationRoute(createHandlerBoundToURL(file), { denylist, ...(allowlist ? { allowlist } : {}) }))
  }
  serve('/index.html', [], [/^\/(\?.*)?$/])
  serve('/login.html', [], [/^\/login(\?.*)?$/])
  serve('/event.html', [], [/^\/e\/[^/.?]+(\?.*)?$/])
  // An address with a dot is no screen, but those of links to an entry and of mails: the calendars and the sitemap come
  // from the worker (worker/pages/public-paths.ts).
  serve('/shell.html', [/^\/api(\/|$)/, /^(?!\/(take|unsubscribe)\/)[^?]*\.[^/?]*(\?|$)/])
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async ({ request }) => (await caches.match(request, { cacheName: PREVIOUS })) ?? fetch(request),
  )
}

/**
 * Tells whether a response is really the requested file of the app. A captive portal or an unfinished deploy may send
 * an HTML page instead of a script. The whole installation then fails, and the installed version stays.
 */
async function isOurs(request: Request, response: Response): Promise<boolean> {
  if (response.status !== 200) return false
  const isPage = (response.headers.get('Content-Type') ?? '').startsWith('text/html')
  const { pathname } = new URL(request.url)
  if (!PAGES.includes(pathname)) return !isPage
  return isPage && (await response.clone().text()).includes(ROOT_ELEMENT)
}

/**
 * Copies the code of the installed version into its own cache. When the new version takes over, Workbox deletes the old
 * files. A second tab may still need them, and the server no longer has them. They are kept for one version.
 */
async function keepPreviousVersion(manifest: (string | PrecacheEntry)[]) {
  const precache = await caches.open(cacheNames.precache)
  const next = new Set(manifest.map(pathOf))
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

function pathOf(entry: string | PrecacheEntry): string {
  return `/${typeof entry === 'string' ? entry : entry.url}`.replace('//', '/')
}
