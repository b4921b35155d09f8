import { deviceDb, storedSession } from '../data/device-db.ts'
import { endPushMark, forgetTold } from '../data/push-mark.ts'
import { forgetScreens } from '../first-paint/kept-screens.ts'
import { AuthFailure } from './auth-failure.ts'
import { askForCookie, cancelLogoutCall, type FirebaseUser, marksBeforeLogin } from './server-session.ts'
import { finishWipes, wipeMark, withAccountLock } from './wipe.ts'

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
}

/**
 * Exchanges Firebase's ID token for our session cookie, and stores on this phone who is signed in. If another account
 * was signed in, it is logged out, and its outbox stays on this phone.
 * @throws AuthFailure if the server cannot be reached or refuses; then nothing on the phone changes
 */
export async function startSession(user: FirebaseUser): Promise<void> {
  const before = await storedSession()
  const session = await askForCookie(user)
  const keep = () =>
    deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
      const last = await deviceDb.session.get('current')
      if (last && last.uid !== user.uid) {
        await deviceDb.marks.put(wipeMark(last.uid, 'keep'))
        await endPushMark()
      }
      // The account's sessions may have been ended, and its pushes with them.
      else await forgetTold()
      await deviceDb.session.put(session)
      await deviceDb.marks.bulkDelete(marksBeforeLogin)
    })
  if (before?.uid === user.uid) return keep()
  forgetScreens()
  // The lock stops a wipe that takes this account's database for an unused one.
  await withAccountLock(user.uid, keep)
  await finishWipes()
}
