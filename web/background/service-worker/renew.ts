import { recordError } from '../../../contract/errors.ts'
import { fetchIdToken, storedFirebaseUser } from '../../session/refresh-token.ts'
import { renewCookie } from '../../session/session-cookie.ts'

/**
 * Renews the session of the signed-in account while no page is open, without asking the user. A failure does not end
 * the session.
 * @returns whether there is a new cookie
 */
export async function renewInBackground(uid: string, signal?: AbortSignal): Promise<boolean> {
  try {
    const user = await storedFirebaseUser(uid)
    if (!user) return false
    return await renewCookie(
      {
        uid,
        email: user.email ?? null,
        displayName: user.displayName ?? null,
        photoURL: user.photoURL ?? null,
        getIdToken: () => fetchIdToken(user.stsTokenManager.refreshToken, signal),
      },
      signal,
    )
  } catch (error) {
    return recordError(error, false)
  }
}
