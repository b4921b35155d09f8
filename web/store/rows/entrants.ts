import { useObservable } from 'dexie-react-hooks'
import { bibKey } from '../../../contract/text/bib.ts'
import { useAccount } from '../account-context.tsx'
import type { ApplicationView } from '../overlay.ts'
import { followEntrants } from './entrant-list.ts'

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

/** The key of an entrant's bib (contract/text/bib); null for none. */
export function bibKeyOf({ bib }: { bib: string | null }): string | null {
  return bib === null ? null : bibKey(bib)
}
