import { AccountDb } from './data/account-db.ts'
import { useSync } from './sync/use-sync.ts'

/** The database of an account, opening while its first screen is drawn. */
export function openAccount(uid: string): AccountDb {
  const db = new AccountDb(uid)
  // Whoever reads it meets the same failure and shows it.
  db.open().catch(() => undefined)
  return db
}

/** Keeps the account in step with the server while it is there. Shows nothing. */
export function KeepInStep({ db }: { db: AccountDb }): null {
  useSync(db)
  return null
}
