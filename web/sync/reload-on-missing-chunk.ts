import { CODE_MISSING } from '../data/app-update.ts'

/** Two reloads within this time are a loop. */
const LOOP_MS = 60_000

/**
 * A lazy chunk is nowhere to be had: an update was deployed and this tab slept through two of them, or there is neither
 * service worker nor network. From the disk one reload brings a whole version; the mark stops a loop. Without a service
 * worker a reload may end in the browser's error page, so the screen says what is missing instead.
 */
export function reloadOnMissingChunk() {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem('reloaded-at') ?? 0)
    if (navigator.serviceWorker?.controller && Date.now() - last > LOOP_MS) {
      event.preventDefault()
      sessionStorage.setItem('reloaded-at', String(Date.now()))
      location.reload()
      return
    }
    // The router reloads by itself on the browser's words for this.
    event.payload.message = `${CODE_MISSING}: ${event.payload.message}`
  })
}
