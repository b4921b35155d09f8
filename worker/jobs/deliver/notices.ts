import { type SQL, sql } from 'drizzle-orm'
import { allRows, literal, rowsOf, runBatch } from '../../db/client.ts'
import { hasEntry } from '../../db/mail-sql.ts'
import { type Cause, endDelivery } from './claims.ts'

/** The target of the delivery that remembers a turn. No subscription or account has this id. */
const NOBODY = ''

// Conditions on a notice `n`, and on an account whose uid is `s.uid`: of a push subscription, or the account itself.

/** SQL: what a notice is about. A cancellation and its end are one subject. */
const subjectOf = (alias: string) => sql.raw(`iif(${alias}.kind = 'restored', 'cancelled', ${alias}.kind)`)

/**
 * True if no newer notice replaces `n`. A push of an outdated notice would arrive last, and replace the newer one on the
 * phone; a mail of it would say what is not so.
 */
export const isCurrent = sql`(n.to_uid IS NOT NULL OR n.kind = 'written' OR NOT EXISTS (SELECT 1 FROM notice newer
  WHERE newer.marathon_id = n.marathon_id AND newer.to_uid IS NULL AND newer.seq > n.seq AND newer.urgent = 1
  AND ${subjectOf('newer')} = ${subjectOf('n')}))`

/** `n` concerns the account of `s`, which has not written or caused it. */
export const isFor = sql`(s.uid IS NOT n.by_uid AND (s.uid = n.to_uid OR (n.to_uid IS NULL AND (${hasEntry}
  OR EXISTS (SELECT 1 FROM staff h WHERE h.marathon_id = n.marathon_id AND h.uid = s.uid
    AND h.removed_at IS NULL)))))`

/**
 * The ids of those whom a notice concerns, in order: of the one account that may see it, or of all with an application,
 * and of the staff. A claim asks once more (`isFor`).
 * @param table with a uid and the id `key`
 * @param after the last id of the part before; '' for the first part
 */
export async function concernedBy(
  d1: D1Database,
  noticeId: string,
  { table, key, after, limit }: { table: 'push_subscription' | 'account'; key: SQL; after: string; limit: number },
): Promise<string[]> {
  const toAll = sql`(SELECT marathon_id FROM notice WHERE id = ${noticeId} AND to_uid IS NULL)`
  const rows = await allRows<{ id: string }>(
    d1,
    sql`SELECT ${key} AS id FROM ${sql.raw(table)} s WHERE ${key} > ${after} AND s.uid IN (
        SELECT owner_uid FROM application WHERE marathon_id = ${toAll}
        UNION SELECT uid FROM staff WHERE marathon_id = ${toAll} AND removed_at IS NULL
        UNION SELECT to_uid FROM notice WHERE id = ${noticeId})
      ORDER BY ${key} LIMIT ${literal(limit)}`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Takes the turn of a notice: nobody's phone or mailbox gets notices without end. Turns are budgets like that of the ops
 * of an account, and in the same table. Whoever deletes notices gets no turn back. A notice may be queued several times
 * and pays once: a delivery to nobody remembers it, as long as the others.
 * @param cause the notice, and how it is delivered
 * @param budgetsOf SQL with a row for each budget that pays for the notice `n` where `isDue`: its name `uid`, the `cost` of
 *   a turn, and the `span` that there is at once, ms
 * @param since notices that were written before it (ISO 8601) are not delivered any more
 * @param now ms since the epoch
 * @returns in how many ms there is a turn; 0 if the notice may be delivered now, null if it is not any more
 */
export async function takeTurn(
  d1: D1Database,
  cause: Cause,
  budgetsOf: (isDue: SQL) => SQL,
  since: string,
  now: number,
): Promise<number | null> {
  const { channel, id } = cause
  const isDue = sql`n.id = ${id} AND n.at > ${since} AND ${isCurrent}`
  const budgets = sql`(${budgetsOf(isDue)})`
  const turn = sql`delivery d WHERE d.channel = ${channel} AND d.cause_id = ${id} AND d.target_id = ${NOBODY}`
  const [state] = await runBatch(d1, [
    sql`SELECT EXISTS (SELECT 1 FROM ${turn}) AS isTaken,
        (SELECT max(o.spent_until + b.cost - b.span) FROM ${budgets} b JOIN op_budget o ON o.uid = b.uid) AS due
      FROM notice n WHERE ${isDue}`,
    // Of all budgets, or of none. It is held until it is paid, in the same transaction.
    sql`INSERT INTO delivery (channel, cause_id, target_id, held_until, at)
      SELECT ${channel}, ${id}, ${NOBODY}, ${now}, ${now} WHERE EXISTS (SELECT 1 FROM ${budgets} b)
        AND NOT EXISTS (SELECT 1 FROM ${budgets} x JOIN op_budget o ON o.uid = x.uid
          WHERE o.spent_until > ${now} + x.span - x.cost)
      ON CONFLICT DO NOTHING`,
    sql`INSERT INTO op_budget (uid, spent_until) SELECT b.uid, ${now} + b.cost FROM ${budgets} b
      WHERE EXISTS (SELECT 1 FROM ${turn} AND d.held_until IS NOT NULL)
      ON CONFLICT (uid) DO UPDATE SET spent_until = max(spent_until, ${now}) + excluded.spent_until - ${now}`,
    endDelivery(cause, NOBODY, null),
  ])
  const [notice] = rowsOf<{ isTaken: 0 | 1; due: number | null }>(state)
  if (!notice) return null
  return notice.isTaken ? 0 : Math.max(0, (notice.due ?? 0) - now)
}
