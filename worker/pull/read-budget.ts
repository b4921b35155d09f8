import { Problem } from '../../contract/problem.ts'
import { charge } from '../db/charge.ts'
import { rowsOf, statement } from '../db/client.ts'

// A read costs its account what it returned, because D1 serves one query at a time. A page of few rows is free: phones
// pull every minute. The row of the budget stands beside that of the ops.

/** A million bytes cost this much time. */
const MB_COST_MS = 4000
/**
 * An account may be this much ahead: 100 million bytes, which are 50,000 entrants on several phones of an organiser
 * at once, or 10,000 events with long texts.
 */
const AHEAD_MS = 100 * MB_COST_MS
/** A read of at most this many bytes costs nothing. */
const FREE_BYTES = 50_000

/** Until when this isolate refuses the reads of accounts, ms since the epoch. A full map is cleared. */
const refused = new Map<string, number>()
const MAX_REFUSED = 5000

/** The key of an account's reads in the table op_budget. No uid has a colon. */
export function readerOf(uid: string): string {
  return `reads:${uid}`
}

/** The largest time until which reads may be paid off. @param now ms since the epoch */
export function latestRead(now: number): number {
  return now + AHEAD_MS
}

/** The read of the budget, for a batch. */
export function readUntilStatement(d1: D1Database, uid: string): D1PreparedStatement {
  return d1.prepare('SELECT spent_until AS until FROM op_budget WHERE uid = ?').bind(readerOf(uid))
}

/** Reads the result of `readUntilStatement`; null for an account that has read little. */
export function readUntilOf(result: D1Result | undefined): number | null {
  return rowsOf<{ until: number }>(result)[0]?.until ?? null
}

/** @param readUntil the stored value; null for none @throws Problem RATE_LIMITED with Retry-After */
export function assertMayRead(uid: string, readUntil: number | null, now: number): void {
  const wait = (readUntil ?? 0) - latestRead(now)
  if (wait <= 0) return
  if (refused.size >= MAX_REFUSED) refused.clear()
  refused.set(uid, now + wait)
  const retryAfterSeconds = Math.ceil(wait / 1000)
  throw new Problem('RATE_LIMITED', `Too much was read by this account. Wait ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  })
}

/** Refuses the account where this isolate has done so and the wait is not over, without asking the database. */
export function assertNotRefused(uid: string, now: number): void {
  assertMayRead(uid, latestRead(refused.get(uid) ?? 0), now)
}

/** Charges an account for a read. It runs after the response. @param now ms since the epoch */
export async function chargeRead(d1: D1Database, uid: string, bytes: number, now: number): Promise<void> {
  if (bytes <= FREE_BYTES) return
  await statement(d1, charge(new Map([[readerOf(uid), Math.ceil((bytes / 1e6) * MB_COST_MS)]]), now)).run()
}
