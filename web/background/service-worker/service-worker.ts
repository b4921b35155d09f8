/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import { expected, recordError } from '../../../contract/errors.ts'
import { keepErrors } from '../../store/error-log.ts'
import type { ServiceWorkerMessage } from '../tell-service-worker.ts'
import { syncInBackground } from './background.ts'
import { endWork } from './ending.ts'
import { respondWithPicture } from './pictures.ts'
import { showPushes } from './push.ts'
import { serveShell } from './shell.ts'
import { takeOverWhenDead } from './take-over.ts'
import { USED_FILES } from './used-files.ts'

declare const self: ServiceWorkerGlobalScope

/** An install event in a browser with static routes, which TypeScript's library does not know. */
interface RoutableInstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: string }; source: 'network' | 'cache' | 'fetch-event' }[]): Promise<void>
}

keepErrors()
// These parts work without a network: the app's files and the pictures. API responses are never cached here, because
// the account's data is in IndexedDB.
serveShell(self, self.__WB_MANIFEST)
// Where the browser can, it sends the calls of the API and reads the app's code without asking this worker. They would
// start it, and no new version can take over until 30 s after its last event. The first rule that matches counts.
self.addEventListener('install', (event: RoutableInstallEvent) => {
  const routed = event.addRoutes?.([
    { condition: { urlPattern: '/api/*' }, source: 'network' },
    ...USED_FILES.map((urlPattern) => ({ condition: { urlPattern }, source: 'fetch-event' as const })),
    { condition: { urlPattern: '/assets/*' }, source: 'cache' },
  ])
  event.waitUntil(routed?.catch(() => expected('refused')) ?? Promise.resolve())
})
registerRoute(
  ({ request, url }) => request.destination === 'image' && !url.pathname.startsWith('/api/'),
  respondWithPicture,
)
syncInBackground(self)
showPushes(self)
takeOverWhenDead(self)

self.addEventListener('message', (event) => {
  const message = event.data as ServiceWorkerMessage | { type: 'SKIP_WAITING' } | null
  switch (message?.type) {
    // An update takes over only when the page asks for it.
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting())
      break
    case 'END_WORK':
      endWork()
      event.ports[0]?.postMessage('done')
      break
    case 'CLAIM':
      event.waitUntil(self.clients.claim())
      break
    case 'KEEP_PICTURES':
      event.waitUntil(
        import('./keep-race-pictures.ts')
          .then(({ keepRacePictures }) => keepRacePictures())
          .catch(recordError)
          .then(() => event.ports[0]?.postMessage('done')),
      )
      break
  }
})
