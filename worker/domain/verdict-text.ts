import { sql } from 'drizzle-orm'
import type { Verdict } from '../../contract/sync.ts'

/** How the stored verdict of an op with a clash begins. An index of op_record rests on this very text. */
const CLASH_PREFIX = '{"status":"applied","conflicts":'

/** A verdict as op_record stores it: `status` first, and `conflicts` right after it, or nowhere. */
export function verdictText({ status, conflicts, ...rest }: Omit<Verdict, 'opId'>): string {
  return JSON.stringify({ status, ...(conflicts ? { conflicts } : {}), ...rest })
}

/**
 * Is the stored verdict one with a clash? Not asked with SQLite's JSON functions: they fail on a text that is nested
 * too deep, and one such row would end the statement for all others.
 */
export const isClash = sql.raw(`substr(verdict, 1, ${CLASH_PREFIX.length}) = '${CLASH_PREFIX}'`)

/** What such a verdict is without its clash. */
export const WITHOUT_CLASH = verdictText({ status: 'applied' })
