import { deviceDb, storedSession } from '../store/device-db.ts'
import { AuthFailure } from './auth-failure.ts'
import { keepProfile, type Profile, profileOf, settleProfile } from './kept-profile.ts'
import { loadFirebase } from './load-firebase.ts'
import { renewCookie } from './session-cookie.ts'

/** The Web Lock of what sets a profile: an older one must not come after a newer one. */
const LOCK = 'profile'
const AGAIN_MS = 60_000

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sets name and photo of the signed-in account at Firebase. The phone shows them at once. The server learns them with
 * a new cookie, which is asked for again later if it cannot be had now.
 * @throws AuthFailure logged-out if Firebase remembers another user here or none; else what Firebase throws. Then
 *   nothing on the phone changes
 */
export function saveProfile(uid: string, profile: Profile): Promise<void> {
  return navigator.locks.request(LOCK, async () => {
    const { firebase, user } = await rememberedUser(uid)
    // The app may be closed between the calls.
    const takeBack = await keepProfile(user.email ?? '', profile, uid)
    await firebase.setProfile(user, profile, true).catch(async (error: unknown) => {
      await takeBack()
      throw error
    })
    await deviceDb.session.filter((session) => session.uid === uid).modify(profile)
    await renewCookie(user).then(() => settleProfile(user), again)
  })
}

/**
 * Sets the profile that an interrupted registration has left for the signed-in account, if there is one: now, and after
 * a minute while the page is open. Only pages call it.
 */
export function finishProfile(): Promise<void> {
  clearTimeout(timer)
  return navigator.locks.request(LOCK, finish).catch(again)
}

async function finish(): Promise<void> {
  const session = await storedSession()
  // Most starts end here, and load no Firebase.
  if (!session || !(await profileOf(session))) return
  const { firebase, user } = await rememberedUser(session.uid)
  const profile = await profileOf(user)
  if (!profile) return
  await firebase.setProfile(user, profile)
  if (await renewCookie(user)) await settleProfile(user)
}

function again() {
  clearTimeout(timer)
  timer = setTimeout(finishProfile, AGAIN_MS)
}

async function rememberedUser(uid: string) {
  const firebase = await loadFirebase()
  const user = await firebase.rememberedUser()
  if (user?.uid !== uid || (await storedSession())?.uid !== uid) throw new AuthFailure('logged-out')
  return { firebase, user }
}
