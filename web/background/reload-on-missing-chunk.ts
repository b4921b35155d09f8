import { expected } from '../../contract/errors.ts'
import { isLanguageLoading } from '../texts/show-language.ts'
import { CODE_MISSING } from './update-state.ts'

/** A second reload within this time would be a loop. */
const LOOP_MS = 60_000
/**
 * The user counts as leaving the page for this long after `beforeunload`. A tap on a `mailto:` link fires this event
 * too, but the page stays.
 */
const LEAVING_MS = 10_000

/** Notes a reload. @returns false if it would be a loop, or if the browser refuses to note it */
function noteReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem('reloaded-at') ?? 0) <= LOOP_MS) return false
    sessionStorage.setItem('reloaded-at', String(Date.now()))
    return true
  } catch {
    return expected('refused', false)
  }
}

/**
 * Handles a lazy chunk that cannot be loaded. There are two causes: this tab stayed open during two updates, or there
 * is neither a service worker nor a network.
 *
 * - With a service worker, the page reloads once, because the service worker has a complete version on the disk. The
 *   time of the reload is stored, to stop a loop.
 * - Without a service worker a reload may end at the browser's error page, so the screen shows an error with
 *   `CODE_MISSING` instead.
 * - While the user leaves the page, Firefox and WebKit cancel its requests, and chunks fail. A reload now would cancel
 *   the navigation to the next page, so there is none.
 * - Without the file of a language the app goes on in the language before.
 */
export function reloadOnMissingChunk() {
  let unloadAt = Number.NEGATIVE_INFINITY
  addEventListener('beforeunload', () => {
    unloadAt = Date.now()
  })
  addEventListener('vite:preloadError', (event) => {
    const isLeaving = Date.now() - unloadAt < LEAVING_MS
    const mayReload = !isLeaving && !isLanguageLoading()
    if (mayReload && navigator.serviceWorker?.controller && noteReload()) {
      event.preventDefault()
      location.reload()
      return
    }
    // The router reloads the page if it finds the browser's own message, so the message gets a prefix.
    const message = `${CODE_MISSING}: ${event.payload.message}`
    Object.assign(event.payload, { name: CODE_MISSING, message })
  })
}
