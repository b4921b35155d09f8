/** Notes why the phone is logged out, for the login page: its value is a LogoutReason. */
export const LOGGED_OUT_MARK = 'logged-out-everywhere'

/** Why a phone was logged out by the server: the account has logged out everywhere, or was deleted. */
export type LogoutReason = 'everywhere' | 'deleted'

/** Why the server has logged out this phone; null if it has not. A login ends that. */
export async function logoutReason(): Promise<LogoutReason | null> {
  const { deviceDb } = await import('../store/device-db.ts')
  const mark = await deviceDb.marks.get(LOGGED_OUT_MARK)
  return (mark?.value as LogoutReason | undefined) ?? null
}
