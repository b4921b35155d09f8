import { renewIfDue, renewSession } from './auth/renew-session.ts'
import { AccountDb } from './data/account-db.ts'
import { type SessionRenewal, useSync } from './sync/use-sync.ts'

const RENEWAL: SessionRenewal = { renewSession, renewIfDue }

/** Opens the database of an account. */
export function openAccount(uid: string): AccountDb {
  return new AccountDb(uid)
}

/** Syncs the account while it is mounted. Renders nothing. */
export function SyncEngine({ db }: { db: AccountDb }): null {
  useSync(db, RENEWAL)
  return null
}
