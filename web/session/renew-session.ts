import { recordError } from '../../contract/errors.ts'
import { DAY_MS, SESSION_DAYS } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { NoResponse } from '../calls/call-api.ts'
import type { SessionRecord } from '../store/device-db.ts'
import { storedSession } from '../store/device-db.ts'
import { toAuthFailure } from './auth-failure.ts'
import { endedElsewhere } from './ended-elsewhere.ts'
import { isFirebaseLoaded, loadFirebase } from './load-firebase.ts'
import { renewCookie } from './session-cookie.ts'

/** A session that is younger than this is not renewed. */
const RENEW_AFTER_MS = DAY_MS

/**
 * Gets a new session cookie for the signed-in account, without asking the user. It uses the user that Firebase
 * remembers. A failure does not end the session. If the account logs out meanwhile, it stays logged out.
 * @param signal ends the wait at once, and cancels the call of the server
 * @returns whether there is a new cookie. If not, the user must log in
 * @throws NoResponse, or Problem UNAVAILABLE, if nobody could say so: another try may get a cookie
 */
export async function renewSession(uid: string, signal?: AbortSignal): Promise<boolean> {
  // Firebase takes no signal, and may wait for a network that hangs.
  const ended = new Promise<false>((resolve) => {
    if (signal?.aborted) resolve(false)
    signal?.addEventListener('abort', () => resolve(false), { once: true })
  })
  return Promise.race([renew(uid, signal).catch(falseIfRefused), ended])
}

/** Errors of Firebase that say nothing about its user. */
const PASSING = ['auth/internal-error', 'auth/timeout']

/** @throws NoResponse or Problem UNAVAILABLE if the failure says nothing about the user */
function falseIfRefused(error: unknown): false {
  const { code, cause } = toAuthFailure(error)
  if (cause instanceof NoResponse) throw cause
  if (code === 'offline' || code === 'portal')
    throw new NoResponse(code === 'portal' ? 'foreign' : 'unreachable', error)
  const isBusy = code === 'rate-limited' || (cause instanceof Problem && cause.code === 'UNAVAILABLE')
  const isPassing = PASSING.includes(String((cause as { code?: unknown } | null)?.code))
  if (isBusy || isPassing) throw new Problem('UNAVAILABLE', 'The session could not be renewed now.')
  return false
}

async function renew(uid: string, signal?: AbortSignal): Promise<boolean> {
  const firebase = await loadFirebase()
  const user = await firebase.rememberedUser()
  if (user?.uid !== uid || signal?.aborted) return false
  // The account may have logged out while Firebase started in this tab. The start has stored the user again.
  const isRenewed = (await storedSession()) !== null && (await renewCookie(user, signal))
  if (!isRenewed) await signOutWithoutSession(uid)
  return isRenewed
}

/** Signs the account out of Firebase in this page if nobody is signed in. */
async function signOutWithoutSession(uid: string): Promise<void> {
  if (!isFirebaseLoaded() || (await storedSession())) return
  const firebase = await loadFirebase()
  if ((await firebase.rememberedUser())?.uid === uid) await firebase.logOut()
}

/**
 * Logs out in this page, because the server says that the session was ended elsewhere.
 * @param session the one that the server refused
 */
export async function endRefusedSession(session: SessionRecord, isDeleted: boolean): Promise<void> {
  await endedElsewhere(session, isDeleted)
  void signOutWithoutSession(session.uid).catch(recordError)
}

/** The last renewal of this page. A phone that is far ahead, and does not know it, would take its session for old. */
let last: { expiresAt: string; at: number } | undefined

/**
 * Renews a session that is more than one day old. A session therefore ends only if the user does not open the app for
 * two weeks.
 * @param now ms by the server's clock, as far as this phone knows it
 */
export async function renewIfDue(uid: string, now: number, signal?: AbortSignal): Promise<void> {
  const session = await storedSession()
  if (session?.uid !== uid) return
  const issuedAt = Date.parse(session.expiresAt) - SESSION_DAYS * DAY_MS
  const isNew = session.expiresAt === last?.expiresAt && performance.now() - last.at < RENEW_AFTER_MS
  if (now - issuedAt <= RENEW_AFTER_MS || isNew) return
  // A failure does no harm: a pass that needs a new session renews it.
  if (!(await renewSession(uid, signal).catch((error) => recordError(error, false)))) return
  last = { expiresAt: (await storedSession())?.expiresAt ?? '', at: performance.now() }
}
