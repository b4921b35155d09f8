import { MAIL_LANGUAGES, type MailLanguage } from '../../contract/mail.ts'
import { isAccountDeleted, isSessionEnded, Problem } from '../../contract/problem.ts'
import { jwtResponseSchema } from '../../contract/session.ts'
import { callApi, NoResponse, type NoResponseReason } from '../calls/call-api.ts'
import type { SessionRecord } from '../store/device-db.ts'
import { deviceDb, storedSession } from '../store/device-db.ts'
import { notedLanguage } from '../store/noted-language.ts'
import { AuthFailure, type AuthFailureCode } from './auth-failure.ts'
import { endedElsewhere } from './ended-elsewhere.ts'
import { COOKIE_CALL_MS, COOKIE_LOCK, COOKIE_MARK, markCookie, tellLogout } from './server-session.ts'
import { inLockOrLate } from './wipe.ts'

// How the cookie of a session comes: at a login, and at its renewal. No screen needs this at its start.

const BY_REASON: Record<NoResponseReason, AuthFailureCode> = {
  unreachable: 'offline',
  foreign: 'portal',
  slow: 'other',
  broken: 'other',
}

/** What a session needs of a user of Firebase. */
export interface FirebaseUser {
  uid: string
  email: string | null
  displayName: string | null
  photoURL: string | null
  getIdToken(): Promise<string>
}

/**
 * Gets a new cookie for the signed-in account. If the account has logged out everywhere, it is logged out here too: its
 * data goes, and its queue stays on this phone for its next login.
 * @returns false if the account has no session: it logged out meanwhile, and then the server is told again; or it
 *   logged out everywhere
 * @throws AuthFailure if the server cannot be reached or refuses for another reason
 */
export async function renewCookie(user: FirebaseUser, signal?: AbortSignal): Promise<boolean> {
  const before = await storedSession()
  const keep = (session: SessionRecord) =>
    deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
      if ((await deviceDb.session.get('current'))?.uid !== user.uid) return false
      await deviceDb.session.put(session)
      await deviceDb.marks.delete(COOKIE_MARK)
      return true
    })
  const isRenewed = await askForCookie(user, keep, signal).catch(async (error: unknown) => {
    if (!(error instanceof AuthFailure) || (error.code !== 'logged-out' && error.code !== 'deleted')) throw error
    if (before?.uid === user.uid) await endedElsewhere(before, error.code === 'deleted')
    return null
  })
  if (isRenewed === false) void tellLogout()
  return isRenewed === true
}

/**
 * Exchanges the ID token for a cookie, and stores the record of the new session.
 * @param keep stores the record. It runs in the lock of the cookie: between the two, a logout that is told late would
 *   take the cookie for one without a record, and delete it
 * @throws AuthFailure if the server cannot be reached or refuses
 */
export async function askForCookie<T>(
  user: FirebaseUser,
  keep: (session: SessionRecord) => PromiseLike<T>,
  signal?: AbortSignal,
): Promise<T> {
  const token = await user.getIdToken()
  const language = await mailLanguage()
  return inLockOrLate(COOKIE_LOCK, 'exclusive', async () => {
    // From here on the server may have set a cookie for which the phone has no record.
    await markCookie()
    const email = user.email ?? ''
    const { expiresAt } = await postForCookie({ email, ...language }, { Authorization: `Bearer ${token}` }, signal)
    const { uid, displayName, photoURL } = user
    return keep({ key: 'current', uid, email, displayName: displayName ?? '', photoURL: photoURL ?? '', expiresAt })
  })
}

/** The language of the account's mails: that of the app. Without one the server keeps what it has. */
async function mailLanguage(): Promise<{ language?: MailLanguage }> {
  const noted = await notedLanguage()
  const language = MAIL_LANGUAGES.find((one) => one === noted)
  return language ? { language } : {}
}

function codeOf(problem: Problem): AuthFailureCode {
  if (isAccountDeleted(problem)) return 'deleted'
  if (isSessionEnded(problem)) return 'logged-out'
  return problem.code === 'RATE_LIMITED' ? 'rate-limited' : 'other'
}

/** @throws AuthFailure */
async function postForCookie(body: object, headers: Record<string, string>, signal?: AbortSignal) {
  try {
    const call = { method: 'POST' as const, headers, body: JSON.stringify(body), signal, timeoutMs: COOKIE_CALL_MS }
    return await callApi('/api/jwt', (json) => jwtResponseSchema.parse(json), call)
  } catch (cause) {
    if (cause instanceof Problem) throw new AuthFailure(codeOf(cause), cause)
    throw new AuthFailure(cause instanceof NoResponse ? BY_REASON[cause.reason] : 'other', cause)
  }
}
