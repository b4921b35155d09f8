const TIMEOUT_MS = 1000
/** A screen that reads from the phone's storage is rendered within this time. The browser is idle between its reads. */
const PAUSE_MS = 150

/**
 * Resolves when the browser is idle, and still is after a pause: for what no screen waits for. Where the browser is
 * never idle, it resolves after two seconds, and where it cannot tell (Safari), after one.
 */
export async function whenIdle(): Promise<void> {
  await idle()
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  await idle()
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: TIMEOUT_MS })
    else setTimeout(resolve, TIMEOUT_MS / 2)
  })
}
