import { useMemo } from 'react'
import type { ApplicationView } from '../../store/overlay.ts'
import type { Here } from '../../store/rows/here.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { Chips } from '../../ui/chips.tsx'
import { CONTROL_CLASS } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { StickySearch } from '../../ui/sticky-search.tsx'
import {
  ENTRANT_FILTERS,
  ENTRANT_SORTS,
  type EntrantFilter,
  type EntrantSort,
  needsHere,
  passes,
} from './shown-entrants.ts'

type EntrantFiltersProps = {
  entrants: ApplicationView[]
  /** Who is here; undefined until a filter needs it and it is read. */
  here: Here | undefined
  text: string
  onText: (text: string) => void
  sort: EntrantSort
  onSort: (sort: EntrantSort) => void
  filter: EntrantFilter
  onFilter: (filter: EntrantFilter) => void
}

/**
 * The search, the order and the filters of the entrants. Each filter says how many it shows, those of the check-ins
 * once they are used.
 */
export function EntrantFilters({ entrants, here, text, onText, sort, onSort, filter, onFilter }: EntrantFiltersProps) {
  // Typing renders this again with each letter, and there may be 50,000 entrants.
  const filters = useMemo(
    () =>
      (Object.keys(ENTRANT_FILTERS) as EntrantFilter[]).map((value) => {
        const isKnown = !needsHere(value) || here
        return { value, count: isKnown ? entrants.filter((entrant) => passes(entrant, value, here)).length : null }
      }),
    [entrants, here],
  )
  // Only before the draw of a ballot is anybody in it, and seldom is an entry unconfirmed, or without account.
  const shown = filters.filter(({ value, count }) => !isSeldom(value) || count !== 0 || filter === value)
  const { inLine, ...always } = ENTRANT_SORTS
  const isWaiting = filters.some(({ value, count }) => value === 'waiting' && count !== 0)
  const sorts = isWaiting || sort === 'inLine' ? { ...always, inLine } : always
  return (
    <StickySearch>
      <div className="flex flex-wrap gap-2">
        <div className="min-w-0 flex-[1_1_9rem]">
          <SearchField
            label={texts.search()}
            placeholder={texts.searchPlaceholder()}
            value={text}
            onChange={(change) => onText(change.target.value)}
          />
        </div>
        <select
          aria-label={texts.sortBy()}
          className={`${CONTROL_CLASS} w-34! shrink-0 pe-8 sm:w-48!`}
          value={sort}
          onChange={(change) => onSort(change.target.value as EntrantSort)}
        >
          {options(sorts)}
        </select>
      </div>
      <Chips
        legend={texts.show()}
        name="entrant-filter"
        chips={shown.map(({ value, count }) => ({ value, count, label: ENTRANT_FILTERS[value]() }))}
        value={filter}
        onChange={onFilter}
      />
    </StickySearch>
  )
}

function isSeldom(filter: EntrantFilter): boolean {
  return filter === 'ballot' || filter === 'unconfirmed' || filter === 'noAccount'
}

/** The options of a select, from values and their labels. */
export function options(labels: Record<string, () => string>) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label()}
    </option>
  ))
}
