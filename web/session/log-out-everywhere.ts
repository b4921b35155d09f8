import { recordError } from '../../contract/errors.ts'
import { Problem } from '../../contract/problem.ts'
import { successSchema } from '../../contract/session.ts'
import { callApi } from '../calls/call-api.ts'
import type { AccountDb } from '../store/account-db.ts'
import { storedSession } from '../store/device-db.ts'
import { unfinishedForms } from '../store/drafts.ts'
import type { LogoutOutcome } from './session-store.ts'
import { withSession } from './with-session.ts'

/**
 * Ends all sessions of the account at the server, and then logs out on this phone. What is not sent, or begun in a form,
 * stays on this phone for the account's next login.
 * @throws Problem or NoResponse if the server did not confirm it; then this phone stays signed in. WRONG_ACCOUNT if
 *   another account has logged in meanwhile: the call would end the sessions of that one
 */
export async function logOutEverywhere(db: AccountDb): Promise<LogoutOutcome> {
  const { uid } = db
  const call = { method: 'POST' as const, body: '{}' }
  if ((await storedSession())?.uid !== uid) throw new Problem('WRONG_ACCOUNT', 'Another account has logged in.')
  await withSession(uid, () => callApi('/api/logout-everywhere', (body) => successSchema.parse(body), call))
  const { endAccount } = await import('./session-store.ts')
  // Nobody was asked about them.
  const forms = await unfinishedForms(db).catch((error) => recordError(error, null))
  return endAccount(forms?.length === 0 ? 'clean' : 'keep', uid)
}
