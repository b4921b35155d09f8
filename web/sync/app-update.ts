import { Workbox } from 'workbox-window'
import { setUpdateOffer } from '../data/app-update.ts'

const CHECK_EVERY_MS = 60 * 60 * 1000

/**
 * Registers the service worker. A new version waits until the user takes it: only then does it take over, and the
 * page loads anew. The queue is in IndexedDB, so an update never touches it.
 */
export async function startServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  const workbox = new Workbox(
    import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/service-worker.js',
    import.meta.env.DEV ? { type: 'module' } : {},
  )
  const offer = () =>
    setUpdateOffer(() => {
      workbox.addEventListener('controlling', () => location.reload())
      workbox.messageSkipWaiting()
    })
  workbox.addEventListener('waiting', offer)
  const registration = await workbox.register().catch(() => undefined)
  if (!registration) return
  if (registration.waiting && navigator.serviceWorker.controller) offer()
  setInterval(() => void registration.update().catch(() => undefined), CHECK_EVERY_MS)
}

// A lazy chunk of this version is gone from the server: an update was deployed. The precache normally has it;
// where it has not, one reload brings a whole version. The mark stops a loop.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('reloaded-at') ?? 0)
  if (Date.now() - last < 60_000 || !navigator.onLine) return
  event.preventDefault()
  sessionStorage.setItem('reloaded-at', String(Date.now()))
  location.reload()
})
