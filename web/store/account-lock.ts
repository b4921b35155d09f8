// Names that the tabs and the service worker of a phone share.

/**
 * The name of the account's Web Lock. A sync pass holds it, and so does a logout while it deletes the account's data.
 */
export function accountLock(uid: string): string {
  return `sync:${uid}`
}

/** The BroadcastChannel on which a page ends other passes: the user wants to sync now, or the network is back. */
export const SYNC_CHANNEL = 'startline-sync'
