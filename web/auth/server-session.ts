import type { User } from 'firebase/auth'
import { deviceDb, type SessionRecord, storedSession } from '../data/device-db.ts'
import { forgetScreens } from '../data/kept-screens.ts'
import { AuthFailure } from './auth-failure.ts'

const TIMEOUT_MS = 20_000
const LOGOUT_MARK = 'logout-pending'

/**
 * Turns Firebase's ID token into our session cookie and keeps who is signed in on this phone.
 * @throws AuthFailure where the server cannot be asked or says no; then nothing on the phone changes
 */
export async function startSession(user: User): Promise<SessionRecord> {
  const token = await user.getIdToken()
  const answer = await post('/api/jwt', { email: user.email ?? '' }, { Authorization: `Bearer ${token}` })
  const body = answer.headers.get('Content-Type')?.startsWith('application/json') ? await answer.json() : null
  if (!answer.ok || typeof body?.expiresAt !== 'string') {
    throw new AuthFailure(answer.status === 429 ? 'rate-limited' : 'other')
  }
  const session: SessionRecord = {
    key: 'current',
    uid: user.uid,
    email: user.email ?? '',
    displayName: user.displayName ?? '',
    photoURL: user.photoURL ?? '',
    expiresAt: body.expiresAt,
  }
  // Another account without a logout before it, as after "Log in again".
  if ((await storedSession())?.uid !== session.uid) forgetScreens()
  await deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
    await deviceDb.session.put(session)
    await deviceDb.marks.delete(LOGOUT_MARK)
  })
  return session
}

/** Forgets who is signed in, at once; the cookie goes as soon as the server can be told. */
export async function endSession(): Promise<void> {
  await deviceDb.transaction('rw', deviceDb.session, deviceDb.marks, async () => {
    await deviceDb.session.delete('current')
    await deviceDb.marks.put({ key: LOGOUT_MARK, value: new Date().toISOString() })
  })
  await tellLogout()
}

/** Tells the server of a logout that it may not know of yet. Quiet: it is tried again when the app next starts. */
export async function tellLogout(): Promise<void> {
  if (!(await deviceDb.marks.get(LOGOUT_MARK))) return
  const answer = await post('/api/logout', {}).catch(() => null)
  if (answer?.ok) await deviceDb.marks.delete(LOGOUT_MARK)
}

async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      credentials: 'include',
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch (cause) {
    throw new AuthFailure('offline', cause)
  }
}
