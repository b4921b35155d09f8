import { type SQL, sql } from 'drizzle-orm'
import { Problem } from '../../contract/problem.ts'

/** An operation costs its account this much time. */
const OP_COST_MS = 10_000
/** So many operations an account may be ahead of the time: more than a phone gathers in a weekend without a network. */
const OPS_AHEAD = 3000
const AHEAD_MS = OPS_AHEAD * OP_COST_MS

/**
 * Has the account spent more than it may be ahead? The request that takes it beyond still passes, so that a flush is
 * never cut; the next one waits.
 * @param spentUntil ms since the epoch, as stored; null for an account without debt
 * @throws Problem RATE_LIMITED with Retry-After
 */
export function assertWithinBudget(spentUntil: number | null, now: number) {
  const wait = (spentUntil ?? 0) - now - AHEAD_MS
  if (wait <= 0) return
  throw new Problem('RATE_LIMITED', `Too many changes by this account. Wait ${Math.ceil(wait / 60_000)} min.`, {
    retryAfterSeconds: Math.ceil(wait / 1000),
  })
}

/** Gives a NULL, which a guard may not insert, where a request in between spent what was left. */
export function overBudget(uid: string, now: number): SQL {
  return sql`SELECT NULL FROM op_budget WHERE uid = ${uid} AND spent_until > ${now + AHEAD_MS}`
}

/** Charges an account for so many operations. */
export function charge(uid: string, ops: number, now: number): SQL {
  const cost = ops * OP_COST_MS
  return sql`INSERT INTO op_budget (uid, spent_until) VALUES (${uid}, ${now + cost})
    ON CONFLICT (uid) DO UPDATE SET spent_until = max(spent_until, ${now}) + ${cost}`
}
