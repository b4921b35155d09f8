import { sql } from 'drizzle-orm'
import { pastMarathonCutoff } from '../../contract/time/dates.ts'
import { allRows, literal } from '../db/client.ts'

/** A sitemap has at most 50,000 addresses, and one is the home page's. */
const MOST_LISTED = 49_999
/** So many rows of the index are looked at, those of unverified accounts too. */
const MOST_READ = 100_000
/** The ids of a cell: D1 returns few cells faster than many, and none reaches its limit of 2 MB. */
const IDS_A_CELL = 10_000

/**
 * The ids of the marathons that search engines may have: upcoming ones and those of the last 30 days, the earliest
 * first. Of more than fit, those that start last are left out.
 * @param now ms since the epoch
 */
export async function listedIds(d1: D1Database, now: number): Promise<string[]> {
  // The index has all columns, so no row with its long texts is read.
  const cells = await allRows<{ ids: string }>(
    d1,
    sql`WITH shown AS (SELECT id, owner_uid, hidden_at FROM marathon WHERE start_date > ${pastMarathonCutoff(now)}
        ORDER BY start_date, id LIMIT ${literal(MOST_READ)}),
      listed AS (SELECT id, row_number() OVER () - 1 AS n FROM shown s WHERE hidden_at IS NULL
        AND (SELECT email_verified FROM account WHERE uid = s.owner_uid) LIMIT ${literal(MOST_LISTED)})
    SELECT group_concat(id, ' ') AS ids FROM listed GROUP BY n / ${literal(IDS_A_CELL)} ORDER BY n`,
  )
  return cells.flatMap(({ ids }) => ids.split(' '))
}
