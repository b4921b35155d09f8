import { DAY_MS, SESSION_DAYS } from '../../contract/limits.ts'
import { storedSession } from '../data/device-db.ts'
import { loadFirebase } from './load-firebase.ts'
import { renewCookie } from './server-session.ts'

/** A session younger than this is left alone. */
const RENEW_AFTER_MS = DAY_MS

/**
 * A new session cookie for the account that is signed in, without asking anybody: from the user that Firebase
 * remembers. A session is never ended by a failure here. Nor is one begun: a logout in the middle wins.
 * @param signal gives it up
 * @returns whether the cookie is new
 */
export async function renewSession(uid: string, signal?: AbortSignal): Promise<boolean> {
  try {
    const firebase = await loadFirebase()
    const user = await firebase.rememberedUser()
    if (user?.uid !== uid || signal?.aborted) return false
    return await renewCookie(user, signal)
  } catch {
    return false
  }
}

/** Renews a session that is more than a day old, so that it ends only for those who stay away for two weeks. */
export async function renewIfDue(uid: string, now: number, signal?: AbortSignal): Promise<void> {
  const session = await storedSession()
  if (session?.uid !== uid) return
  const issuedAt = Date.parse(session.expiresAt) - SESSION_DAYS * DAY_MS
  if (now - issuedAt > RENEW_AFTER_MS) await renewSession(uid, signal)
}
