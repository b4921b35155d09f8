import type { Verdict } from '../../contract/sync.ts'

/** The start of a stored verdict with a clash. The index op_record_clash (db/schema) contains the same text. */
const CLASH_PREFIX = '{"status":"applied","conflicts":'

/** A verdict as op_record stores it: `status` is the first key, and `conflicts`, if there are any, is the second. */
export function verdictText({ status, conflicts, ...rest }: Omit<Verdict, 'opId'>): string {
  return JSON.stringify({ status, ...(conflicts ? { conflicts } : {}), ...rest })
}

/*
 * The SQL below compares text. SQLite's JSON functions fail on text that is nested too deep, and one such row would
 * make the statement fail for all rows.
 */
const startsWith = (prefix: string) => `substr(verdict, 1, ${prefix.length}) = '${prefix}'`

/** SQL: does the stored verdict tell a clash? */
export const isClash = startsWith(CLASH_PREFIX)

const WITHOUT_CLASH = verdictText({ status: 'applied' })
const WITHOUT_HOLDER = verdictText({ status: 'rejected', code: 'BIB_TAKEN' })

/**
 * SQL: does the stored verdict name the entrant who has a bib? The index op_record_bib_taken (db/schema) contains the
 * same text.
 */
export const namesHolder = startsWith(`${WITHOUT_HOLDER.slice(0, -1)},`)

/** SQL: may the stored verdict contain contact data? */
export const namesPeople = `(${isClash} OR ${namesHolder})`

/** SQL: a stored verdict that may contain contact data, without it. */
export const WITHOUT_CONTACT = `iif(${isClash}, '${WITHOUT_CLASH}', '${WITHOUT_HOLDER}')`

/** SQL: the columns of an op record that is in no history any more. */
export const WITHOUT_HISTORY = 'marathon_id = NULL, fields = NULL, by_name = NULL'
