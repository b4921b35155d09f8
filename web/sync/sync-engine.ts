import { useEffect } from 'react'
import { keepPushesRight } from '../session/renew-pushes.ts'
import { endRefusedSession, renewIfDue, renewSession } from '../session/renew-session.ts'
import type { AccountDb } from '../store/account-db.ts'
import { followPhoneClock } from './follow-phone-clock.ts'
import { useSync } from './use-sync.ts'

const RENEWAL = { renewSession, renewIfDue, endRefusedSession }

/** Syncs the account and keeps this phone's pushes right while it is mounted. Renders nothing. */
export function SyncEngine({ db }: { db: AccountDb }): null {
  useSync(db, RENEWAL)
  useEffect(() => followPhoneClock(db), [db])
  useEffect(() => keepPushesRight(db.uid), [db])
  return null
}
