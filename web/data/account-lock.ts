// Names by which tabs and the service worker of a phone take turns.

/** The Web Lock that a sync pass holds, and a logout while it deletes what the account has here. */
export function accountLock(uid: string): string {
  return `sync:${uid}`
}

/** The BroadcastChannel on which a page says that the user wants to send now. */
export const SYNC_CHANNEL = 'startline-sync'
