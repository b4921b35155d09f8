import type { User } from 'firebase/auth'
import type * as z from 'zod/mini'
import { Problem } from '../../contract/problem.ts'
import { jwtResponseSchema, successSchema } from '../../contract/rest.ts'
import { callApi, NoResponse, type NoResponseReason } from '../api.ts'
import { deviceDb, type SessionRecord, storedSession } from '../data/device-db.ts'
import type { WipeChoice } from '../data/forget-account.ts'
import { endedPush, endPushMark } from '../data/push-mark.ts'
import { forgetScreens } from '../first-paint/kept-screens.ts'
import { tellPushEnd } from '../push/phone-push.ts'
import { AuthFailure, type AuthFailureCode } from './auth-failure.ts'
import { finishWipes, firebaseMark, wipeMark, withAccountLock } from './wipe.ts'

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

/** The call to `/api/logout` that runs in this page. A login cancels it. */
let logoutCall: AbortController | undefined

/**
 * Must be called before Firebase signs somebody in. It deletes what the last logout still has to delete, so that an
 * account does not find discarded data at its next login.
 * @throws AuthFailure busy, no-storage
 */
export async function prepareSignIn(): Promise<void> {
  logoutCall?.abort()
  const isClean = await finishWipes().catch((cause: unknown) => {
    throw new AuthFailure('no-storage', cause)
  })
  if (!isClean) throw new AuthFailure('busy')
}

/**
 * Exchanges Firebase's ID token for our session cookie, and stores on this phone who is signed in. If another account
 * was signed in, it is logged out, and its outbox stays on this phone.
 * @throws AuthFailure if the server cannot be reached or refuses; then nothing on the phone changes
 */
export async function startSession(user: User): Promise<void> {
  const before = await storedSession()
  const session = await askForCookie(user)
  const keep = () =>
    deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
      const last = await deviceDb.session.get('current')
      if (last && last.uid !== user.uid) {
        await deviceDb.marks.put(wipeMark(last.uid, 'keep'))
        await endPushMark()
      }
      await deviceDb.session.put(session)
      await deviceDb.marks.bulkDelete([COOKIE_MARK, firebaseMark.key])
    })
  if (before?.uid === user.uid) return keep()
  forgetScreens()
  // The lock stops a wipe that takes this account's database for an unused one.
  await withAccountLock(user.uid, keep)
  await finishWipes()
}

/**
 * Gets a new cookie for the signed-in account.
 * @returns false if the account logged out meanwhile; then the server is told about the logout again
 */
export async function renewCookie(user: User, signal?: AbortSignal): Promise<boolean> {
  const session = await askForCookie(user, signal)
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
 * Exchanges the ID token for a cookie, and returns the record of the new session.
 * @throws AuthFailure if the server cannot be reached or refuses
 */
async function askForCookie(user: User, signal?: AbortSignal): Promise<SessionRecord> {
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
    if (cause instanceof Problem) throw new AuthFailure(cause.code === 'RATE_LIMITED' ? 'rate-limited' : 'other', cause)
    throw new AuthFailure(cause instanceof NoResponse ? BY_REASON[cause.reason] : 'other', cause)
  }
}
