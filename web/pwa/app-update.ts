import { Workbox } from 'workbox-window'
import type { RegistrarTask, ServiceWorkerMessage } from './tell-service-worker.ts'
import { setUpdateOffer } from './update-state.ts'

const CHECK_EVERY_MS = 60 * 60 * 1000
/** No other engine lets a worker register a service worker, and no other needs it. */
const IS_WEBKIT = globalThis.navigator?.vendor.startsWith('Apple')

/**
 * Registers the service worker. A new version waits until the user takes it: only then does it take over, and the
 * page loads anew. The queue is in IndexedDB, so an update never touches it.
 */
export async function startServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const url = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/service-worker.js'
  const options: RegistrationOptions = import.meta.env.DEV ? { type: 'module' } : {}
  const workbox = new Workbox(url, options)
  let taken = false
  let controlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (taken) location.reload()
    // Another tab took it. This one goes on with the code it has, and may follow when it likes.
    else if (controlled) setUpdateOffer(() => location.reload())
    // Else it is the very first version, which this page is.
    controlled = true
  })
  serviceWorker.addEventListener('message', answerIfAlive)
  if (!controlled && IS_WEBKIT) await askRegistrar({ url, options, update: false })
  // The first installation fetches the whole app: not while the page itself still loads.
  const registration = await workbox.register({ immediate: controlled }).catch(() => undefined)
  if (!registration) return
  const take = () => {
    taken = true
    workbox.messageSkipWaiting()
  }
  const offer = () => {
    if (registration.waiting && serviceWorker.controller) setUpdateOffer(take)
  }
  const follow = () => registration.installing?.addEventListener('statechange', offer)
  registration.addEventListener('updatefound', follow)
  // On a slow phone the browser may have begun with the new version before this code was there; Workbox's own
  // `waiting` does not tell of that one.
  follow()
  offer()
  // A page that was on its way while the first version became active was not there to be claimed.
  if (!serviceWorker.controller) registration.active?.postMessage({ type: 'CLAIM' } satisfies ServiceWorkerMessage)
  const check = () => {
    if (IS_WEBKIT) void askRegistrar({ url, options, update: true })
    else void registration.update().catch(() => undefined)
  }
  // The browser looks by itself only when the page has been quiet for long, on a slow phone not even then.
  if (controlled) check()
  setInterval(check, CHECK_EVERY_MS)
  // An installed app is hardly ever closed, only put away.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}

/**
 * In WebKit an installation never ends whose page is left as it begins, and nothing else of this app can be registered
 * until the browser is closed. One that a worker began goes on without it (decision 033).
 */
function askRegistrar(task: RegistrarTask): Promise<void> {
  const worker = new Worker(new URL('../service-worker/registrar.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve) => {
    const done = () => {
      worker.terminate()
      resolve()
    }
    worker.onmessage = done
    worker.onerror = done
    worker.postMessage(task)
  })
}

/** A new version asks whether this one works at all (service-worker/take-over); a page that shows nothing does not. */
function answerIfAlive(event: MessageEvent) {
  if ((event.data as { type?: unknown } | null)?.type !== 'ARE_YOU_THERE') return
  if (document.querySelector('#root > *')) event.ports[0]?.postMessage('here')
}
