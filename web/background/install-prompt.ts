// Chromium fires its install prompt once, early. The code that shows our offer loads much later.

import { createStore } from '../store/observable.ts'

/** The event `beforeinstallprompt`. Only Chromium has it, so TypeScript's DOM types lack it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** What the browser says of the installation. */
export const installState = createStore<{
  /** The browser's prompt; null before it comes and after it is used: that works once. */
  prompt: InstallPromptEvent | null
  /** Whether the app was installed while this page was open. */
  isJustInstalled: boolean
}>({ prompt: null, isJustInstalled: false })

/** Stops the browser's own prompt and stores it for our offer. Called once, when the app starts. */
export function holdInstallPrompt() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installState.set({ ...installState.get(), prompt: event as InstallPromptEvent })
  })
  addEventListener('appinstalled', () => installState.set({ prompt: null, isJustInstalled: true }))
}
