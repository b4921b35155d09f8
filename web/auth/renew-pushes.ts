import { renewPush } from '../push/renew-push.ts'
import { withSession } from './with-session.ts'

/** Puts this phone's pushes right, with a new session if the old one cannot write any more. */
export function renewPushes(uid: string): Promise<void> {
  return withSession(uid, () => renewPush(uid))
}
