import { recordError } from '../../contract/errors.ts'
import type { SessionRecord } from '../store/device-db.ts'
import { deviceDb, storedSession } from '../store/device-db.ts'
import { inTime } from '../store/in-time.ts'
import { AuthFailure } from './auth-failure.ts'
import { deletionOf, deletions, forgetDeletion, isToldUnasked, isUntold } from './deletion-marks.ts'
import { settleProfile } from './kept-profile.ts'
import { endPushMark, forgetTold } from './push/push-mark.ts'
import { cancelLogoutCall, marksBeforeLogin } from './server-session.ts'
import { askForCookie, type FirebaseUser } from './session-cookie.ts'
import { noteSignedIn } from './signed-in-bit.ts'
import { finishWipes, inLockOrLate, SIGN_IN_LOCK, wipeMark, withAccountLock } from './wipe.ts'

/** The longest time that a login waits for the deletion of an account. */
const DELETIONS_TIMEOUT_MS = 10_000

// How a session begins. Only pages need it, so the service worker does not contain it.

/**
 * Must be called before Firebase signs somebody in. It deletes what the last logout still has to delete, so that an
 * account does not find discarded data at its next login.
 * @throws AuthFailure busy, no-storage
 */
export async function prepareSignIn(): Promise<void> {
  cancelLogoutCall()
  const isClean = await finishWipes().catch((cause: unknown) => {
    throw new AuthFailure('no-storage', cause)
  })
  if (!isClean) throw new AuthFailure('busy')
  await finishDeletions()
}

/**
 * Runs a login at Firebase and then at our server. Meanwhile another tab does not take Firebase's record of the user for
 * one that is left over.
 */
export function duringSignIn<T>(signIn: () => Promise<T>): Promise<T> {
  return inLockOrLate(SIGN_IN_LOCK, 'shared', signIn)
}

/** Tells the server first of what this phone deletes, so that a new login of the account begins anew. */
async function finishDeletions() {
  if (!(await deletions()).some((deletion) => isToldUnasked(deletion, Date.now()))) return
  const { tellDeletions } = await import('./tell-deletions.ts')
  await inTime(tellDeletions(), DELETIONS_TIMEOUT_MS, false).catch((error) => recordError(error, false))
}

/**
 * Exchanges Firebase's ID token for our session cookie, and stores on this phone who is signed in. If another account
 * was signed in, it is logged out, and its outbox stays on this phone.
 * @throws AuthFailure if the server cannot be reached or refuses, or `deleting`; then nothing on the phone changes
 */
export async function startSession(user: FirebaseUser): Promise<void> {
  await assertNotDeleting(user.uid)
  const before = await storedSession()
  const keep = (session: SessionRecord) => {
    noteSignedIn(true)
    return deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
      // Another tab may have deleted the account meanwhile.
      await assertNotDeleting(user.uid)
      const last = await deviceDb.session.get('current')
      if (last && last.uid !== user.uid) {
        await deviceDb.marks.put(wipeMark(last.uid, 'keep'))
        await endPushMark()
      }
      // The account's sessions may have been ended, and its pushes with them.
      else await forgetTold()
      await deviceDb.session.put(session)
      await deviceDb.marks.bulkDelete(marksBeforeLogin)
      await forgetDeletion(user.uid)
      await settleProfile(user)
    })
  }
  if (before?.uid === user.uid) return askForCookie(user, keep)
  // The lock stops a wipe that takes this account's database for an unused one.
  await askForCookie(user, (session) => withAccountLock(user.uid, () => keep(session)))
  await finishWipes()
}

/** @throws AuthFailure deleting, if this phone deletes the account and has not finished it */
async function assertNotDeleting(uid: string) {
  const deletion = await deletionOf(uid)
  if (deletion && isUntold(deletion)) throw new AuthFailure('deleting')
}
