import { useObservable } from 'dexie-react-hooks'
import { bibKey } from '../../../contract/text/bib.ts'
import { useAccount } from '../account-context.tsx'
import type { AccountDb } from '../account-db.ts'
import { type ApplicationView, opsByTarget, overlayApplication } from '../overlay.ts'
import { byAge, followEntrants } from './entrant-list.ts'

// Only the screens of the organiser and of check-in load this file.

/**
 * The entrants of a marathon that the user organises or helps at, oldest first, live. Undefined until they are read.
 * The user's own applications are among them once the server has them. An entrant that does not change stays the same
 * object.
 */
export function useEntrants(marathonId: string): ApplicationView[] | undefined {
  const { db } = useAccount()
  return useObservable(
    () => ({
      // Without this, the hook would begin to read once more, only to see whether there is a value already.
      hasValue: () => false,
      getValue: () => undefined,
      subscribe: (next: (entrants: ApplicationView[]) => void, fail: (error: unknown) => void = () => undefined) =>
        followEntrants(db, marathonId, next, fail),
    }),
    [db, marathonId],
  )
}

/** Reads all entrants of a marathon with the queued edits over them, oldest first, in one transaction (INV-14). */
export function readEntrants(db: AccountDb, marathonId: string): Promise<ApplicationView[]> {
  return db.transaction('r', db.applications, db.outbox, async () => {
    const [rows, outbox] = await Promise.all([
      db.applications.where('marathonId').equals(marathonId).toArray(),
      // Only the edits of applications: with the whole outbox, each check-in would read all entrants again.
      db.outbox.where('target').startsWith('application:').sortBy('n'),
    ])
    const edits = opsByTarget(outbox)
    return rows
      .map((row) => overlayApplication(row, edits.get(`application:${row._id}`) ?? []))
      .filter((view) => view !== null)
      .sort(byAge)
  })
}

/** The key of an entrant's bib (contract/text/bib); null for none. */
export function bibKeyOf({ bib }: { bib: string | null }): string | null {
  return bib === null ? null : bibKey(bib)
}
