/**
 * The kill switch: what every phone runs in the place of its service worker while SERVICE_WORKER is `off`.
 * It takes over at once, empties the caches, goes, and has the open pages load from the network. IndexedDB, and with
 * it the queue, is not touched. A page that loads meanwhile installs it again; with no cache left it reloads nothing.
 */
export const ENDED_SERVICE_WORKER = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(end()))
async function end() {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
  if (names.length === 0) return
  for (const page of await self.clients.matchAll({ type: 'window' })) page.navigate(page.url).catch(() => {})
}
`

/** Never cached: a phone that asks again must see that the switch is back. */
export function endedServiceWorker(): Response {
  return new Response(ENDED_SERVICE_WORKER, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
