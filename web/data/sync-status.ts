import { createStore } from '../store.ts'
import { SYNC_CHANNEL } from './account-lock.ts'

/**
 * What the network part is doing; data knows how many edits wait.
 * `portal`: something other than our server answers (a captive portal). `storage-full`: what came could not be written.
 * `busy`: the server asked to wait; it is gone on with at the time of the next try.
 */
export type SyncPhase =
  | 'idle'
  | 'sending'
  | 'offline'
  | 'portal'
  | 'failing'
  | 'storage-full'
  | 'busy'
  | 'needs-sign-in'
  | 'needs-update'

const phase = createStore<SyncPhase>('idle')
const nextTry = createStore<number | null>(null)
const requestListeners = new Set<() => void>()

/** Sets the phase. For sync alone. */
export const setSyncPhase = phase.set

/** Sets when sync tries again by itself, ms since the epoch; null where no pause is under way. For sync alone. */
export const setNextTry = nextTry.set

/** The phase. */
export const syncPhase = phase.get

/** The phase, live. */
export const useSyncPhase = phase.useValue

/** When it is tried again by itself, ms since the epoch; null where no pause is under way. Live. */
export const useNextTry = nextTry.useValue

let channel: BroadcastChannel | undefined

/** The user asks for a sync now ("Send now", "Try again", "Keep mine", a new login). Ends any pause. */
export function askForSync() {
  for (const listener of requestListeners) listener()
  // Another tab may hold the account's lock with a request that hangs.
  channel?.postMessage('now')
}

/** Sync listens here, for this tab and for others. @returns stops listening */
export function onSyncAsked(listener: () => void): () => void {
  requestListeners.add(listener)
  if (!channel && typeof BroadcastChannel === 'function') {
    channel = new BroadcastChannel(SYNC_CHANNEL)
    channel.onmessage = () => {
      for (const one of requestListeners) one()
    }
  }
  return () => {
    requestListeners.delete(listener)
    if (requestListeners.size > 0) return
    channel?.close()
    channel = undefined
  }
}
