import type { AccountDb } from '../../store/account-db.ts'
import { readDraft, saveDraft } from '../../store/drafts.ts'

// The commitment of a ballot does not change once somebody has applied. So a phone whose user is in the ballot keeps
// the first one that it gets, and can tell after the draw whether it is still the same. One thing gives a ballot
// another commitment: the server's database was restored, which gives it a new epoch. The phone then follows, and says
// so. The commitment is kept like a draft: a record of the account that a logout deletes.

/** A kept commitment. */
interface Kept {
  commitment: string
  /** The epoch of the database when this phone kept it. */
  epoch: string
  /** It took the place of another one, because the database was restored. */
  isReplaced: boolean
}

const keyOf = (marathonId: string) => `ballot:${marathonId}`

/**
 * Keeps the commitment as the server tells it, if none is kept and the user is in the ballot, or if the kept one is
 * from before a restore.
 * @returns has a restore replaced the commitment that this phone kept?
 */
export async function keepCommitment(
  db: AccountDb,
  marathonId: string,
  commitment: string,
  isIn: boolean,
): Promise<boolean> {
  const kept = await readKept(db, marathonId)
  const epoch = (await db.sync.get('sync'))?.epoch ?? ''
  if (kept ? kept.commitment === commitment || kept.epoch === epoch : !isIn) return kept?.isReplaced ?? false
  const isReplaced = kept !== null
  await saveDraft(db, keyOf(marathonId), { commitment, epoch, isReplaced })
  return isReplaced
}

/** The commitment that this phone kept; null if it kept none. */
export async function readCommitment(db: AccountDb, marathonId: string): Promise<string | null> {
  return (await readKept(db, marathonId))?.commitment ?? null
}

async function readKept(db: AccountDb, marathonId: string): Promise<Kept | null> {
  const kept = await readDraft(db, keyOf(marathonId))
  return kept && typeof kept.commitment === 'string' ? (kept as unknown as Kept) : null
}
