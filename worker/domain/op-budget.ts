import { type SQL, sql } from 'drizzle-orm'
import { Problem } from '../../contract/problem.ts'
import type { OpType } from '../../contract/sync.ts'
import { isStaffOp } from './decision.ts'

/** One operation costs its account this much time. */
const OP_COST_MS = 10_000
/**
 * A bib or a check-in costs less: an organiser makes one of each for every entrant, perhaps all at once. 50,000 entrants
 * are 100,000 operations, a third of the allowance. It must not be free: an account that never rests makes 864,000
 * records of operations a day, and a night deletes 1,000,000 (docs/operations.md).
 */
const ENTRANT_COST_MS = 100
/** An account may have this many operations that are not paid off: more than a phone collects in a weekend offline. */
const OPS_AHEAD = 3000
const AHEAD_MS = OPS_AHEAD * OP_COST_MS

/**
 * Refuses a request of an account that is over its budget. The request that takes the account over its budget still
 * passes, so that a flush is never cut into two.
 * @param spentUntil the stored value, ms since the epoch; null for an account that has no row
 * @param now ms since the epoch
 * @throws Problem RATE_LIMITED with Retry-After
 */
export function assertWithinBudget(spentUntil: number | null, now: number) {
  const wait = (spentUntil ?? 0) - now - AHEAD_MS
  if (wait <= 0) return
  throw new Problem('RATE_LIMITED', `Too many changes by this account. Wait ${Math.ceil(wait / 60_000)} min.`, {
    retryAfterSeconds: Math.ceil(wait / 1000),
  })
}

/** The guard of the budget: it selects NULL if another request took the account over its budget since the read. */
export function overBudget(uid: string, now: number): SQL {
  return sql`SELECT NULL FROM op_budget WHERE uid = ${uid} AND spent_until > ${now + AHEAD_MS}`
}

/** What costs an account something: an operation, or a write on helpers or invitations. */
type Charged = OpType | 'helper'

/** Charges an account for writes of these types. */
export function charge(uid: string, types: Charged[], now: number): SQL {
  const cost = types.reduce((sum, type) => sum + costOf(type), 0)
  return sql`INSERT INTO op_budget (uid, spent_until) VALUES (${uid}, ${now + cost})
    ON CONFLICT (uid) DO UPDATE SET spent_until = max(spent_until, ${now}) + ${cost}`
}

function costOf(type: Charged): number {
  return type !== 'helper' && isStaffOp(type) ? ENTRANT_COST_MS : OP_COST_MS
}
