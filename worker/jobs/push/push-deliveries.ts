import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS, URGENT_AN_HOUR } from '../../../contract/limits.ts'
import type { NewPushSubscription } from '../../../contract/push.ts'
import { allRows, literal, rowsOf, runBatch, statement } from '../../db/client.ts'

/** Deliveries are kept for longer than their notice is pushed. */
const KEEP_MS = 2 * DAY_MS
const MAX_FORGOTTEN = 5000
/** Most parts of one run. A run every five minutes then forgets 28 million deliveries a day. */
const MAX_PARTS = 20

/** Most notices that are handed to the queue at once. */
const MAX_NOTICES = 100

/** A notice as a push needs it. */
export interface PushNotice {
  id: string
  kind: string
  marathonId: string
  /** The title of the marathon. */
  title: string
  text: string
  /** The column `parts`: JSON, or ''. */
  parts: string
  /** When it was written, ISO 8601. */
  at: string
}

/** A subscription of a chunk, with the keys that its push is encrypted for. */
export interface PushTarget extends NewPushSubscription {
  id: string
  uid: string
}

/**
 * The urgent notices that were not handed to the queue yet, oldest first. Each takes its seq at its commit, so that
 * none is missed. @param since notices that were written before it (ISO 8601) are not pushed any more
 */
export function noticesToPush(d1: D1Database, since: string): Promise<{ id: string; seq: number }[]> {
  return allRows(
    d1,
    sql`SELECT id, seq FROM notice WHERE urgent = 1 AND seq > coalesce((SELECT seq FROM push_clock WHERE id = 1), 0)
      AND at >= ${since} ORDER BY seq LIMIT ${literal(MAX_NOTICES)}`,
  )
}

/** Remembers that all notices up to this seq were handed to the queue. */
export async function movePushClock(d1: D1Database, seq: number): Promise<void> {
  await statement(
    d1,
    sql`INSERT INTO push_clock (id, seq) VALUES (1, ${seq}) ON CONFLICT (id) DO UPDATE SET seq = max(seq, excluded.seq)`,
  ).run()
}

/**
 * The ids of the subscriptions of the accounts that a notice concerns, in order: of the one account that may see it, or
 * of all with an application, and of the staff. Not of the account that wrote or caused the notice.
 * @param after the last id of the part before; '' for the first part
 */
export async function subscriptionsOf(
  d1: D1Database,
  noticeId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const toAll = sql`(SELECT marathon_id FROM notice WHERE id = ${noticeId} AND to_uid IS NULL)`
  const rows = await allRows<{ id: string }>(
    d1,
    sql`SELECT id FROM push_subscription WHERE id > ${after} AND uid IN (
        SELECT owner_uid FROM application WHERE marathon_id = ${toAll}
        UNION SELECT uid FROM staff WHERE marathon_id = ${toAll} AND removed_at IS NULL
        UNION SELECT to_uid FROM notice WHERE id = ${noticeId})
        AND uid IS NOT (SELECT by_uid FROM notice WHERE id = ${noticeId})
      ORDER BY id LIMIT ${literal(limit)}`,
  )
  return rows.map(({ id }) => id)
}

// These two conditions are asked at each push, because messages wait and are sent again for an hour: the notice `n` may
// be deleted or outdated meanwhile, and the account of the subscription `s` may have left the marathon.

/** SQL: what a notice is about. A cancellation and its end are one subject. */
const subjectOf = (alias: string) => sql.raw(`iif(${alias}.kind = 'restored', 'cancelled', ${alias}.kind)`)
/**
 * True if no newer notice replaces `n`. A push of an outdated notice would arrive last, and replace the newer one on the
 * phone.
 */
const isCurrent = sql`(n.to_uid IS NOT NULL OR n.kind = 'written' OR NOT EXISTS (SELECT 1 FROM notice newer
  WHERE newer.marathon_id = n.marathon_id AND newer.to_uid IS NULL AND newer.seq > n.seq AND newer.urgent = 1
  AND ${subjectOf('newer')} = ${subjectOf('n')}))`

/** `n` concerns the account of `s`. The `+` makes SQLite read the account's applications, not those of the marathon. */
const isFor = sql`(s.uid IS NOT n.by_uid AND (s.uid = n.to_uid OR (n.to_uid IS NULL AND (
  EXISTS (SELECT 1 FROM application a WHERE a.owner_uid = s.uid AND +a.marathon_id = n.marathon_id)
  OR EXISTS (SELECT 1 FROM staff h WHERE h.marathon_id = n.marathon_id AND h.uid = s.uid
    AND h.removed_at IS NULL)))))`

const HOUR_MS = 3_600_000
/** One push of a notice to everybody, or to the same account, costs its marathon this much time. */
export const PUSH_TURN_MS = HOUR_MS / URGENT_AN_HOUR

/**
 * Takes the turn of a notice among the urgent ones of its marathon to everybody, or to the same account: nobody's phone
 * rings without end. The pushes have a budget like the ops of an account, and in the same table. Whoever deletes notices gets no turn back.
 * @param now ms since the epoch
 * @returns in how many ms there is a turn; 0 if the notice may be pushed now, null if it is not to be pushed any more
 */
export async function takePushTurn(d1: D1Database, noticeId: string, now: number): Promise<number | null> {
  const budget = sql`'push:' || n.marathon_id || ifnull(' ' || n.to_uid, '')`
  const [taken, state] = await runBatch(d1, [
    sql`INSERT INTO op_budget (uid, spent_until) SELECT ${budget}, ${now + PUSH_TURN_MS}
        FROM notice n WHERE n.id = ${noticeId} AND ${isCurrent}
      ON CONFLICT (uid) DO UPDATE SET spent_until = max(spent_until, ${now}) + ${PUSH_TURN_MS}
        WHERE spent_until <= ${now + HOUR_MS - PUSH_TURN_MS}
      RETURNING 1 AS taken`,
    sql`SELECT b.spent_until AS until FROM notice n LEFT JOIN op_budget b ON b.uid = ${budget}
      WHERE n.id = ${noticeId} AND ${isCurrent}`,
  ])
  const [notice] = rowsOf<{ until: number }>(state)
  if (!notice) return null
  return taken?.results.length === 1 ? 0 : notice.until + PUSH_TURN_MS - HOUR_MS - now
}

/** The notice, and those of the given subscriptions that exist, may get it and have not got it yet. */
export async function readChunk(
  d1: D1Database,
  noticeId: string,
  ids: string[],
): Promise<{ notice: PushNotice | undefined; targets: PushTarget[] }> {
  const [notices, targets] = await runBatch(d1, [
    // Of a deleted marathon, the notice itself has the title.
    sql`SELECT n.id, n.kind, n.marathon_id AS marathonId, coalesce(m.title, n.parts->>'$[0].title', '') AS title, n.text,
        n.parts, n.at
      FROM notice n LEFT JOIN marathon m ON m.id = n.marathon_id WHERE n.id = ${noticeId} AND ${isCurrent}`,
    sql`SELECT s.id, s.uid, s.endpoint, s.p256dh, s.auth FROM json_each(${JSON.stringify(ids)}) e
      JOIN push_subscription s ON s.id = e.value JOIN notice n ON n.id = ${noticeId} AND ${isFor}
      LEFT JOIN push_delivery d ON d.notice_id = ${noticeId} AND d.subscription_id = s.id
      WHERE d.notice_id IS NULL OR d.held_until IS NOT NULL`,
  ])
  const rows = rowsOf<{ id: string; uid: string; endpoint: string; p256dh: string; auth: string }>(targets)
  return {
    notice: rowsOf<PushNotice>(notices)[0],
    targets: rows.map(({ p256dh, auth, ...target }) => ({ ...target, keys: { p256dh, auth } })),
  }
}

/**
 * Claims the push of a notice to a subscription, before it is sent.
 * @param end the statements that end the push before, in the same transaction
 * @returns whether this run may send it; false if another one holds it or has sent it, the notice is not to be told any
 *   more, or the account does not get it any more
 */
export async function claimPush(
  d1: D1Database,
  noticeId: string,
  subscriptionId: string,
  { now, holdMs }: { now: number; holdMs: number },
  end: SQL[],
): Promise<boolean> {
  const claim = sql`INSERT INTO push_delivery (notice_id, subscription_id, held_until, at)
    SELECT n.id, s.id, ${now + holdMs}, ${now} FROM push_subscription s JOIN notice n ON n.id = ${noticeId}
    WHERE s.id = ${subscriptionId} AND ${isCurrent} AND ${isFor}
    ON CONFLICT (notice_id, subscription_id) DO UPDATE SET held_until = excluded.held_until
      WHERE push_delivery.held_until <= ${now}
    RETURNING 1 AS claimed`
  const results = await runBatch(d1, [...end, claim])
  return results.at(-1)?.results.length === 1
}

/** The statement that ends a push: it is sent again after `until` (ms since the epoch), and never where that is null. */
export function endDelivery(noticeId: string, subscriptionId: string, until: number | null): SQL {
  return sql`UPDATE push_delivery SET held_until = ${until}
    WHERE notice_id = ${noticeId} AND subscription_id = ${subscriptionId}`
}

/** The statement that deletes a subscription which the push service has ended. */
export function dropSubscription(subscriptionId: string): SQL {
  return sql`DELETE FROM push_subscription WHERE id = ${subscriptionId}`
}

/**
 * Ends the last push of a chunk. @returns when the pushes that are not finished are due, ms since the epoch: the first
 * and the last of them; null if all are finished
 */
export async function endChunk(
  d1: D1Database,
  noticeId: string,
  ids: string[],
  end: SQL[],
): Promise<{ first: number; last: number } | null> {
  const due = sql`coalesce(d.held_until, 0)`
  const left = sql`SELECT min(${due}) AS first, max(${due}) AS last FROM json_each(${JSON.stringify(ids)}) e
    JOIN push_subscription s ON s.id = e.value JOIN notice n ON n.id = ${noticeId} AND ${isCurrent} AND ${isFor}
    LEFT JOIN push_delivery d ON d.notice_id = ${noticeId} AND d.subscription_id = s.id
    WHERE d.notice_id IS NULL OR d.held_until IS NOT NULL`
  const results = await runBatch(d1, [...end, left])
  // An aggregate without GROUP BY has always one row.
  const [row] = rowsOf<{ first: number; last: number } | { first: null; last: null }>(results.at(-1))
  return !row || row.first === null ? null : row
}

/** Deletes what is known of old pushes, part by part. */
export async function forgetDeliveries(d1: D1Database, now: number): Promise<void> {
  const part = sql`DELETE FROM push_delivery WHERE rowid IN
    (SELECT rowid FROM push_delivery WHERE at < ${now - KEEP_MS} LIMIT ${literal(MAX_FORGOTTEN)})`
  for (let done = 0; done < MAX_PARTS; done++) {
    const { meta } = await statement(d1, part).run()
    if (meta.changes < MAX_FORGOTTEN) return
  }
}
