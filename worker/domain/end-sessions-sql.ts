/**
 * Ends all sessions of an account, and its pushes. The parameters of each statement are the account's uid and, in the
 * first one, now in seconds since the epoch. With null, the database's clock counts: `npm run account` passes null,
 * because the clock of an operator's machine may be wrong.
 */
export const END_SESSIONS_SQL = [
  `INSERT INTO account (uid, sessions_after) VALUES (?, coalesce(?, unixepoch()))
    ON CONFLICT (uid) DO UPDATE SET sessions_after = max(sessions_after, excluded.sessions_after)`,
  'DELETE FROM push_subscription WHERE uid = ?',
] as const
