import type { AccountDb } from '../../data/account-db.ts'
import { readDraft, saveDraft } from '../../data/drafts.ts'

// The commitment of a ballot does not change once somebody has applied. So a phone whose user is in the ballot keeps
// the first one that it gets, and can tell after the draw whether it is still the same. It is kept like a draft: a
// record of the account that a logout deletes.

const keyOf = (marathonId: string) => `ballot:${marathonId}`

/** Keeps the commitment, if none is kept. */
export async function keepCommitment(db: AccountDb, marathonId: string, commitment: string): Promise<void> {
  if ((await readCommitment(db, marathonId)) === null) await saveDraft(db, keyOf(marathonId), { commitment })
}

/** The commitment that this phone kept; null if it kept none. */
export async function readCommitment(db: AccountDb, marathonId: string): Promise<string | null> {
  const kept = (await readDraft(db, keyOf(marathonId)))?.commitment
  return typeof kept === 'string' ? kept : null
}
