import { useMemo } from 'react'
import type { ApplicationView } from '../../store/overlay.ts'
import type { Here } from '../../store/rows/here.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { localeOf } from '../../texts/languages.ts'
import { SelectField, TextField } from '../../ui/field.tsx'
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
  // Only before the draw of a ballot is anybody in it.
  const shown = filters.filter(({ value, count }) => value !== 'ballot' || count !== 0 || filter === 'ballot')
  const { inLine, ...always } = ENTRANT_SORTS
  const isWaiting = filters.some(({ value, count }) => value === 'waiting' && count !== 0)
  const sorts = isWaiting || sort === 'inLine' ? { ...always, inLine } : always
  return (
    <>
      <div className="mb-4 grid items-end gap-4 min-[22rem]:grid-cols-[minmax(0,1fr)_8.5rem] sm:grid-cols-[minmax(0,1fr)_12rem]">
        <TextField
          label={texts.search()}
          type="search"
          inputMode="search"
          placeholder={texts.searchPlaceholder()}
          value={text}
          onChange={(change) => onText(change.target.value)}
        />
        <SelectField
          label={texts.sortBy()}
          value={sort}
          onChange={(change) => onSort(change.target.value as EntrantSort)}
        >
          {options(sorts)}
        </SelectField>
      </div>
      <fieldset className="mb-4 flex flex-wrap gap-2">
        <legend className="sr-only">{texts.show()}</legend>
        {shown.map(({ value, count }) => (
          <label
            key={value}
            className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full border-2 border-edge bg-surface px-3 font-semibold sm:px-4 has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="entrant-filter"
              className="sr-only"
              checked={filter === value}
              onChange={() => onFilter(value)}
            />
            <span>{ENTRANT_FILTERS[value]()}</span>
            {count !== null && (
              <span className="font-normal tabular-nums">{count.toLocaleString(localeOf('en-US'))}</span>
            )}
          </label>
        ))}
      </fieldset>
    </>
  )
}

/** The options of a select, from values and their labels. */
export function options(labels: Record<string, () => string>) {
  return Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label()}
    </option>
  ))
}
