import { useEffect } from 'react'
import { AccountDb } from './data/account-db.ts'
import { type SessionRenewal, useSync } from './sync/use-sync.ts'

const loadRenewal = () => import('./auth/renew-session.ts')

/** The first paint needs no renewal, so its code comes later. Without it a pass tries again after a pause. */
const RENEWAL: SessionRenewal = {
  renewSession: async (uid, signal) => (await loadRenewal()).renewSession(uid, signal),
  renewIfDue: (uid, now, signal) =>
    loadRenewal().then(
      (m) => m.renewIfDue(uid, now, signal),
      () => undefined,
    ),
  endRefusedSession: async (session, isDeleted) => (await loadRenewal()).endRefusedSession(session, isDeleted),
}

/** Opens the database of an account. */
export function openAccount(uid: string): AccountDb {
  return new AccountDb(uid)
}

/** Syncs the account and keeps this phone's pushes right while it is mounted. Renders nothing. */
export function SyncEngine({ db }: { db: AccountDb }): null {
  useSync(db, RENEWAL)
  useEffect(() => {
    const loaded = import('./auth/renew-pushes.ts').then(
      (m) => m.keepPushesRight(db.uid),
      () => undefined,
    )
    return () => void loaded.then((stop) => stop?.())
  }, [db])
  return null
}
