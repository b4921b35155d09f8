import { isAccountDeleted, isSessionEnded, Problem } from '../../contract/problem.ts'
import type { AccountDb } from '../store/account-db.ts'
import type { SessionRecord } from '../store/device-db.ts'
import { storedSession } from '../store/device-db.ts'
import { runSync } from './run-sync.ts'
import { PassEnded, type PassResult } from './sync-pass.ts'

/** How a pass renews the session. The engine of a page provides it. */
export interface PassRenewal {
  /**
   * Renews the session, without asking the user. @returns whether the session is new; if not, the user must log in
   * @throws NoResponse or Problem UNAVAILABLE if another try may renew it
   */
  renewSession: (uid: string, signal?: AbortSignal) => Promise<boolean>
  /** Logs out on this phone, because the session was ended elsewhere, or the account was deleted. */
  endRefusedSession: (session: SessionRecord, isDeleted: boolean) => Promise<void>
}

/**
 * Runs one pass. If the session has expired, or is too old to write, it is renewed once, without asking the user, and
 * the pass runs again. If it was ended elsewhere, the account is logged out here too.
 * @throws the errors of `runSync`, and of the renewal; PassEnded after a logout
 */
export async function runSyncRenewed(
  db: AccountDb,
  renewal: PassRenewal,
  signal?: AbortSignal,
  isRepeated = false,
): Promise<PassResult> {
  const session = await storedSession()
  try {
    return await runSync(db, signal)
  } catch (error) {
    if (isSessionEnded(error) && session?.uid === db.uid) {
      await renewal.endRefusedSession(session, isAccountDeleted(error))
      throw new PassEnded()
    }
    if (isRepeated || !isSignInMissing(error) || !(await renewal.renewSession(db.uid, signal))) throw error
    return runSyncRenewed(db, renewal, signal, true)
  }
}

/** Does a failure say that the account must sign in? */
export function isSignInMissing(error: unknown): boolean {
  return error instanceof Problem && (error.code === 'UNAUTHENTICATED' || error.code === 'WRONG_ACCOUNT')
}
