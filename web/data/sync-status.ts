import { useSyncExternalStore } from 'react'

/**
 * What the network part is doing; data knows how many edits wait.
 * `portal`: something other than our server answers (a captive portal).
 */
export type SyncPhase = 'idle' | 'sending' | 'offline' | 'portal' | 'failing' | 'needs-sign-in' | 'needs-update'

let phase: SyncPhase = 'idle'
const phaseListeners = new Set<() => void>()
const requestListeners = new Set<() => void>()

/** Said by sync alone. */
export function setSyncPhase(next: SyncPhase) {
  if (next === phase) return
  phase = next
  for (const listener of phaseListeners) listener()
}

export function syncPhase(): SyncPhase {
  return phase
}

/** The phase, live. */
export function useSyncPhase(): SyncPhase {
  return useSyncExternalStore(subscribePhase, syncPhase)
}

function subscribePhase(listener: () => void) {
  phaseListeners.add(listener)
  return () => phaseListeners.delete(listener)
}

/** A screen asks for a sync now ("Send now", "Try again"). */
export function askForSync() {
  for (const listener of requestListeners) listener()
}

/** Sync listens here. @returns stops listening */
export function onSyncAsked(listener: () => void): () => void {
  requestListeners.add(listener)
  return () => requestListeners.delete(listener)
}
