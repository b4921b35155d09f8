import type { HistoryRow } from '../../../contract/history.ts'
import { HISTORY_PAGE_ROWS, MOST_HISTORY_ROWS } from '../../../contract/limits.ts'
import { organises } from '../../../contract/roles.ts'
import type { AccountDb, KeptRecord } from '../account-db.ts'

/** Most answers that a phone keeps of a marathon: its history, that of some entries, and what staff did last. */
const MOST_KEPT = 20

/**
 * Keeps what was fetched of a marathon, unless the user's role there ended meanwhile. The oldest answers leave.
 * @param merge makes the rows from those that are kept
 */
export function keep<T>(
  db: AccountDb,
  { key, marathonId, at }: Omit<KeptRecord, 'rows'>,
  merge: (kept: T[]) => T[],
): Promise<void> {
  return db.transaction('rw', db.marathons, db.kept, async () => {
    if (!organises(await db.marathons.get(marathonId))) return
    const kept = await db.kept.get(key)
    await db.kept.put({ key, marathonId, at, rows: merge((kept?.rows ?? []) as T[]) })
    const all = await db.kept.where('marathonId').equals(marathonId).sortBy('at')
    await db.kept.bulkDelete(all.slice(0, -MOST_KEPT).map((record) => record.key))
  })
}

/**
 * The history with a page of it: what the page says of its part holds. Older rows stay if they follow the page without a
 * gap.
 * @param before where the page begins; undefined for the newest
 */
export function withPage(kept: HistoryRow[], page: HistoryRow[], before = Number.POSITIVE_INFINITY): HistoryRow[] {
  const end = page.at(-1)?._id ?? 0
  const newer = kept.filter(({ _id }) => _id >= before)
  const older = kept.filter(({ _id }) => _id < end)
  const isJoined = page.length === HISTORY_PAGE_ROWS && kept.some(({ _id }) => _id >= end && _id < before)
  return [...newer, ...page, ...(isJoined ? older : [])].slice(0, MOST_HISTORY_ROWS)
}
