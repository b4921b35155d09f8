import { tellVerdict } from '../../../status/tell-verdict.ts'
import type { AccountDb } from '../../../store/account-db.ts'
import { awaitVerdict } from '../../../store/verdict.ts'

/** More verdicts do not come while one waits, and each change of the queue would look for all of them again. */
const MOST_AWAITED = 100

/**
 * Tells the organiser when the server did not take a bib as it was. A bib that is taken, or that waits, needs no words:
 * the entrant's card shows it. Of many bibs only the first are awaited. What the server rejects later is counted on
 * every screen, like each rejected edit.
 */
export async function tellRejectedBibs(db: AccountDb, opIds: readonly string[]): Promise<void> {
  if (opIds.length === 0) return
  const outcome = await awaitVerdict(db, opIds.slice(0, MOST_AWAITED))
  if (outcome.kind === 'rejected' || outcome.kind === 'clash') await tellVerdict(outcome, async () => undefined)
}
