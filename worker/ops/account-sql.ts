// Statements that the worker and `npm run account` share. The parameters of each are the account's uid and, in the
// first of a list, now in seconds since the epoch. With null, the database's clock counts: `npm run account` passes
// null, because the clock of an operator's machine may be wrong.

const END_PUSHES = 'DELETE FROM push_subscription WHERE uid = ?'

/** Ends all sessions of an account, and its pushes. */
export const END_SESSIONS_SQL = [
  `INSERT INTO account (uid, sessions_after) VALUES (?, coalesce(?, unixepoch()))
    ON CONFLICT (uid) DO UPDATE SET sessions_after = max(sessions_after, excluded.sessions_after)`,
  END_PUSHES,
] as const

/** Ends all sessions of an account, its pushes and mails, and says that what it has now is to be deleted. */
export const DELETE_ACCOUNT_SQL = [
  `INSERT INTO account (uid, sessions_after, deleted_at, deleted_seq, deletion)
      SELECT u, t, t, (SELECT seq FROM clock), 'due'
      FROM (SELECT ? AS u, coalesce(?, unixepoch()) AS t) WHERE true
    ON CONFLICT (uid) DO UPDATE SET sessions_after = max(sessions_after, excluded.sessions_after),
      email_verified = 0, email = '', language = '', mail = 'all', mail_ended = NULL, deleted_at = max(coalesce(deleted_at, 0), excluded.deleted_at), deleted_seq = excluded.deleted_seq,
      deletion = 'due'`,
  END_PUSHES,
] as const
