import { DAY_MS, SESSION_DAYS } from '../../contract/limits.ts'
import { storedSession } from '../data/device-db.ts'
import { loadFirebase } from './load-firebase.ts'
import { renewCookie } from './server-session.ts'

/** A session that is younger than this is not renewed. */
const RENEW_AFTER_MS = DAY_MS

/**
 * Gets a new session cookie for the signed-in account, without asking the user. It uses the user that Firebase
 * remembers. A failure does not end the session. If the account logs out meanwhile, it stays logged out.
 * @param signal ends the wait at once, and cancels the call of the server
 * @returns whether there is a new cookie
 */
export async function renewSession(uid: string, signal?: AbortSignal): Promise<boolean> {
  // Firebase takes no signal, and may wait for a network that hangs.
  const ended = new Promise<false>((resolve) => {
    if (signal?.aborted) resolve(false)
    signal?.addEventListener('abort', () => resolve(false), { once: true })
  })
  return Promise.race([renew(uid, signal).catch(() => false), ended])
}

async function renew(uid: string, signal?: AbortSignal): Promise<boolean> {
  const firebase = await loadFirebase()
  const user = await firebase.rememberedUser()
  if (user?.uid !== uid) return false
  // The account logged out while Firebase started in this tab. The start has stored the user again.
  if (!(await storedSession())) {
    await firebase.logOut()
    return false
  }
  return !signal?.aborted && renewCookie(user, signal)
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
