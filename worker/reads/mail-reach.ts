import { sql } from 'drizzle-orm'
import { DAY_MS, OWNER_WRITTEN_MAILS_A_DAY, WRITTEN_MAILS_A_DAY } from '../../contract/limits.ts'
import { getsAll, writtenOf, writtenOfOwner } from '../db/mail-sql.ts'
import { ofOrganiser } from './history.ts'

/**
 * How many of the other accounts with an entry a notice by mail reaches now, and how many more of them may be sent: JSON
 * of `mailReachSchema`.
 * @throws Problem NOT_FOUND, FORBIDDEN
 */
export function mailReach(d1: D1Database, marathonId: string, uid: string, now: number): Promise<string> {
  const left = (most: number, budget: ReturnType<typeof writtenOf>) =>
    sql`CAST((${DAY_MS} - max(0, coalesce((SELECT spent_until FROM op_budget WHERE uid = ${budget}), 0) - ${now}))
      / ${DAY_MS / most} AS INTEGER)`
  return ofOrganiser(
    d1,
    marathonId,
    uid,
    sql`SELECT json_object('reaches', r.reaches, 'of', r.total, 'left', min(${left(WRITTEN_MAILS_A_DAY, writtenOf(sql`m.id`))},
        ${left(OWNER_WRITTEN_MAILS_A_DAY, writtenOfOwner(sql`m.owner_uid`))})) AS json
      FROM marathon m CROSS JOIN (SELECT count(*) AS total, count(s.uid) AS reaches
        FROM (SELECT DISTINCT owner_uid FROM application WHERE marathon_id = ${marathonId} AND owner_uid <> ${uid}) x
        LEFT JOIN account s ON s.uid = x.owner_uid AND ${getsAll}) r WHERE m.id = ${marathonId}`,
  )
}
