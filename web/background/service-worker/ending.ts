let controller = new AbortController()

/**
 * A signal for what may take long in this service worker: pictures and syncs. It aborts when a new version is to take
 * over. The browser waits until the old version has nothing to do: a picture from a host that hangs would make the user
 * wait for minutes after "Update now".
 */
export const untilEnded = (): AbortSignal => controller.signal

/** Ends the work under way. Work that begins later ends with the next call. */
export function endWork(): void {
  controller.abort()
  controller = new AbortController()
}
