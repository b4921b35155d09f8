// Chromium fires its install prompt once, early. The code that shows our offer loads much later.

import { createStore } from '../store/observable.ts'

/** The event `beforeinstallprompt`. Only Chromium has it, so TypeScript's DOM types lack it. */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

interface InstallState {
  /** The browser's prompt; null before it comes and after it is used. */
  prompt: InstallPromptEvent | null
  /** Whether the app was installed while this page was open. */
  isJustInstalled: boolean
}

const state = createStore<InstallState>({ prompt: null, isJustInstalled: false })

/** Stops the browser's own prompt and stores it for our offer. Called once, when the app starts. */
export function holdInstallPrompt() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    state.set({ ...state.get(), prompt: event as InstallPromptEvent })
  })
  addEventListener('appinstalled', () => state.set({ prompt: null, isJustInstalled: true }))
}

/** The stored prompt, or null. */
export function heldPrompt(): InstallPromptEvent | null {
  return state.get().prompt
}

/** Tells whether the app was installed while this page was open. */
export function wasJustInstalled(): boolean {
  return state.get().isJustInstalled
}

/** Forgets the prompt. It can be used only once. */
export function dropPrompt() {
  state.set({ ...state.get(), prompt: null })
}

/** Calls a listener after every change of the state. @returns a function that stops listening */
export const onInstallChange = state.subscribe
