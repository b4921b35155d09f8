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

/** The stored verdict of a bib that another entrant has, without that entrant's name. */
export const WITHOUT_HOLDER = verdictText({ status: 'rejected', code: 'BIB_TAKEN' })
const HOLDER_PREFIX = `${WITHOUT_HOLDER.slice(0, -1)},`

/** SQL: does the stored verdict name the entrant who has a bib? */
export const namesHolder = sql.raw(`substr(verdict, 1, ${HOLDER_PREFIX.length}) = '${HOLDER_PREFIX}'`)
