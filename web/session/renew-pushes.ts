import { recordError } from '../../contract/errors.ts'
import { renewPush } from './push/renew-push.ts'
import { withSession } from './with-session.ts'

/**
 * Puts this phone's pushes right: at once, when the network is back, and when the page is visible again. An old session
 * that cannot write any more is renewed for it. Mostly there is nothing to do, and no request is made. A failure is
 * tried again at the next of these events.
 * @returns a function that stops it
 */
export function keepPushesRight(uid: string): () => void {
  const renew = () => void withSession(uid, () => renewPush(uid)).catch(recordError)
  const renewIfVisible = () => document.visibilityState === 'visible' && renew()
  renew()
  addEventListener('online', renew)
  document.addEventListener('visibilitychange', renewIfVisible)
  return () => {
    removeEventListener('online', renew)
    document.removeEventListener('visibilitychange', renewIfVisible)
  }
}
