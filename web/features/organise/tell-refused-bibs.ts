import type { AccountDb } from '../../data/account-db.ts'
import { awaitVerdict } from '../../data/verdict.ts'
import { tellVerdict } from '../../shared/sync/tell-verdict.ts'

/**
 * Tells the organiser when the server did not take a bib as it was. A bib that is taken, or that waits, needs no words:
 * the entrant's card shows it.
 */
export async function tellRefusedBibs(db: AccountDb, opIds: readonly string[]): Promise<void> {
  if (opIds.length === 0) return
  const outcome = await awaitVerdict(db, opIds)
  if (outcome.kind === 'refused' || outcome.kind === 'clash') await tellVerdict(outcome, async () => undefined)
}
