import type { PublicPage } from '../../contract/marathon.ts'
import { deviceDb, type PublicPageRecord } from './device-db.ts'

// The public pages that this phone has shown, so that they open with no network, also where nobody ever signed in.

/** Most pages that this phone keeps, and most characters of all of them. */
export const MOST_PAGES = 30
export const MOST_CHARACTERS = 200_000

/** The stored page; null if there is none. */
export async function readPage(id: string): Promise<PublicPageRecord | null> {
  return (await deviceDb.pages.get(id)) ?? null
}

/** Stores a page. Those that were seen longest ago leave where there are too many. @throws Error if it cannot */
export async function keepPage(page: PublicPage, savedAt: number): Promise<void> {
  await deviceDb.transaction('rw', deviceDb.pages, async () => {
    await deviceDb.pages.put({ _id: page._id, page, savedAt })
    const others = (await deviceDb.pages.toArray()).filter(({ _id }) => _id !== page._id)
    others.sort((a, b) => b.savedAt - a.savedAt)
    let size = JSON.stringify(page).length
    const tooMany = others.filter((other, index) => {
      size += JSON.stringify(other.page).length
      return index + 1 >= MOST_PAGES || size > MOST_CHARACTERS
    })
    await deviceDb.pages.bulkDelete(tooMany.map(({ _id }) => _id))
  })
}

/** Forgets a page that is not there any more. */
export async function forgetPage(id: string): Promise<void> {
  await deviceDb.pages.delete(id)
}
