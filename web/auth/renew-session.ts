import { DAY_MS, SESSION_DAYS } from '../../contract/limits.ts'
import { storedSession } from '../data/device-db.ts'
import { loadFirebase } from './load-firebase.ts'
import { renewCookie } from './server-session.ts'

/** A session that is younger than this is not renewed. */
const RENEW_AFTER_MS = DAY_MS

/**
 * Gets a new session cookie for the signed-in account, without asking the user. It uses the user that Firebase
 * remembers. A failure does not end the session. If the account logs out meanwhile, it stays logged out.
 * @param signal cancels the call
 * @returns whether there is a new cookie
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

/**
 * Renews a session that is more than one day old. A session therefore ends only if the user does not open the app for
 * two weeks.
 */
export async function renewIfDue(uid: string, now: number, signal?: AbortSignal): Promise<void> {
  const session = await storedSession()
  if (session?.uid !== uid) return
  const issuedAt = Date.parse(session.expiresAt) - SESSION_DAYS * DAY_MS
  if (now - issuedAt > RENEW_AFTER_MS) await renewSession(uid, signal)
}
