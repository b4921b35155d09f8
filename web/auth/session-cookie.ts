import { isAccountDeleted, isSessionEnded, Problem } from '../../contract/problem.ts'
import { jwtResponseSchema } from '../../contract/session.ts'
import { callApi, NoResponse, type NoResponseReason } from '../calls/call-api.ts'
import { deviceDb, storedSession } from '../data/device-db.ts'
import type { SessionRecord } from '../data/device-store.ts'
import { AuthFailure, type AuthFailureCode } from './auth-failure.ts'
import { endedElsewhere } from './ended-elsewhere.ts'
import { COOKIE_CALL_MS, COOKIE_LOCK, COOKIE_MARK, markCookie, tellLogout } from './server-session.ts'

// How the cookie of a session comes: at a login, and at its renewal. No screen needs this at its start.

/** The longest time that a login waits for a call of another tab. */
const COOKIE_TIMEOUT_MS = 3000

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
  const session = await askForCookie(user, signal).catch(async (error: unknown) => {
    if (!(error instanceof AuthFailure) || (error.code !== 'logged-out' && error.code !== 'deleted')) throw error
    if (before?.uid === user.uid) await endedElsewhere(before, error.code === 'deleted')
    return null
  })
  if (!session) return false
  const isRenewed = await deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
    if ((await deviceDb.session.get('current'))?.uid !== user.uid) return false
    await deviceDb.session.put(session)
    await deviceDb.marks.delete(COOKIE_MARK)
    return true
  })
  if (!isRenewed) void tellLogout()
  return isRenewed
}

/**
 * Exchanges the ID token for a cookie, and returns the record of the new session.
 * @throws AuthFailure if the server cannot be reached or refuses
 */
export async function askForCookie(user: FirebaseUser, signal?: AbortSignal): Promise<SessionRecord> {
  const token = await user.getIdToken()
  const ask = async () => {
    // From here on the server may have set a cookie for which the phone has no record.
    await markCookie()
    const headers = { Authorization: `Bearer ${token}` }
    return postForCookie({ email: user.email ?? '' }, headers, signal)
  }
  const timeout = AbortSignal.timeout(COOKIE_TIMEOUT_MS)
  const { expiresAt } = await navigator.locks.request(COOKIE_LOCK, { signal: timeout }, ask).catch((error: unknown) => {
    if (error instanceof AuthFailure || !timeout.aborted) throw error
    return ask()
  })
  return {
    key: 'current',
    uid: user.uid,
    email: user.email ?? '',
    displayName: user.displayName ?? '',
    photoURL: user.photoURL ?? '',
    expiresAt,
  }
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
