import { Workbox } from 'workbox-window'
import { setUpdateOffer } from '../data/app-update.ts'

const CHECK_EVERY_MS = 60 * 60 * 1000

/**
 * Registers the service worker. A new version waits until the user takes it: only then does it take over, and the
 * page loads anew. The queue is in IndexedDB, so an update never touches it.
 */
export async function startServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const workbox = new Workbox(
    import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/service-worker.js',
    import.meta.env.DEV ? { type: 'module' } : {},
  )
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
  const check = () => void registration.update().catch(() => undefined)
  // The browser looks by itself only when the page has been quiet for long, on a slow phone not even then.
  if (controlled) check()
  setInterval(check, CHECK_EVERY_MS)
  // An installed app is hardly ever closed, only put away.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}

/** A new version asks whether this one works at all (service-worker/take-over); a page that shows nothing does not. */
function answerIfAlive(event: MessageEvent) {
  if ((event.data as { type?: unknown } | null)?.type !== 'ARE_YOU_THERE') return
  if (document.querySelector('#root > *')) event.ports[0]?.postMessage('here')
}
