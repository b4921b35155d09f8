import { AccountDb } from './data/account-db.ts'
import { useSync } from './sync/use-sync.ts'

/** The database of an account. */
export function openAccount(uid: string): AccountDb {
  return new AccountDb(uid)
}

/** Keeps the account in step with the server while it is there. Shows nothing. */
export function KeepInStep({ db }: { db: AccountDb }): null {
  useSync(db)
  return null
}
