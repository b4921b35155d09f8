import { commitmentOf, newSeed } from './decide/ballot.ts'

/**
 * Gives the database a new epoch. It is for a database that was restored from a backup. Every cursor that a phone has
 * belongs to the old epoch then, so every phone pulls from nothing; it keeps its queue. `npm run new-epoch` runs it.
 */
export const NEW_EPOCH_SQL =
  "UPDATE clock SET epoch = lower(hex(randomblob(8))), restored_at = unixepoch('now') * 1000 WHERE id = 1 RETURNING epoch"

/** The ballots that are not drawn. A draw that the database has forgotten may have published their seeds. */
export const UNDRAWN_SQL = "SELECT id FROM marathon WHERE registration = 'ballot' AND seed IS NULL"

/** SQL that gives an undrawn ballot a new seed and commitment. @param id from UNDRAWN_SQL: it needs no quoting */
export function newSeedSql(id: string): string {
  const seed = newSeed()
  return `UPDATE clock SET seq = seq + 1 WHERE id = 1;
    UPDATE marathon SET secret_seed = '${seed}', commitment = '${commitmentOf(seed)}', ver = ver + 1,
      seq = (SELECT seq FROM clock) WHERE id = '${id}' AND seed IS NULL;`
}
