import { endedSession } from '../../contract/problem.ts'
import { END_SESSIONS_SQL } from './end-sessions-sql.ts'

// The sessions of an account can be ended (docs/decisions/058-sessions-that-end.md).

/** Ends all sessions of an account, and its pushes. @param now ms since the epoch */
export async function endSessions(d1: D1Database, uid: string, now: number): Promise<void> {
  const [end, endPushes] = END_SESSIONS_SQL
  await d1.batch([d1.prepare(end).bind(uid, Math.floor(now / 1000)), d1.prepare(endPushes).bind(uid)])
}

/** When the sessions of an account were ended, seconds since the epoch; null if never. */
export async function sessionsAfter(d1: D1Database, uid: string): Promise<number | null> {
  return readAfter(await sessionsAfterStatement(d1, uid).all())
}

/** The read of `sessionsAfter`, for a batch. */
export function sessionsAfterStatement(d1: D1Database, uid: string): D1PreparedStatement {
  return d1.prepare('SELECT sessions_after AS after FROM account WHERE uid = ?').bind(uid)
}

/** Reads the result of `sessionsAfterStatement`. @returns seconds since the epoch; null if never */
export function readAfter({ results }: D1Result): number | null {
  return (results[0] as { after: number } | undefined)?.after ?? null
}

/**
 * @param issuedAt when the session was issued, seconds since the epoch
 * @param after when the account's sessions were ended, seconds since the epoch, or null
 * @throws Problem UNAUTHENTICATED if the session was ended
 */
export function assertNotEnded(issuedAt: number, after: number | null) {
  if (after !== null && issuedAt <= after) throw endedSession()
}
