// Back closes what lies over the screen: a dialog, a calendar, a question. Each of them adds an entry to the browser's
// history, with the address and the state of the screen below it, and `layer`: how many lie over the screen there. The
// router takes these entries for the screen itself.
//
// What is closed in another way leaves its entry. The next one on this screen uses it again, and Back passes over it.
// To step back at once would cancel a navigation that begins just then.

interface Layer {
  close: () => void
}

/** What lies over the screen, the lowest first. */
const layers: Layer[] = []
/** The entry of the history that this module saw last. */
let seen = { depth: 0, screen: '' }
let isListening = false

/** The present entry: for how many layers it stands, and over which screen. */
function present() {
  const { layer = 0, ...screen } = (history.state ?? {}) as { layer?: number }
  return { depth: layer, screen: JSON.stringify(screen) }
}

/**
 * Lets Back close something that has just opened.
 * @param close closes it, as Escape does. It may stay open, for example while it saves
 * @returns a function to be called when it is closed, however that was. It may be called twice
 */
export function backCloses(close: () => void): () => void {
  if (!isListening) addEventListener('popstate', onPop)
  isListening = true
  const layer = { close }
  layers.push(layer)
  addEntries()
  return () => {
    const index = layers.indexOf(layer)
    if (index >= 0) layers.splice(index, 1)
  }
}

/** Adds the entries that the open layers lack. */
function addEntries(): void {
  for (let depth = present().depth + 1; depth <= layers.length; depth += 1) {
    // Not by `history.pushState`, which the router has replaced: for the router nothing has changed.
    History.prototype.pushState.call(history, { ...history.state, layer: depth }, '')
  }
  seen = present()
}

function onPop(): void {
  const before = seen
  seen = present()
  const above = layers.slice(seen.depth)
  for (const layer of above.reverse()) layer.close()
  // One that stays open gets its entry again.
  if (above.length > 0) setTimeout(addEntries)
  else if (seen.depth < before.depth && seen.screen === before.screen) history.back()
}
