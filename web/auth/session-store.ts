import Dexie, { liveQuery } from 'dexie'
import { AccountDb, accountDbName, FIRST_SYNC } from '../data/account-db.ts'
import { type SessionRecord, storedSession } from '../data/device-db.ts'
import { forgetScreens } from '../data/kept-screens.ts'
import { endSession } from './server-session.ts'

export { startSession } from './server-session.ts'

/** Tells the stored session (null: nobody), now and whenever it changes, in this tab or another. @returns stops it */
export function watchSession(tell: (session: SessionRecord | null) => void): () => void {
  const next = (session: SessionRecord | null) => {
    // However the session ended: its screens are not for whoever comes next.
    if (!session) forgetScreens()
    tell(session)
  }
  const watched = liveQuery(storedSession).subscribe({ next, error: () => tell(null) })
  return () => watched.unsubscribe()
}

/** Ends the session. `keep` leaves unsent edits here for this account; `discard` deletes all of its data. */
export async function endAccount(choice: 'keep' | 'discard'): Promise<void> {
  const session = await storedSession()
  await endSession()
  if (session) await (choice === 'keep' ? forgetCache(session.uid) : Dexie.delete(accountDbName(session.uid)))
}

/** Empties what can be fetched again; the queue, its answers and drafts stay for this account. */
async function forgetCache(uid: string) {
  const db = new AccountDb(uid)
  await db.transaction('rw', db.marathons, db.applications, db.sync, db.packs, async () => {
    const { sentUpTo } = (await db.sync.get('sync')) ?? FIRST_SYNC
    await Promise.all([db.marathons.clear(), db.applications.clear(), db.packs.clear()])
    // What may have arrived is known of the queue, not of the cache.
    await db.sync.put({ ...FIRST_SYNC, ...(sentUpTo === undefined ? {} : { sentUpTo }) })
  })
  db.close()
}
