import { useMemo, useRef } from 'react'
import type { ApplicationView } from '../../store/overlay.ts'
import { byAge } from '../../store/rows/entrants.ts'
import { replaceSorted } from '../../store/rows/sorted-list.ts'
import { type EntrantSort, entrantOrder, sortEntrants } from './shown-entrants.ts'

/** A list of entrants, oldest first, and the same in another order. */
interface Sorted {
  entrants: readonly ApplicationView[]
  sort: EntrantSort
  sorted: ApplicationView[]
}

/** The entrants in an order. After a change only the entrants that changed are put into their places. */
export function useSortedEntrants(entrants: readonly ApplicationView[], sort: EntrantSort): ApplicationView[] {
  const before = useRef<Sorted | null>(null)
  return useMemo(() => {
    const sorted = sortedAfter(before.current, entrants, sort)
    before.current = { entrants, sort, sorted }
    return sorted
  }, [entrants, sort])
}

/** Sorts the entrants, or only those that changed since they were sorted in the same order. */
export function sortedAfter(before: Sorted | null, entrants: readonly ApplicationView[], sort: EntrantSort) {
  if (before?.sort !== sort) return sortEntrants(entrants, sort)
  const [had, has] = [new Set(before.entrants), new Set(entrants)]
  const gone = new Set(before.entrants.filter((one) => !has.has(one)))
  const added = entrants.filter((one) => !had.has(one))
  const order = entrantOrder(sort)
  return replaceSorted(before.sorted, gone, added, (a, b) => order(a, b) || byAge(a, b))
}
