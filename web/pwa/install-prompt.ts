// Chromium offers an installation once, early; what offers it to the user is loaded much later.

import { createStore } from '../store.ts'

export interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

interface InstallState {
  /** The browser's offer, until it is taken. */
  held: InstallPromptEvent | null
  /** Was the app installed while this page was open? */
  isJustInstalled: boolean
}

const state = createStore<InstallState>({ held: null, isJustInstalled: false })

/** Keeps the browser's offer for our own, quieter one. Called once, when the app starts. */
export function holdInstallPrompt() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    state.set({ ...state.get(), held: event as InstallPromptEvent })
  })
  addEventListener('appinstalled', () => state.set({ held: null, isJustInstalled: true }))
}

export function heldPrompt(): InstallPromptEvent | null {
  return state.get().held
}

/** Was the app installed while this page was open? */
export function wasJustInstalled(): boolean {
  return state.get().isJustInstalled
}

/** Forgets the offer: it can be taken once. */
export function dropPrompt() {
  state.set({ ...state.get(), held: null })
}

/** @returns stops listening */
export const onInstallChange = state.subscribe
