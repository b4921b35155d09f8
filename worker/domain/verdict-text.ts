import { sql } from 'drizzle-orm'
import type { Verdict } from '../../contract/sync.ts'

/** The start of a stored verdict with a clash. The index op_record_clash (db/schema) contains the same text. */
const CLASH_PREFIX = '{"status":"applied","conflicts":'

/** A verdict as op_record stores it: `status` is the first key, and `conflicts`, if there are any, is the second. */
export function verdictText({ status, conflicts, ...rest }: Omit<Verdict, 'opId'>): string {
  return JSON.stringify({ status, ...(conflicts ? { conflicts } : {}), ...rest })
}

/**
 * SQL: does the stored verdict tell a clash? It compares text. SQLite's JSON functions fail on text that is nested too
 * deep, and one such row would make the statement fail for all rows.
 */
export const isClash = sql.raw(`substr(verdict, 1, ${CLASH_PREFIX.length}) = '${CLASH_PREFIX}'`)

/** The stored verdict after its clash was removed. */
export const WITHOUT_CLASH = verdictText({ status: 'applied' })
