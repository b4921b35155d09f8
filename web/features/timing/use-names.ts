import { startTransition, useEffect, useMemo, useState } from 'react'
import { recordError } from '../../../contract/errors.ts'
import { bibKey } from '../../../contract/text/bib.ts'
import { entrantName } from '../../marathon/entrant-name.ts'
import { useAccount } from '../../store/account-context.tsx'
import { isFetching } from '../../store/is-fetching.ts'
import type { ApplicationView } from '../../store/overlay.ts'
import { hasPlace } from '../../store/rows/check-in-rules.ts'
import { followEntrants } from '../../store/rows/entrants.ts'
import { useSyncRecord } from '../../store/unsent.ts'

/** Says who has a bib: a name; null for nobody; undefined where this phone does not know. */
export type NameOf = (bib: string) => string | null | undefined

/**
 * Who has which bib, by the entrants that this phone has. They are read beside the work: a touch never waits for a name, and
 * a read that fails leaves the names out.
 */
export function useNames(marathonId: string): NameOf {
  const { db } = useAccount()
  const record = useSyncRecord()
  const isWhole = record !== undefined && !isFetching(record)
  const [names, setNames] = useState<ReadonlyMap<string, string>>()
  useEffect(
    () =>
      followEntrants(
        db,
        marathonId,
        (entrants) => startTransition(() => setNames(namesOf(entrants))),
        (error) => recordError(error),
      ),
    [db, marathonId],
  )
  return useMemo(() => (bib) => names?.get(bibKey(bib)) ?? (names && isWhole ? null : undefined), [names, isWhole])
}

function namesOf(entrants: readonly ApplicationView[]): Map<string, string> {
  const known = entrants.filter(hasPlace)
  return new Map(known.flatMap((one) => (one.bib === null ? [] : [[bibKey(one.bib), entrantName(one)]])))
}
