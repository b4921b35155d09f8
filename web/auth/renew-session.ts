import { DAY_MS, SESSION_DAYS } from '../../contract/limits.ts'
import { storedSession } from '../data/device-db.ts'
import { startSession } from './server-session.ts'

/** A session younger than this is left alone. */
const RENEW_AFTER_MS = DAY_MS

/**
 * A new session cookie for the account that is signed in, without asking anybody: from the user that Firebase
 * remembers. A session is never ended by a failure here (design, section 5).
 * @returns whether the cookie is new
 */
export async function renewSession(uid: string): Promise<boolean> {
  try {
    const firebase = await import('./firebase.ts')
    const user = await firebase.rememberedUser()
    if (user?.uid !== uid) return false
    await startSession(user)
    return true
  } catch {
    return false
  }
}

/** Renews a session that is more than a day old, so that it ends only for those who stay away for two weeks. */
export async function renewIfDue(uid: string, now: number): Promise<void> {
  const session = await storedSession()
  if (session?.uid !== uid) return
  const issuedAt = Date.parse(session.expiresAt) - SESSION_DAYS * DAY_MS
  if (now - issuedAt > RENEW_AFTER_MS) await renewSession(uid)
}
