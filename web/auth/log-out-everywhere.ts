import { successSchema } from '../../contract/session.ts'
import { callApi } from '../api.ts'
import { withSession } from './with-session.ts'

/**
 * Ends all sessions of the account at the server, and then logs out on this phone. What is not sent stays on this phone
 * for the account's next login.
 * @throws Problem or NoResponse if the server did not confirm it; then this phone stays signed in
 */
export async function logOutEverywhere(uid: string): Promise<void> {
  const call = { method: 'POST' as const, body: '{}' }
  await withSession(uid, () => callApi('/api/logout-everywhere', (body) => successSchema.parse(body), call))
  const { endAccount } = await import('./session-store.ts')
  await endAccount('clean', uid)
}
