import { isOfOneEntry } from '../../../contract/push-subject.ts'
import { organises } from '../../../contract/roles.ts'
import type { AccountDb } from '../account-db.ts'
import { countUnsent } from '../outbox.ts'

/** Counts the unread notices. Those to everybody at one's own events do not count: the user made what they tell. */
export function countUnread(db: AccountDb): Promise<number> {
  return db.transaction('r', db.notices, db.marathons, async () => {
    const rows = await db.notices.where('unread').equals(1).toArray()
    const marathons = await db.marathons.bulkGet(rows.map((row) => row.marathonId))
    return rows.filter(({ kind }, index) => isOfOneEntry(kind) || !organises(marathons[index])).length
  })
}

/** The number on the app's icon: unsent edits and unread notices. */
export async function badgeCount(db: AccountDb): Promise<number> {
  const [{ total }, unread] = await Promise.all([countUnsent(db), countUnread(db)])
  return total + unread
}
