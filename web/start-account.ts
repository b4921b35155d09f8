import { renewIfDue, renewSession } from './auth/renew-session.ts'
import { AccountDb } from './data/account-db.ts'
import { type SessionRenewal, useSync } from './sync/use-sync.ts'

const RENEWAL: SessionRenewal = { renewSession, renewIfDue }

/** The database of an account. */
export function openAccount(uid: string): AccountDb {
  return new AccountDb(uid)
}

/** Keeps the account in step with the server while it is there. Shows nothing. */
export function SyncEngine({ db }: { db: AccountDb }): null {
  useSync(db, RENEWAL)
  return null
}
