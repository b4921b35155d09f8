import { goOnDeleting } from './go-on-deleting.ts'
import { isFirebaseLoaded } from './load-firebase.ts'
import { tellLogout, whenUntold } from './server-session.ts'
import { wipeOrphans } from './wipe.ts'

/** The pause before the server is told again of a logout. */
const RETRY_MS = 60_000

/**
 * Finishes interrupted logouts and deletions of accounts: it tells the server until it responds, and wipes what an
 * account left behind. A page calls it once, when it has nothing else to do.
 */
export async function finishLogouts(): Promise<void> {
  const tell = () => {
    void tellLogout().catch(() => undefined)
    void goOnDeleting()
  }
  let retry: ReturnType<typeof setTimeout> | undefined
  whenUntold(() => {
    clearTimeout(retry)
    retry = setTimeout(tell, RETRY_MS)
  })
  addEventListener('online', tell)
  document.addEventListener('visibilitychange', tell)
  tell()
  await wipeOrphans(isFirebaseLoaded()).catch(() => undefined)
}
