import { CODE_MISSING } from './update-state.ts'

/** Two reloads within this time are a loop. */
const LOOP_MS = 60_000
/** How long after `beforeunload` a page counts as being left; a tap on a `mailto:` says it too, and stays. */
const LEAVING_MS = 10_000

/**
 * A lazy chunk is nowhere to be had: an update was deployed and this tab slept through two of them, or there is neither
 * service worker nor network. From the disk one reload brings a whole version; the mark stops a loop. Without a service
 * worker a reload may end in the browser's error page, so the screen says what is missing instead.
 *
 * Leaving a page fails whatever it still loads (Firefox, WebKit). A reload then would take the place of the way to the
 * next page, and the user would stay on the one that was left.
 */
export function reloadOnMissingChunk() {
  let leftAt = Number.NEGATIVE_INFINITY
  addEventListener('beforeunload', () => {
    leftAt = Date.now()
  })
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem('reloaded-at') ?? 0)
    const isLeft = Date.now() - leftAt < LEAVING_MS
    if (!isLeft && navigator.serviceWorker?.controller && Date.now() - last > LOOP_MS) {
      event.preventDefault()
      sessionStorage.setItem('reloaded-at', String(Date.now()))
      location.reload()
      return
    }
    // The router reloads by itself on the browser's words for this.
    event.payload.message = `${CODE_MISSING}: ${event.payload.message}`
  })
}
