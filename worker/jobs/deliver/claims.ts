import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../../contract/limits.ts'
import { literal, rowsOf, runBatch, statement } from '../../db/client.ts'

/** Deliveries are kept for longer than their cause is delivered. */
const KEEP_MS = 2 * DAY_MS
const MAX_FORGOTTEN = 5000
/** Most parts of one run. A run every five minutes then forgets 28 million deliveries a day. */
const MAX_PARTS = 20

/** What is delivered: by which channel, and for which cause. SQL says to whom. */
export interface Cause {
  channel: 'push' | 'mail' | 'entry'
  /** The notice; '' for confirmations of entries. */
  id: string
  /**
   * What stands after FROM: those who may get it now. It is asked at each claim, because messages wait and are sent again
   * for hours: a notice may be deleted or outdated meanwhile, and an account may have left.
   */
  from: SQL
  /** The id of a target in `from`. */
  key: SQL
  /** What an account may get at all; no limit without it. */
  limit?: AccountLimit
}

/** A limit of what one account gets. Its turns are of the same kind as those of notices, and in the same table. */
export interface AccountLimit {
  /** SQL in `from`: the name of the budget, and whether the cause needs no turn. */
  budget: SQL
  isFree: SQL
  /** What a delivery costs, and how much time there is at once, ms. */
  cost: number
  span: number
}

/** SQL after `from`: the delivery `d` of a target. */
const withDelivery = ({ channel, id, key }: Cause) =>
  sql`LEFT JOIN delivery d ON d.channel = ${channel} AND d.cause_id = ${id} AND d.target_id = ${key}`

/** SQL for those of the ids who may get it, with their deliveries; `isOpen` selects those who have not got it. */
export const openOf = (cause: Cause, ids: string[]) =>
  sql`json_each(${JSON.stringify(ids)}) e CROSS JOIN ${cause.from} ${withDelivery(cause)}
    WHERE ${cause.key} = e.value AND (d.channel IS NULL OR d.held_until IS NOT NULL)`

/**
 * Claims a delivery, before it is sent. Where the account has no turn any more, the delivery is finished and not sent.
 * @param end the statements that end the delivery before, in the same transaction
 * @returns whether this run may send it; false if another one holds it or has sent it, or the target does not get it any
 *   more
 */
export async function claimDelivery(
  d1: D1Database,
  cause: Cause,
  targetId: string,
  { now, holdMs }: { now: number; holdMs: number },
  end: SQL[],
): Promise<boolean> {
  const { channel, id, from, key, limit } = cause
  const until = now + holdMs
  const held = limit
    ? sql`iif(${limit.isFree} OR NOT EXISTS (SELECT 1 FROM op_budget b
        WHERE b.uid = ${limit.budget} AND b.spent_until > ${now + limit.span - limit.cost}), ${until}, NULL)`
    : sql`${until}`
  const claim = sql`INSERT INTO delivery (channel, cause_id, target_id, held_until, at)
    SELECT ${channel}, ${id}, ${key}, ${held}, ${now} FROM ${from} WHERE ${key} = ${targetId}
    ON CONFLICT (channel, cause_id, target_id) DO UPDATE SET held_until = ${until} WHERE delivery.held_until <= ${now}
    RETURNING held_until IS NOT NULL AS isMine`
  // Only the first try of a delivery costs.
  const charge = limit
    ? [
        sql`INSERT INTO op_budget (uid, spent_until) SELECT ${limit.budget}, ${now + limit.cost}
          FROM ${from} ${withDelivery(cause)}
          WHERE ${key} = ${targetId} AND d.at = ${now} AND d.held_until = ${until} AND NOT ${limit.isFree}
        ON CONFLICT (uid) DO UPDATE SET spent_until = max(spent_until, ${now}) + ${limit.cost}`,
      ]
    : []
  const results = await runBatch(d1, [...end, claim, ...charge])
  return rowsOf<{ isMine: 0 | 1 }>(results[end.length])[0]?.isMine === 1
}

/** The statement that ends a delivery: it is sent again after `until` (ms since the epoch), and never where that is null. */
export function endDelivery({ channel, id }: Cause, targetId: string, until: number | null): SQL {
  return sql`UPDATE delivery SET held_until = ${until}
    WHERE channel = ${channel} AND cause_id = ${id} AND target_id = ${targetId}`
}

/**
 * Ends the last deliveries of a chunk. @returns when those that are not finished are due, ms since the epoch: the first
 * and the last of them; null if all are finished
 */
export async function endChunk(
  d1: D1Database,
  cause: Cause,
  ids: string[],
  end: SQL[],
): Promise<{ first: number; last: number } | null> {
  const due = sql`coalesce(d.held_until, 0)`
  const left = sql`SELECT min(${due}) AS first, max(${due}) AS last FROM ${openOf(cause, ids)}`
  const results = await runBatch(d1, [...end, left])
  // An aggregate without GROUP BY has always one row.
  const [row] = rowsOf<{ first: number; last: number } | { first: null; last: null }>(results.at(-1))
  return !row || row.first === null ? null : row
}

/** Deletes what is known of old deliveries, part by part. */
export async function forgetDeliveries(d1: D1Database, now: number): Promise<void> {
  const part = sql`DELETE FROM delivery WHERE rowid IN
    (SELECT rowid FROM delivery WHERE at < ${now - KEEP_MS} LIMIT ${literal(MAX_FORGOTTEN)})`
  for (let done = 0; done < MAX_PARTS; done++) {
    const { meta } = await statement(d1, part).run()
    if (meta.changes < MAX_FORGOTTEN) return
  }
}
