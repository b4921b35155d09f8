import { DAY_MS } from '../../contract/limits.ts'
import { type AccountDb, type OutboxRecord, positionOf } from '../store/account-db.ts'

/** The server's database can be restored to any time of the last 30 days (docs/operations.md). */
export const JOURNAL_DAYS = 30

/**
 * Most ops in the journal. That is a bib for every entrant of a large event. One op takes about 500 bytes, so the
 * journal takes at most 25 MB.
 */
const MAX_JOURNAL = 50_000

/**
 * Keeps applied ops, in case the server's database loses them. A draw is left out: drawn again before all phones have
 * sent their applications, it would leave runners out, so the organiser draws again. It must run in a transaction with
 * the table.
 * @param at when this phone heard that they were applied, ms by the server's clock
 */
export async function keepInJournal(db: AccountDb, applied: OutboxRecord[], at: number): Promise<void> {
  const kept = applied.filter(({ op }) => op.type !== 'marathon.draw')
  await db.journal.bulkPut(
    kept.map((record) => {
      const { opId, target, op } = record
      return { n: positionOf(record), opId, target, op, at }
    }),
  )
}

/**
 * Puts the whole journal back into the outbox (INV-22). The ops get their old positions, so they are sent in their old
 * order and before the edits that rest on them. The server returns the recorded verdict of an op that it still has. It
 * must run in a transaction with both tables.
 */
export async function sendJournalAgain(db: AccountDb): Promise<void> {
  const forgotten = await db.journal.toArray()
  await db.outbox.bulkPut(
    forgotten.map(({ n, opId, target, op }) => ({ n, opId, target, op, state: 'waiting' as const, failures: 0 })),
  )
  await db.journal.clear()
}

/**
 * Removes the ops that no backup can lose any more, and the oldest ones of too many. It must run in a transaction with
 * the table.
 * @param now ms by the server's clock
 * @param most most ops that stay
 */
export async function pruneJournal(db: AccountDb, now: number, most = MAX_JOURNAL): Promise<void> {
  await db.journal
    .where('at')
    .below(now - JOURNAL_DAYS * DAY_MS)
    .delete()
  const excess = (await db.journal.count()) - most
  if (excess > 0) await db.journal.bulkDelete(await db.journal.orderBy('n').limit(excess).primaryKeys())
}
