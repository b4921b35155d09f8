import { goOnDeleting } from './go-on-deleting.ts'
import { isFirebaseLoaded } from './load-firebase.ts'
import { tellLogout } from './server-session.ts'
import { wipeOrphans } from './wipe.ts'

/** The pause before the server is told again of a logout. */
const RETRY_MS = 60_000

/**
 * Finishes interrupted logouts and deletions of accounts: it tells the server until it responds, and wipes what an
 * account left behind. A page calls it once, when it has nothing else to do.
 */
export async function finishLogouts(): Promise<void> {
  let retry: ReturnType<typeof setTimeout> | undefined
  const tell = async () => {
    clearTimeout(retry)
    void goOnDeleting()
    const isTold = await tellLogout().catch(() => true)
    clearTimeout(retry)
    if (!isTold) retry = setTimeout(tell, RETRY_MS)
  }
  addEventListener('online', tell)
  document.addEventListener('visibilitychange', tell)
  void tell()
  await wipeOrphans(isFirebaseLoaded()).catch(() => undefined)
}
