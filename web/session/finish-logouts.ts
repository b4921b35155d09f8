import { recordError } from '../../contract/errors.ts'
import { goOnDeleting } from './go-on-deleting.ts'
import { hasProfile } from './kept-profile.ts'
import { isFirebaseLoaded } from './load-firebase.ts'
import { tellLogout, whenUntold } from './server-session.ts'
import { finishWipes, wipeOrphans } from './wipe.ts'

/** The pause before the server is told again of a logout. */
const RETRY_MS = 60_000

/**
 * Finishes interrupted logouts, deletions of accounts and registrations: it tells the server until it responds, and
 * wipes what an account left behind. A page calls it once, when it has nothing else to do.
 */
export async function finishLogouts(): Promise<void> {
  const tell = () => {
    void tellLogout().catch(recordError)
    void goOnDeleting()
    void finishRegistration().catch(recordError)
  }
  let retry: ReturnType<typeof setTimeout> | undefined
  whenUntold(() => {
    clearTimeout(retry)
    retry = setTimeout(tell, RETRY_MS)
  })
  addEventListener('online', tell)
  document.addEventListener('visibilitychange', tell)
  tell()
  await finishWipes().catch(recordError)
  await wipeOrphans(isFirebaseLoaded()).catch(recordError)
}

/** Sets the profile that a registration has left. Few starts need the code for it. */
async function finishRegistration(): Promise<void> {
  if (await hasProfile()) await (await import('./save-profile.ts')).finishProfile()
}
