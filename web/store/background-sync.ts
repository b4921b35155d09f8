import { expected } from '../../contract/errors.ts'
/** The tag of the Background Sync that tells the server of deleted accounts. */
export const DELETIONS_TAG = 'account-deletions'

/** The tag of the Background Sync that sends an account's edits. */
export function syncTag(uid: string): string {
  return `sync:${uid}`
}

/** Asks the browser to wake the service worker once there is a network, where the browser has Background Sync. */
export async function askBackgroundSync(tag: string): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    await (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync?.register(tag)
  } catch {
    // The page tells the server itself.
    expected('refused')
  }
}
