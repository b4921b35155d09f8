import { type SQL, sql } from 'drizzle-orm'
import {
  CHANGE_MAILS_A_DAY,
  DAY_MS,
  OWNER_CHANGE_MAILS_A_DAY,
  OWNER_WRITTEN_MAILS_A_DAY,
  WRITTEN_MAILS_A_DAY,
} from '../../contract/limits.ts'
import { type MailKind, MUST_KNOW } from '../../contract/mail.ts'
import type { NOTICE_KINDS } from '../../contract/notice.ts'

// Conditions on an account `s`, or on what has its uid, and on a notice `n`.

/** SQL: has the account an entry? The `+` makes SQLite read the account's applications, not those of the marathon. */
export const hasEntry = sql`EXISTS (SELECT 1 FROM application a WHERE a.owner_uid = s.uid AND +a.marathon_id = n.marathon_id)`

/** The kinds of notices that are mailed, besides MUST_KNOW and what an organiser writes by mail. */
const TOLD = ['promoted', 'movedUp', 'drawn', 'withdrawn', 'handedOn', 'official', 'resultsCorrected'] as const
const OF_RESULTS = ['official', 'resultsCorrected'] as const
/** Those of them that say nothing to staff. */
const OF_ENTRIES = ['drawn', ...OF_RESULTS] as const

const listOf = (kinds: readonly (MailKind & (typeof NOTICE_KINDS)[number])[]) =>
  sql.raw(`(${kinds.map((kind) => `'${kind}'`).join()})`)

/** SQL: must everybody know the notice `n`? */
export const mustKnow = sql`(n.kind IN ${listOf(MUST_KNOW as readonly 'start'[])})`

/** SQL: is the notice `n` about results? */
export const isOfResults = sql`(n.kind IN ${listOf(OF_RESULTS)})`

/** SQL: is the notice `n` mailed? What must be known is not where nothing is urgent any more: the event is over. */
export const isMailed = sql`((${mustKnow} AND n.urgent = 1) OR n.kind IN ${listOf(TOLD)} OR (n.kind = 'written' AND n.by_mail = 1))`

/** SQL: may this address get mail at all? */
const isReachable = sql`(s.email_verified = 1 AND s.email > '' AND s.mail_ended IS NULL)`

/** SQL: gets the account `s` mails of its entries? */
export const getsAll = sql`(${isReachable} AND s.mail = 'all')`

/**
 * SQL: gets the account `s` the notice `n`, which is for it, by mail? Events that the operator has hidden mail nothing.
 * Who was promoted meanwhile does not wait any more.
 */
export const getsMail = sql`(${isMailed} AND ${isReachable} AND (s.mail = 'all' OR ${mustKnow})
  AND (n.kind NOT IN ${listOf(OF_ENTRIES)} OR ${hasEntry})
  AND (n.kind <> 'movedUp' OR EXISTS (SELECT 1 FROM application w WHERE w.id = n.application_id AND w.status = 'waiting'))
  AND NOT EXISTS (SELECT 1 FROM marathon h WHERE h.id = n.marathon_id AND h.hidden_at IS NOT NULL))`

/** The names of the budgets of what is written to everybody by mail: of a marathon, and of all marathons of an owner. */
export const writtenOf = (marathonId: SQL) => sql`('mail written:' || ${marathonId})`
export const writtenOfOwner = (uid: SQL) => sql`('mail written of:' || ${uid})`

/**
 * SQL: what the marathon of a notice to everybody pays for a mail of it, and what all marathons of its owner pay. Of notices
 * to one account, `movedUp` alone can be repeated at will: an entry gets one a day.
 */
export function mailBudgets(isDue: SQL): SQL {
  const isWritten = sql`n.kind = 'written'`
  const owner = sql`coalesce(m.owner_uid, n.by_uid, n.marathon_id)`
  const cost = (written: number, change: number) => sql`${DAY_MS} / iif(${isWritten}, ${written}, ${change})`
  return sql`SELECT iif(${isWritten}, ${writtenOf(sql`n.marathon_id`)}, 'mail change:' || n.marathon_id) AS uid,
      ${cost(WRITTEN_MAILS_A_DAY, CHANGE_MAILS_A_DAY)} AS cost, ${DAY_MS} AS span
      FROM notice n WHERE ${isDue} AND n.to_uid IS NULL
    UNION ALL SELECT iif(${isWritten}, ${writtenOfOwner(owner)}, 'mail change of:' || ${owner}),
      ${cost(OWNER_WRITTEN_MAILS_A_DAY, OWNER_CHANGE_MAILS_A_DAY)}, ${DAY_MS}
      FROM notice n LEFT JOIN marathon m ON m.id = n.marathon_id WHERE ${isDue} AND n.to_uid IS NULL
    UNION ALL SELECT 'mail movedUp:' || n.application_id, ${DAY_MS}, ${DAY_MS}
      FROM notice n WHERE ${isDue} AND n.kind = 'movedUp'`
}
