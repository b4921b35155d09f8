import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { deviceDb, type KeptResultsRecord } from '../../store/device-db.ts'

// The lists of results that this phone has shown, so that they open with no network, also where nobody is signed in.

/** Most lists that this phone keeps, and most rows of all of them. */
export const MOST_LISTS = 10
export const MOST_ROWS = 40_000

/** The stored list; null if there is none. */
export async function readResults(id: string): Promise<KeptResultsRecord | null> {
  return (await deviceDb.results.get(id)) ?? null
}

/** Stores a list. Those that were seen longest ago leave where there are too many. @throws Error if it cannot */
export async function keepResults(id: string, list: PublicList, savedAt: number): Promise<void> {
  await deviceDb.transaction('rw', deviceDb.results, async () => {
    const isKnown = (await deviceDb.results.where('_id').equals(id).count()) > 0
    await deviceDb.results.put({ _id: id, list, savedAt })
    // A live list is kept again and again. Only another one makes it too many, and reading all of them takes long.
    if (isKnown) return
    const others = (await deviceDb.results.toArray()).filter(({ _id }) => _id !== id)
    others.sort((a, b) => b.savedAt - a.savedAt)
    let rows = list.rows.length
    const tooMany = others.filter((other, index) => {
      rows += other.list.rows.length
      return index + 1 >= MOST_LISTS || rows > MOST_ROWS
    })
    await deviceDb.results.bulkDelete(tooMany.map(({ _id }) => _id))
  })
}

/** Forgets a list that is not shown any more. */
export async function forgetResults(id: string): Promise<void> {
  await deviceDb.results.delete(id)
}
