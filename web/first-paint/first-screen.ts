// The first screen is what the browser paints before the code of the app runs. On the home page it is the shell
// (home-shell.ts). At another address it is the kept screen, if this phone has one (inline-script.ts,
// docs/decisions/034). The app removes the first screen when it can show its own content.

/**
 * A kept screen is removed after this time, even if the app has not drawn its own screen yet. The user must not take an
 * old copy for the current screen.
 */
const MAX_SHOWN_MS = 5000
const initialPath = location.pathname
if (isKeptScreenShown()) setTimeout(dropFirstScreen, MAX_SHOWN_MS)

const gone = Promise.withResolvers<void>()
// What waits for it must not wait for a screen that is never drawn.
setTimeout(gone.resolve, MAX_SHOWN_MS)

/** Removes the first screen. The app calls this when it has its own content to show. */
export function dropFirstScreen() {
  document.getElementById('shell')?.remove()
  gone.resolve()
}

/** Loads what the app's first content does not need: when that content is there, or after 5 s. */
export async function afterFirstScreen<T>(load: () => Promise<T>): Promise<T> {
  await gone.promise
  return load()
}

/** Tells whether the page still shows the kept screen of its address. */
export function isKeptScreenShown(): boolean {
  return Boolean(document.getElementById('shell')?.inert) && location.pathname === initialPath
}
