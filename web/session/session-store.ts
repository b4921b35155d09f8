import { recordError } from '../../contract/errors.ts'
import type { SessionRecord } from '../store/device-db.ts'
import { canStore, StorageRefused, storedSession } from '../store/device-db.ts'
import type { WipeChoice } from '../store/forget-account.ts'
import { liveRead } from '../store/live-read.ts'
import { queryClient } from '../store/query-client.ts'
import { signOutOfFirebase } from './load-firebase.ts'
import { endSession, tellLogout } from './server-session.ts'
import { noteSignedIn } from './signed-in-bit.ts'
import { finishWipes } from './wipe.ts'

/**
 * Calls `tell` with the stored session at once, and again after every change in this tab or another one. It passes null
 * when nobody is signed in, and only then.
 * @param fail called if the phone's storage cannot be read for some time. The watch goes on
 * @param shown the account that the page shows already; undefined for none
 * @returns a function that stops watching
 */
export function watchSession(
  tell: (session: SessionRecord | null) => void,
  fail: (error: unknown) => void,
  shown?: string,
): () => void {
  if (!canStore()) {
    fail(new StorageRefused())
    return () => undefined
  }
  let last = shown
  const next = (session: SessionRecord | null) => {
    // The next account must not see what this one saw, so this runs at every end of a session, and where another tab
    // has logged in as somebody else. Where nobody was here, a visitor's page may be waiting for an answer.
    if (last !== undefined && session?.uid !== last) queryClient.clear()
    if (!session) noteSignedIn(false)
    last = session?.uid
    tell(session)
  }
  return liveRead(storedSession).subscribe(next, fail)
}

/**
 * What became of a logout.
 * - `ended`: no row of the account is left on this phone but what the user chose to keep. Pictures that the browser could
 *   not delete are tried again at the next start.
 * - `wiped-later`: the session is over, and some of the account's data is still there. A later start deletes it.
 * - `other-account`: another account has logged in since. Nothing has changed.
 */
export type LogoutOutcome = 'ended' | 'wiped-later' | 'other-account'

/**
 * Logs the account out on this phone. First it deletes the session record, then the account's data, and last it tells
 * the server. Resolves after the data is deleted, without waiting for the server. If another tab blocks the deletion, a
 * later start finishes it.
 * @param asked the account that the user was asked about. Another one that has logged in since stays signed in
 * @throws Error if the phone could not store the end of the session; then the account stays signed in
 */
export async function endAccount(choice: WipeChoice, asked?: string): Promise<LogoutOutcome> {
  const ended = await endSession(choice, asked)
  // Another account has logged in since. What Firebase remembers is that account's.
  if (ended === null && (await storedSession())) return 'other-account'
  // Firebase signs out in the background. It may still be starting, and then it waits for the network. A login that
  // follows waits for the same start, so it comes after the sign-out.
  void signOutOfFirebase()
  const isWiped = await finishWipes().catch((error) => recordError(error, false))
  void tellLogout()
  return isWiped ? 'ended' : 'wiped-later'
}
