const TIMEOUT_MS = 1000

/** Resolves when the browser is idle, or after a second: for what no screen waits for. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: TIMEOUT_MS })
    else setTimeout(resolve, TIMEOUT_MS)
  })
}
