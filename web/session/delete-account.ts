import { recordError } from '../../contract/errors.ts'
import { askBackgroundSync, DELETIONS_TAG } from '../store/background-sync.ts'
import { deviceDb } from '../store/device-db.ts'
import { AuthFailure } from './auth-failure.ts'
import { putDeletion } from './deletion-marks.ts'
import { goOnDeleting } from './go-on-deleting.ts'
import { signOutOfFirebase } from './load-firebase.ts'
import { storedFirebaseUser } from './refresh-token.ts'
import { makingRoom, recordEnd, tellLogout } from './server-session.ts'
import { noteSignedIn } from './signed-in-bit.ts'
import { finishWipes } from './wipe.ts'

/**
 * Deletes an account: at once on this phone, with what is not sent, and at the server as soon as there is a network.
 * One transaction logs out and marks the deletion, so that it is finished after the app was closed.
 * @throws AuthFailure logged-out if Firebase remembers no user here, or somebody else has logged in; then nothing
 * changes
 */
export async function deleteAccount(uid: string): Promise<void> {
  const user = await storedFirebaseUser(uid)
  if (!user) throw new AuthFailure('logged-out')
  const { refreshToken } = user.stsTokenManager
  const end = () =>
    deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
      if ((await deviceDb.session.get('current'))?.uid !== uid) throw new AuthFailure('logged-out')
      await putDeletion({ uid, email: user.email ?? '', refreshToken, askedAt: Date.now(), state: 'due' })
      await recordEnd('discard')
    })
  noteSignedIn(false)
  await makingRoom(end)
  void signOutOfFirebase()
  void askBackgroundSync(DELETIONS_TAG)
  // What fails here is finished at the next start.
  await finishWipes().catch(recordError)
  void tellLogout()
  void goOnDeleting()
}
