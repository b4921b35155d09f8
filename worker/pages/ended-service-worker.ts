/**
 * The kill switch: the service worker that every phone gets while SERVICE_WORKER is `off`.
 * It replaces the app's service worker at once, deletes the caches, unregisters itself and reloads the open pages,
 * which then load from the network. It does not touch IndexedDB and the outbox in it. A page that loads during this
 * time installs it again. It then finds no caches and reloads no page, so the pages do not reload for ever.
 *
 * It asks to be activated again and again. While the app's service worker is just starting, Chromium takes the first
 * request and then waits until that one was idle for 30 s.
 */
export const ENDED_SERVICE_WORKER = `
self.addEventListener('install', () => {
  self.skipWaiting()
  setInterval(() => self.skipWaiting(), 1000)
})
self.addEventListener('activate', (event) => event.waitUntil(end()))
async function end() {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
  if (names.length === 0) return
  for (const page of await self.clients.matchAll({ type: 'window' })) page.navigate(page.url).catch(() => {})
}
`

/** The response is never cached, so that a phone notices at its next check that the switch is on again. */
export function endedServiceWorker(): Response {
  return new Response(ENDED_SERVICE_WORKER, {
    headers: {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
