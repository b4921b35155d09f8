import { useEffect } from 'react'
import { endRefusedSession, renewIfDue, renewSession } from './auth/renew-session.ts'
import { withSession } from './auth/with-session.ts'
import { AccountDb } from './data/account-db.ts'
import { renewPush } from './push/renew-push.ts'
import { type SessionRenewal, useSync } from './sync/use-sync.ts'

const RENEWAL: SessionRenewal = { renewSession, renewIfDue, endRefusedSession }

/** Opens the database of an account. */
export function openAccount(uid: string): AccountDb {
  return new AccountDb(uid)
}

/** Syncs the account while it is mounted, and puts this phone's pushes right once. Renders nothing. */
export function SyncEngine({ db }: { db: AccountDb }): null {
  useSync(db, RENEWAL)
  useEffect(() => {
    // A failure is tried again at the next start.
    void withSession(db.uid, () => renewPush(db.uid)).catch(() => undefined)
  }, [db])
  return null
}
