import { type SQL, sql } from 'drizzle-orm'
import { Problem } from '../../contract/problem.ts'
import type { Role } from '../../contract/roles.ts'
import { charge } from '../db/charge.ts'
import { runBatch } from '../db/client.ts'
import type { Actor } from './decide/decision.ts'
import { assertWithinBudget, OP_COST_MS, overBudget } from './op-budget.ts'
import { endedSince, guard, untilGuardsHold } from './write-guards.ts'

// Writes that are no ops: of invitations, and of official results. Each is charged like an op, official results also by
// their rows.

/** The environment of a write. */
export interface GuardedWrite {
  d1: D1Database
  actor: Actor
  /** The server's time, ms since the epoch. */
  now: number
  /** Is the account charged? */
  isLimited: boolean
}

/** SQL for what the account is at `marathon m`; null for a stranger, and for who was removed. */
export const roleAt = ({ uid }: Actor) =>
  sql`(SELECT role FROM staff WHERE marathon_id = m.id AND uid = ${uid} AND removed_at IS NULL)`

/**
 * Writes in one transaction, and charges the account.
 * @returns the seq of the commit, if a statement moves the clock and returns it; otherwise 0
 */
export async function commit(
  { d1, actor, now, isLimited }: GuardedWrite,
  spentUntil: number | null,
  writes: SQL[],
  cost = OP_COST_MS,
) {
  const charged: SQL[] = [guard(endedSince([actor]))]
  if (isLimited) {
    assertWithinBudget(spentUntil, now)
    charged.push(guard(overBudget([actor.uid], now)), charge(new Map([[actor.uid, cost]]), now))
  }
  const results = await runBatch<{ seq: number }>(d1, [...writes, ...charged])
  return results.flatMap((one) => one.results)[0]?.seq ?? 0
}

/** Reads and writes until the guards hold. @throws Problem UNAVAILABLE after too many attempts */
export async function writeGuarded<T>(attempt: () => Promise<T>): Promise<T> {
  const done = await untilGuardsHold(async () => ({ result: await attempt() }))
  if (done) return done.result
  throw new Problem('UNAVAILABLE', 'Too many people write here at once.', { retryAfterSeconds: 1 })
}

/** SQL for until when the account's writes are paid off. */
export const spentBy = ({ uid }: { uid: string | null }) => sql`(SELECT spent_until FROM op_budget WHERE uid = ${uid})`

/** A guard: the account still has this role, so that nobody writes with a role that was taken meanwhile. */
export function stillIs({ uid }: Actor, role: Role | null, marathonId: string): SQL {
  return guard(sql`SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM marathon WHERE id = ${marathonId}) OR NOT EXISTS (
    SELECT 1 FROM staff WHERE marathon_id = ${marathonId} AND uid = ${uid} AND role = ${role} AND removed_at IS NULL)`)
}
