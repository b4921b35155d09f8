/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import type { ServiceWorkerMessage } from '../pwa/tell-service-worker.ts'
import { syncInBackground } from './background.ts'
import { answerPicture, keepRacePictures } from './pictures.ts'
import { serveShell } from './shell.ts'
import { takeOverWhenDead } from './take-over.ts'

declare const self: ServiceWorkerGlobalScope

// What works with no network: the app from the disk, and pictures. API answers are never cached here; what the
// account knows is in IndexedDB.
serveShell(self, self.__WB_MANIFEST)
registerRoute(({ request, url }) => request.destination === 'image' && !url.pathname.startsWith('/api/'), answerPicture)
syncInBackground(self)
takeOverWhenDead(self)

self.addEventListener('message', (event) => {
  const message = event.data as ServiceWorkerMessage | { type: 'SKIP_WAITING' } | null
  switch (message?.type) {
    // An update is offered, never forced: it takes over when the page says so.
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting())
      break
    case 'CLAIM':
      event.waitUntil(self.clients.claim())
      break
    case 'KEEP_PICTURES':
      event.waitUntil(
        keepRacePictures()
          .catch(() => undefined)
          .then(() => event.ports[0]?.postMessage('done')),
      )
      break
  }
})
