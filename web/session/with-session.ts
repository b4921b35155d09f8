import { Problem } from '../../contract/problem.ts'
import { askForSync } from '../store/sync-status.ts'
import { renewSession } from './renew-session.ts'

/**
 * Makes a call of a signed-in user. If the session has ended, it is renewed once, without asking the user.
 * @throws what the call throws; UNAUTHENTICATED if there is no new session; what `renewSession` throws
 */
export async function withSession<T>(uid: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'UNAUTHENTICATED' || !(await renewSession(uid))) throw error
    // Edits that waited for a session are sent at once.
    askForSync()
    return call()
  }
}
