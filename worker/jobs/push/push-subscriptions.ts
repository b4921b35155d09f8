import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { MAX_PUSH_SUBSCRIPTIONS } from '../../../contract/limits.ts'
import type { NewPushSubscription } from '../../../contract/push.ts'
import { literal, runBatch, statement } from '../../db/client.ts'

/**
 * Registers a push subscription for the account, or renews it. An endpoint belongs to the account that registered it
 * last. A push that was queued for an earlier account is not sent, because the subscription gets a new id.
 * @param user the account, and when its session was issued: sessions may be ended at the same moment, and end the
 *   pushes
 * @returns false if the session was ended; then nothing is registered
 */
export async function registerPush(
  d1: D1Database,
  { uid, issuedAt }: { uid: string; issuedAt: number },
  { endpoint, keys: { p256dh, auth } }: NewPushSubscription,
  now: number,
): Promise<boolean> {
  const id = randomBytes(12).toString('base64url')
  const statements = [
    sql`INSERT INTO push_subscription (id, endpoint, uid, p256dh, auth, seen_at)
      SELECT ${id}, ${endpoint}, ${uid}, ${p256dh}, ${auth}, ${now}
        WHERE NOT EXISTS (SELECT 1 FROM account WHERE uid = ${uid} AND sessions_after >= ${issuedAt})
      ON CONFLICT (endpoint) DO UPDATE SET
        id = iif(uid = excluded.uid, id, excluded.id), uid = excluded.uid,
        p256dh = excluded.p256dh, auth = excluded.auth, seen_at = excluded.seen_at`,
    sql`DELETE FROM push_subscription WHERE id IN (SELECT id FROM push_subscription WHERE uid = ${uid}
      ORDER BY seen_at DESC, id LIMIT -1 OFFSET ${literal(MAX_PUSH_SUBSCRIPTIONS)})`,
  ]
  const [registered] = await runBatch(d1, statements)
  return registered?.meta.changes === 1
}

/** Ends a push subscription of the account. @returns how many there were (0 or 1) */
export async function endPush(d1: D1Database, uid: string, endpoint: string): Promise<number> {
  const ended = await statement(
    d1,
    sql`DELETE FROM push_subscription WHERE endpoint = ${endpoint} AND uid = ${uid}`,
  ).run()
  return ended.meta.changes
}
