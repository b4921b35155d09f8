/** How long a piece of work may block the page, ms. A phone's CPU does the same as another one's in four times as long. */
const SLICE_MS = 12

/** Lets the page draw and answer taps. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * Runs work that can be done in pieces, and lets the page do something else between them.
 * @returns the result; undefined if it was stopped
 */
export async function inSlices<T>(work: Generator<undefined, T>, signal: AbortSignal): Promise<T | undefined> {
  let began = performance.now()
  while (!signal.aborted) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < SLICE_MS) continue
    await pause()
    began = performance.now()
  }
  return undefined
}
