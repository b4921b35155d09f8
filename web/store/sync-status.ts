import { SYNC_CHANNEL } from './account-lock.ts'
import { createStore } from './observable.ts'

/**
 * What the network part does now.
 * - `not-sent`: the phone could read, and could not send.
 * - `cannot-renew`: the session is too old to send, and signing in again failed.
 * - `portal`: something other than our server responds, for example a captive portal.
 * - `storage-full`: the phone could not store a response.
 * - `busy`: the server asked the app to wait. Sync continues at the time of the next try.
 */
export type SyncPhase =
  | 'idle'
  | 'sending'
  | 'offline'
  | 'portal'
  | 'failing'
  | 'not-sent'
  | 'cannot-renew'
  | 'storage-full'
  | 'busy'
  | 'needs-sign-in'
  | 'needs-update'

const phase = createStore<SyncPhase>('idle')
const told = createStore<SyncPhase>('idle')
const nextTry = createStore<number | null>(null)
const requestListeners = new Set<(reason: AskReason) => void>()

/** Why a tab asks all tabs for a sync: the user's tap, or a network that is back. */
export type AskReason = 'user' | 'online'

/** Sets the phase. Only sync may call it. */
export function setSyncPhase(next: SyncPhase) {
  phase.set(next)
  if (next !== 'sending' || told.get() === 'idle') told.set(next)
}

/** Sets when sync tries again, ms since the epoch; null if no pause is under way. Only sync may call it. */
export const setNextTry = nextTry.set

/** The phase of sync now. */
export const syncPhase = phase.get

/** The phase of sync, live. */
export const useSyncPhase = phase.useValue

/**
 * The phase as messages tell it, live. A problem stays until a pass ends well: each try would else take the message
 * away, and bring it back.
 */
export const useToldPhase = told.useValue

/** When sync tries again, ms since the epoch; null if no pause is under way. Live. */
export const useNextTry = nextTry.useValue

/**
 * A pass that takes longer than this may wait for a request that hangs. The user can then ask for another one, which
 * ends it.
 */
export const SLOW_SEND_MS = 3000

let channel: BroadcastChannel | undefined

/**
 * Starts a sync now, because the user asked for it ("Send now", "Try again", "Keep mine", a new login). It ends any
 * pause.
 */
export function askForSync() {
  for (const listener of requestListeners) listener('user')
  endPassesElsewhere('user')
}

/**
 * Ends a pass that hangs in another tab or in the service worker: it holds the account's lock, and this tab's pass
 * waits for it. Other tabs then sync for this reason.
 */
export function endPassesElsewhere(reason: AskReason) {
  channel?.postMessage(reason)
}

/** Calls the listener when this tab or another one asks for a sync. @returns a function that stops listening */
export function onSyncAsked(listener: (reason: AskReason) => void): () => void {
  requestListeners.add(listener)
  if (!channel) {
    channel = new BroadcastChannel(SYNC_CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<AskReason>) => {
      for (const one of requestListeners) one(data)
    }
  }
  return () => {
    requestListeners.delete(listener)
    if (requestListeners.size > 0) return
    channel?.close()
    channel = undefined
  }
}
