import { useEffect } from 'react'
import { expected } from '../../contract/errors.ts'
import type { AccountDb } from '../store/account-db.ts'
import { followPhoneClock } from './follow-phone-clock.ts'
import { type SessionRenewal, useSync } from './use-sync.ts'

const loadRenewal = () => import('../session/renew-session.ts')

/** Most starts need no renewal, so its code comes later. Without it a pass tries again after a pause. */
const RENEWAL: SessionRenewal = {
  renewSession: async (uid, signal) => (await loadRenewal()).renewSession(uid, signal),
  renewIfDue: (uid, now, signal) =>
    loadRenewal().then(
      (m) => m.renewIfDue(uid, now, signal),
      () => expected('no-code'),
    ),
  endRefusedSession: async (session, isDeleted) => (await loadRenewal()).endRefusedSession(session, isDeleted),
}

/** Syncs the account and keeps this phone's pushes right while it is mounted. Renders nothing. */
export function SyncEngine({ db }: { db: AccountDb }): null {
  useSync(db, RENEWAL)
  useEffect(() => followPhoneClock(db), [db])
  useEffect(() => {
    const loaded = import('../session/renew-pushes.ts').then(
      (m) => m.keepPushesRight(db.uid),
      () => expected('no-code'),
    )
    return () => void loaded.then((stop) => stop?.())
  }, [db])
  return null
}
