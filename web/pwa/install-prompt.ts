// Chromium offers an installation once, early; what offers it to the user is loaded much later.

export interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let held: InstallPromptEvent | null = null
let justInstalled = false
const listeners = new Set<() => void>()

function changed() {
  for (const listener of listeners) listener()
}

/** Keeps the browser's offer for our own, quieter one. Called once, when the app starts. */
export function holdInstallPrompt() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    held = event as InstallPromptEvent
    changed()
  })
  addEventListener('appinstalled', () => {
    held = null
    justInstalled = true
    changed()
  })
}

export function heldPrompt(): InstallPromptEvent | null {
  return held
}

/** Was the app installed while this page was open? */
export function wasJustInstalled(): boolean {
  return justInstalled
}

/** An offer can be taken once. */
export function dropPrompt() {
  held = null
  changed()
}

/** @returns stops listening */
export function onInstallChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
