import type * as z from 'zod/mini'
import { isSessionEnded, Problem } from '../../contract/problem.ts'
import { jwtResponseSchema, successSchema } from '../../contract/rest.ts'
import { callApi, NoResponse, type NoResponseReason } from '../api.ts'
import { deviceDb, type SessionRecord, storedSession } from '../data/device-db.ts'
import type { WipeChoice } from '../data/forget-account.ts'
import { endedPush, endPushMark } from '../data/push-mark.ts'
import { tellPushEnd } from '../push/phone-push.ts'
import { AuthFailure, type AuthFailureCode } from './auth-failure.ts'
import { finishWipes, firebaseMark, wipeMark } from './wipe.ts'

// A session has two parts: the record on this phone, which says who is signed in, and the cookie, which the server sets
// and clears. The record decides. A mark says that a cookie may exist without a record. While the mark exists, the app
// keeps telling the server about the logout.

const TIMEOUT_MS = 20_000
const COOKIE_MARK = 'logout-pending'
/** The Web Lock of the calls that set or clear the cookie. A late response must not undo a newer one. */
const COOKIE_LOCK = 'cookie'
/** The longest time that a login waits for a call of another tab. */
const COOKIE_TIMEOUT_MS = 3000

const BY_REASON: Record<NoResponseReason, AuthFailureCode> = {
  unreachable: 'offline',
  foreign: 'portal',
  slow: 'other',
  broken: 'other',
}

/** Notes why the phone is logged out, for the login page. */
const LOGGED_OUT_MARK = 'logged-out-everywhere'

/** What a session needs of a user of Firebase. */
export interface FirebaseUser {
  uid: string
  email: string | null
  displayName: string | null
  photoURL: string | null
  getIdToken(): Promise<string>
}

/** The call to `/api/logout` that runs in this page. A login cancels it. */
let logoutCall: AbortController | undefined

/** Cancels the call that tells the server about the last logout. */
export function cancelLogoutCall() {
  logoutCall?.abort()
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
    if (!(error instanceof AuthFailure) || error.code !== 'logged-out') throw error
    if (before?.uid === user.uid) await endedElsewhere(before)
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
 * Ends the session on the phone. One transaction deletes the session record and marks what is to be wiped, so that a
 * later start can finish an interrupted logout.
 * @param asked the account that the user was asked about. If another one has logged in since, nothing changes
 * @returns the account's uid, or null if no session was ended
 */
export async function endSession(choice: WipeChoice, asked?: string): Promise<string | null> {
  return deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
    const session = await deviceDb.session.get('current')
    if (session && asked !== undefined && session.uid !== asked) return null
    await deviceDb.session.delete('current')
    await markCookie()
    await deviceDb.marks.put(firebaseMark)
    if (session) await deviceDb.marks.put(wipeMark(session.uid, choice))
    await endPushMark()
    return session?.uid ?? null
  })
}

/**
 * Tells the server about a logout that it may not know yet, and that this phone wants no more pushes. It ignores
 * errors: the app calls it again at the next start, on `online` and on `visibilitychange`.
 */
export async function tellLogout(): Promise<void> {
  const isDue = await deviceDb.marks.get(COOKIE_MARK)
  if (!isDue && (await endedPush()) === null) return
  const controller = new AbortController()
  logoutCall = controller
  await navigator.locks
    .request(COOKIE_LOCK, { signal: controller.signal }, async () => {
      // The pushes end first, because that needs the session.
      await tellPushEnd(controller.signal)
      // Somebody logged in while this call waited, so the cookie belongs to that account.
      if (!isDue || (await storedSession())) return
      await post('/api/logout', successSchema, {}, {}, controller.signal)
      await deviceDb.marks.delete(COOKIE_MARK)
    })
    .catch(() => undefined)
}

function markCookie() {
  return deviceDb.marks.put({ key: COOKIE_MARK, value: new Date().toISOString() })
}

/**
 * Logs out on this phone, because the server says that the session was ended elsewhere. What was not sent and half-typed
 * forms stay for the account's next login.
 * @param session the one that the server refused. If it is not the stored one any more, nothing changes
 */
export async function endedElsewhere(session: SessionRecord): Promise<void> {
  await deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
    const stored = await deviceDb.session.get('current')
    if (stored?.uid !== session.uid || stored.expiresAt !== session.expiresAt) return
    await endSession('keep')
    await deviceDb.marks.put({ key: LOGGED_OUT_MARK, value: '' })
  })
  await finishWipes().catch(() => undefined)
}

/** Was this phone logged out because its account logged out everywhere? A login ends that. */
export async function wasLoggedOutEverywhere(): Promise<boolean> {
  return (await deviceDb.marks.get(LOGGED_OUT_MARK)) !== undefined
}

/** The marks that a new session removes. */
export const marksBeforeLogin = [COOKIE_MARK, firebaseMark.key, LOGGED_OUT_MARK]

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
    return post('/api/jwt', jwtResponseSchema, { email: user.email ?? '' }, headers, signal)
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
  if (isSessionEnded(problem)) return 'logged-out'
  return problem.code === 'RATE_LIMITED' ? 'rate-limited' : 'other'
}

/** Sends a POST request to our API. @throws AuthFailure */
async function post<T>(
  path: string,
  schema: z.ZodMiniType<T>,
  body: object,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    const call = { method: 'POST' as const, headers, body: JSON.stringify(body), signal, timeoutMs: TIMEOUT_MS }
    return await callApi(path, (json) => schema.parse(json), call)
  } catch (cause) {
    if (cause instanceof Problem) throw new AuthFailure(codeOf(cause), cause)
    throw new AuthFailure(cause instanceof NoResponse ? BY_REASON[cause.reason] : 'other', cause)
  }
}
