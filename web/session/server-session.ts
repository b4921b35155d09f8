import { expected, recordError } from '../../contract/errors.ts'
import { callApi } from '../calls/call-api.ts'
import { deviceDb, storedSession } from '../store/device-db.ts'
import type { WipeChoice } from '../store/forget-account.ts'
import { isStorageFull } from '../store/is-storage-full.ts'
import { LOGGED_OUT_MARK } from './logout-reason.ts'
import { tellPushEnd } from './push/end-push.ts'
import { endedPush, endPushMark } from './push/push-mark.ts'
import { firebaseMark, forgetPictures, wipeMark } from './wipe.ts'

// A session has two parts: the record on this phone, which says who is signed in, and the cookie, which the server sets
// and clears. The record decides. A mark says that a cookie may exist without a record. While the mark exists, the app
// keeps telling the server about the logout.

export const COOKIE_CALL_MS = 20_000
export const COOKIE_MARK = 'logout-pending'
/** The mark of a profile that Firebase may not have yet (kept-profile.ts). */
export const PROFILE_MARK = 'profile'
/** The Web Lock of the calls that set or clear the cookie. A late response must not undo a newer one. */
export const COOKIE_LOCK = 'cookie'
/** The call to `/api/logout` that runs in this page. A login cancels it. */
let logoutCall: AbortController | undefined

/** Cancels the call that tells the server about the last logout. */
export function cancelLogoutCall() {
  logoutCall?.abort()
}

/**
 * Ends the session on the phone. One transaction deletes the session record and marks what is to be wiped, so that a
 * later start can finish an interrupted logout.
 * @param asked the account that the user was asked about. If another one has logged in since, nothing changes
 * @returns the account's uid, or null if no session was ended
 */
export function endSession(choice: WipeChoice, asked?: string): Promise<string | null> {
  return makingRoom(() => recordEnd(choice, asked))
}

/**
 * Runs a transaction that ends a session, and runs it again after the stored pictures were deleted if the storage is
 * full. The pictures go with a logout in any case. It must be the outermost transaction: an inner one fails with it.
 */
export async function makingRoom<T>(end: () => PromiseLike<T>): Promise<T> {
  try {
    return await end()
  } catch (error) {
    if (!isStorageFull(error)) throw error
    await forgetPictures().catch(recordError)
    return end()
  }
}

/** The transaction of `endSession`. It may run inside of another one, see `makingRoom`. */
export function recordEnd(choice: WipeChoice, asked?: string): Promise<string | null> {
  return deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
    const session = await deviceDb.session.get('current')
    if (session && asked !== undefined && session.uid !== asked) return null
    await deviceDb.session.delete('current')
    await markCookie()
    await deviceDb.marks.put(firebaseMark)
    if (session) await deviceDb.marks.put(wipeMark(session.uid, choice))
    await endPushMark()
    await deviceDb.marks.delete(PROFILE_MARK)
    return session?.uid ?? null
  })
}

/**
 * Tells the server about a logout that it may not know yet, and that this phone wants no more pushes. It ignores
 * errors: an open page calls it again after a pause, on `online` and on `visibilitychange`, and so does the next start.
 * @returns whether nothing is left to tell
 */
export async function tellLogout(): Promise<boolean> {
  const isDue = await deviceDb.marks.get(COOKIE_MARK)
  if (!isDue && (await endedPush()) === null) return true
  const controller = new AbortController()
  logoutCall = controller
  const isTold = await navigator.locks
    .request(COOKIE_LOCK, { signal: controller.signal }, async () => {
      // The pushes end first, because that needs the session. The logout does not depend on it: the phone itself has
      // ended its subscription, and the push service tells the server so.
      const isPushTold = await tellPushEnd(controller.signal).then(
        () => true,
        () => expected('no-answer', false),
      )
      // Somebody logged in while this call waited, so the cookie belongs to that account.
      if (!isDue || (await storedSession())) return isPushTold
      const call = { method: 'POST' as const, body: '{}', signal: controller.signal, timeoutMs: COOKIE_CALL_MS }
      await callApi('/api/logout', assertSuccess, call)
      await deviceDb.marks.delete(COOKIE_MARK)
      return isPushTold
    })
    .catch((error) => recordError(error, false))
  if (!isTold) tryAgain()
  return isTold
}

/** Without zod, which no start needs. @throws TypeError if our server did not say so */
function assertSuccess(body: unknown) {
  if ((body as { success?: unknown } | null)?.success !== true) throw new TypeError('no success')
}

let tryAgain = () => {}

/** @param listener is called each time that the server could not be told, and tells it again later */
export function whenUntold(listener: () => void) {
  tryAgain = listener
}

/** Marks that a cookie may exist without a record of the session. */
export function markCookie() {
  return deviceDb.marks.put({ key: COOKIE_MARK, value: new Date().toISOString() })
}

/** The marks that a new session removes. */
export const marksBeforeLogin = [COOKIE_MARK, firebaseMark.key, LOGGED_OUT_MARK]
