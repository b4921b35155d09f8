import { type SQL, sql } from 'drizzle-orm'
import type { MailLanguage } from '../../contract/mail.ts'
import { deletedAccount, endedSession } from '../../contract/problem.ts'
import { rowsOf, statement } from '../db/client.ts'
import { DELETE_ACCOUNT_SQL, END_SESSIONS_SQL } from './account-sql.ts'
import { endedSince, guard, isGuardFailure } from './write-guards.ts'

// The sessions of an account can be ended (docs/decisions/058-sessions-that-end.md), also by its deletion
// (docs/decisions/059-your-data.md).

/** The language of the mails of an account whose client named none: the original client does not. */
const DEFAULT_LANGUAGE: MailLanguage = 'en'

/**
 * When the sessions of an account were ended, and when it was deleted; null if it was not. Seconds since the epoch.
 * After a deletion its user may have logged in again, and logged out everywhere.
 */
export interface SessionsEnd {
  after: number
  deletedAt: number | null
}

/** Ends all sessions of an account, and its pushes. @param now ms since the epoch */
export async function endSessions(d1: D1Database, uid: string, now: number): Promise<void> {
  await runOn(d1, END_SESSIONS_SQL, uid, now)
}

/**
 * Records that an account is to be deleted, and ends its sessions and pushes. `deleteDueAccounts` does the rest. A call
 * of a login from before the recorded deletion changes nothing, because it is a repetition.
 * @param authTime when the user last proved at Firebase who they are, seconds since the epoch
 * @param timeSource returns the server's time, ms since the epoch
 * @throws Problem UNAUTHENTICATED if the account has logged out everywhere since
 */
export async function requestDeletion(
  d1: D1Database,
  uid: string,
  authTime: number,
  timeSource: () => number,
): Promise<void> {
  const end = await sessionsEnd(d1, uid)
  if (end && wasDeleted(authTime, end)) return
  assertNotEnded(authTime, end)
  const isFirst = statement(d1, guard(endedSince([{ uid, issuedAt: authTime }])))
  try {
    await runOn(d1, DELETE_ACCOUNT_SQL, uid, timeSource(), [isFirst])
  } catch (error) {
    // The same call, or "log out everywhere", came between.
    if (isGuardFailure(error)) return requestDeletion(d1, uid, authTime, timeSource)
    throw error
  }
}

async function runOn(
  d1: D1Database,
  [end, endPushes]: readonly [string, string],
  uid: string,
  now: number,
  guards: D1PreparedStatement[] = [],
) {
  await d1.batch([...guards, d1.prepare(end).bind(uid, Math.floor(now / 1000)), d1.prepare(endPushes).bind(uid)])
}

/** When the sessions of an account were ended; null if never. */
export async function sessionsEnd(d1: D1Database, uid: string): Promise<SessionsEnd | null> {
  return readEnd(await sessionsEndStatement(d1, uid).all())
}

/**
 * The same for a login, which also records whether the account's address is verified. Most logins change nothing, and an
 * account of which nothing is to be said needs no row.
 * @param mail the address and the language of its mails; null where no mail is set up, and then neither is stored
 * @returns when its sessions were ended, and whether its address is verified since this login
 */
export async function readEndAtLogin(
  d1: D1Database,
  { uid, isVerified, authTime }: { uid: string; isVerified: boolean; authTime: number },
  mail: { email: string; language: MailLanguage | undefined } | null,
): Promise<{ end: SessionsEnd | null; isNewlyVerified: boolean }> {
  const verified = isVerified
    ? sql`INSERT INTO account (uid, email_verified) VALUES (${uid}, 1)
        ON CONFLICT (uid) DO UPDATE SET email_verified = 1 WHERE email_verified = 0`
    : sql`UPDATE account SET email_verified = 0 WHERE uid = ${uid} AND email_verified = 1`
  const notes = [verified, ...(mail ? [noteAddress(uid, authTime, mail)] : [])]
  const [end, noted] = await d1.batch([sessionsEndStatement(d1, uid), ...notes.map((note) => statement(d1, note))])
  return { end: end ? readEnd(end) : null, isNewlyVerified: isVerified && (noted?.meta.changes ?? 0) > 0 }
}

/**
 * Notes where the account gets its mails, unless the login is one from before its end. A client that names no language
 * leaves the one that is there. What ended the mail to an address does not count for another one.
 */
function noteAddress(
  uid: string,
  authTime: number,
  { email, language }: { email: string; language: MailLanguage | undefined },
): SQL {
  const noted = language ?? ''
  return sql`INSERT INTO account (uid, email, language) SELECT ${uid}, ${email}, ${noted || DEFAULT_LANGUAGE}
      WHERE NOT EXISTS (SELECT 1 FROM account WHERE uid = ${uid} AND sessions_after >= ${authTime})
    ON CONFLICT (uid) DO UPDATE SET mail_ended = iif(email = excluded.email, mail_ended, NULL), email = excluded.email,
      language = coalesce(nullif(${noted}, ''), nullif(language, ''), excluded.language)
      WHERE email <> excluded.email OR language <> coalesce(nullif(${noted}, ''), language)`
}

/** The read of `sessionsEnd`, for a batch. */
export function sessionsEndStatement(d1: D1Database, uid: string): D1PreparedStatement {
  return d1.prepare('SELECT sessions_after AS after, deleted_at AS deletedAt FROM account WHERE uid = ?').bind(uid)
}

/** Reads the result of `sessionsEndStatement`; null if the sessions were never ended. */
export function readEnd(result: D1Result): SessionsEnd | null {
  return rowsOf<SessionsEnd>(result)[0] ?? null
}

/**
 * @param issuedAt when the session was issued, seconds since the epoch
 * @throws Problem UNAUTHENTICATED if the session was ended
 */
export function assertNotEnded(issuedAt: number, end: SessionsEnd | null) {
  if (end === null || issuedAt > end.after) return
  throw wasDeleted(issuedAt, end) ? deletedAccount() : endedSession()
}

/** Was the account deleted after this session, or this login at Firebase, began? */
function wasDeleted(issuedAt: number, { deletedAt }: SessionsEnd): boolean {
  return deletedAt !== null && issuedAt <= deletedAt
}
