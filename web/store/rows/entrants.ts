import { bibKey } from '../../../contract/text/bib.ts'
import { useAccount } from '../account-context.tsx'
import type { AccountDb, ApplicationRecord } from '../account-db.ts'
import { type ApplicationView, overlayApplication, unedited } from '../overlay.ts'
import { compareBy } from './compare-by.ts'
import { type Followed, followRows, useFollowed } from './follow-rows.ts'

// Only the screens of the organiser and of check-in load this file.

const byCreatedAt = compareBy('createdAt')
const byId = compareBy('_id')

/** The order of the entrants: oldest first. A helper's phone has no times. */
export function byAge(a: ApplicationView, b: ApplicationView): number {
  return byCreatedAt(a, b) || byId(a, b)
}

/**
 * Follows the entrants of a marathon, oldest first (`followRows`). The user's own one that is only queued is not among
 * them.
 */
export function followEntrants(
  db: AccountDb,
  marathonId: string,
  next: (entrants: ApplicationView[]) => void,
  fail: (error: unknown) => void,
): () => void {
  const followed: Followed<ApplicationRecord, ApplicationView> = {
    table: db.applications,
    prefix: 'application:',
    marathonId,
    viewOf(row, ops) {
      const view = unedited(row, ops) ?? overlayApplication(row, ops)
      return view?.marathonId === marathonId && (row || !view.mine) ? view : null
    },
    order: byAge,
  }
  return followRows(db, followed, next, fail)
}

/**
 * The entrants of a marathon that the user organises or helps at, oldest first, live. Undefined until they are read.
 * The user's own applications are among them once the server has them. An entrant that does not change stays the same
 * object.
 */
export function useEntrants(marathonId: string): ApplicationView[] | undefined {
  const { db } = useAccount()
  return useFollowed((next, fail) => followEntrants(db, marathonId, next, fail), [db, marathonId])
}

/** The key of an entrant's bib (contract/text/bib); null for none. */
export function bibKeyOf({ bib }: { bib: string | null }): string | null {
  return bib === null ? null : bibKey(bib)
}
