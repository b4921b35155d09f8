import type { User } from 'firebase/auth'
import type * as z from 'zod/mini'
import { Problem } from '../../contract/problem.ts'
import { jwtAnswerSchema, successSchema } from '../../contract/rest.ts'
import { callApi, NoAnswer } from '../api.ts'
import { deviceDb, type SessionRecord, storedSession } from '../data/device-db.ts'
import type { WipeChoice } from '../data/forget-account.ts'
import { forgetScreens } from '../first-paint/kept-screens.ts'
import { AuthFailure } from './auth-failure.ts'
import { finishWipes, firebaseMark, wipeMark, withAccountLock } from './wipe.ts'

// The session has two ends: the record on this phone, which says who is signed in, and the cookie, which the server
// issues and clears. The record decides. A mark says that there may be a cookie without a record; the server is told
// until it answers.

const TIMEOUT_MS = 20_000
const COOKIE_MARK = 'logout-pending'
/** The Web Lock of calls that set or clear the cookie: an answer that comes late must not undo a newer one. */
const COOKIE_LOCK = 'cookie'
/** A login waits no longer than this for a call of another tab. */
const COOKIE_TIMEOUT_MS = 3000

/** The call to `/logout` that runs in this page. A login does not wait for it. */
let telling: AbortController | undefined

/**
 * To be called before Firebase signs somebody in: what the last logout has to delete is gone after it. What an account
 * discarded must not be found by its next login.
 * @throws AuthFailure busy, no-storage
 */
export async function prepareSignIn(): Promise<void> {
  telling?.abort()
  const isClean = await finishWipes().catch((cause: unknown) => {
    throw new AuthFailure('no-storage', cause)
  })
  if (!isClean) throw new AuthFailure('busy')
}

/**
 * Turns Firebase's ID token into our session cookie and keeps who is signed in on this phone. Another account that was
 * signed in until now is logged out, and its queue is kept for it.
 * @throws AuthFailure where the server cannot be asked or says no; then nothing on the phone changes
 */
export async function startSession(user: User): Promise<void> {
  const before = await storedSession()
  const session = await askForCookie(user)
  const keep = () =>
    deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
      const last = await deviceDb.session.get('current')
      if (last && last.uid !== user.uid) await deviceDb.marks.put(wipeMark(last.uid, 'keep'))
      await deviceDb.session.put(session)
      await deviceDb.marks.bulkDelete([COOKIE_MARK, firebaseMark.key])
    })
  if (before?.uid === user.uid) return keep()
  forgetScreens()
  // Nobody may take the account's database for one that nobody uses.
  await withAccountLock(user.uid, keep)
  await finishWipes()
}

/**
 * A new cookie for the account that is signed in.
 * @returns false where it logged out meanwhile; then the server is told once more
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
 * Ends the session on the phone: one transaction forgets who is signed in and says what is to be wiped, so that a
 * logout that is cut off is finished later.
 * @returns whose session it was, or null
 */
export async function endSession(choice: WipeChoice): Promise<string | null> {
  return deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
    const session = await deviceDb.session.get('current')
    await deviceDb.session.delete('current')
    await markCookie()
    await deviceDb.marks.put(firebaseMark)
    if (session) await deviceDb.marks.put(wipeMark(session.uid, choice))
    return session?.uid ?? null
  })
}

/** Tells the server of a logout that it may not know of yet. Quiet: it is tried again on `online` and at each start. */
export async function tellLogout(): Promise<void> {
  if (!(await deviceDb.marks.get(COOKIE_MARK))) return
  const controller = new AbortController()
  telling = controller
  await navigator.locks
    .request(COOKIE_LOCK, { signal: controller.signal }, async () => {
      // Somebody logged in while this waited: the cookie is theirs.
      if (await storedSession()) return
      await post('/api/logout', successSchema, {}, {}, controller.signal)
      await deviceDb.marks.delete(COOKIE_MARK)
    })
    .catch(() => undefined)
}

function markCookie() {
  return deviceDb.marks.put({ key: COOKIE_MARK, value: new Date().toISOString() })
}

/** @throws AuthFailure where the server cannot be asked or says no */
async function askForCookie(user: User, signal?: AbortSignal): Promise<SessionRecord> {
  const token = await user.getIdToken()
  const ask = async () => {
    // From here on the server may have issued a cookie that no record knows of.
    await markCookie()
    const headers = { Authorization: `Bearer ${token}` }
    return post('/api/jwt', jwtAnswerSchema, { email: user.email ?? '' }, headers, signal)
  }
  const patience = AbortSignal.timeout(COOKIE_TIMEOUT_MS)
  const { expiresAt } = await navigator.locks
    .request(COOKIE_LOCK, { signal: patience }, ask)
    .catch((error: unknown) => {
      if (error instanceof AuthFailure || !patience.aborted) throw error
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

/** @throws AuthFailure */
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
    throw new AuthFailure(cause instanceof NoAnswer && cause.reason === 'unreachable' ? 'offline' : 'other', cause)
  }
}
