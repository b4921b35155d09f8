import Dexie from 'dexie'
import type { PublicMarathon } from '../../../contract/marathon.ts'
import type { Account } from '../../store/account-context.tsx'
import type { PublicListRecord } from '../../store/device-db.ts'
import { liveRead } from '../../store/live-read.ts'
import { type MarathonView, opsByTarget, overlayMarathon } from '../../store/overlay.ts'
import { compareBy } from '../../store/rows/compare-by.ts'
import { readMarathons } from '../../store/rows/marathons.ts'
import { readStored, type SavedRows } from './stored-list.ts'

const MOST_ROWS = 10

/**
 * Watches the marathons of the home page in the account's own database, which sync keeps up to date. Only signed-in users
 * load this module.
 * @param tell gets the rows at once and after every change; before the first sync it gets the stored public list, or null
 * @returns a function that stops it
 */
export function watchHomeMarathons(
  key: PublicListRecord['key'],
  account: Account,
  tell: (saved: SavedRows | null) => void,
): () => void {
  return liveRead(() => readSaved(key, account)).subscribe(tell, () => tell(null))
}

async function readSaved(key: PublicListRecord['key'], account: Account): Promise<SavedRows | null> {
  const sync = await account.db.sync.get('sync')
  // A Dexie live query follows only Dexie's own promises, so the other one is wrapped.
  if (!sync?.syncedAt) return Dexie.Promise.resolve(readStored(key))
  const rows = await readHomeMarathons(key, account, Date.now() + sync.serverOffsetMs)
  // A view has all fields of a public marathon.
  return { rows: rows as unknown as PublicMarathon[], savedAt: sync.syncedAt, isSynced: true }
}

/** The marathons of one list of the home page, from the account's own database. @param now ms by the server's clock */
export async function readHomeMarathons(
  key: PublicListRecord['key'],
  { db, author }: Account,
  now: number,
): Promise<MarathonView[]> {
  if (key === 'explore')
    return (await readMarathons(db, author, { sort: 'desc', takesPlace: true, limit: MOST_ROWS })).rows
  return readUpcoming({ db, author }, now)
}

/** The marathons that start after `now` (ms by the server's clock) and are not cancelled, soonest first. */
function readUpcoming({ db, author }: Account, now: number): Promise<MarathonView[]> {
  return db.transaction('r', db.marathons, db.outbox, async () => {
    const after = new Date(now).toISOString()
    const outbox = await db.outbox.where('target').startsWith('marathon:').sortBy('n')
    const edits = opsByTarget(outbox)
    // A queued edit may delete or move a marathon, and then the next one takes its place. So the query reads one more
    // row for each edited marathon.
    const next = await db.marathons
      .where('startDate')
      .above(after)
      .filter(({ cancelled }) => !cancelled)
      .limit(MOST_ROWS + edits.size)
      .toArray()
    const edited = await db.marathons.bulkGet([...new Set(outbox.map(({ op }) => op.id))])
    const rows = new Map([...next, ...edited].flatMap((row) => (row ? [[row._id, row] as const] : [])))
    return [...new Set([...rows.keys(), ...outbox.map(({ op }) => op.id)])]
      .map((id) => overlayMarathon(rows.get(id), edits.get(`marathon:${id}`) ?? [], author))
      .filter((view): view is MarathonView => view !== null && view.startDate > after && !view.cancelled)
      .sort(compareBy('startDate'))
      .slice(0, MOST_ROWS)
  })
}
