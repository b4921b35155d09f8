import { liveQuery } from 'dexie'
import { canStore, type SessionRecord, StorageRefused, storedSession } from '../data/device-db.ts'
import type { WipeChoice } from '../data/forget-account.ts'
import { queryClient } from '../data/query-client.ts'
import { forgetScreens } from '../first-paint/kept-screens.ts'
import { signOutOfFirebase } from './load-firebase.ts'
import { endSession, tellLogout } from './server-session.ts'
import { finishWipes } from './wipe.ts'

export { prepareSignIn, startSession } from './server-session.ts'

/**
 * Tells the stored session (null: nobody), now and whenever it changes, in this tab or another.
 * @param fail told where the phone's storage cannot be read
 * @returns stops it
 */
export function watchSession(
  tell: (session: SessionRecord | null) => void,
  fail: (error: unknown) => void,
): () => void {
  if (!canStore()) {
    fail(new StorageRefused())
    return () => undefined
  }
  // A logout that was cut off is finished first of all. What it still has to do waits for nothing that is shown.
  void finishWipes().catch(() => undefined)
  const next = (session: SessionRecord | null) => {
    // However the session ended: what this account saw is not for whoever comes next.
    if (!session) {
      forgetScreens()
      queryClient.clear()
    }
    tell(session)
  }
  const watched = liveQuery(storedSession).subscribe({ next, error: fail })
  return () => watched.unsubscribe()
}

/**
 * Logs the account out on this phone: first the record of who is signed in, then what is to be wiped, and last the
 * server is told. Resolves after the wipe; what another tab holds up is finished at a later start.
 */
export async function endAccount(choice: WipeChoice): Promise<void> {
  forgetScreens()
  await endSession(choice)
  await signOutOfFirebase()
  await finishWipes()
  void tellLogout()
}
