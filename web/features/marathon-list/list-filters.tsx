import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { DISTANCES } from '../../../contract/limits.ts'
import * as texts from '../../texts/compiled/marathon-list.js'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FilterIcon } from '../../ui/icons/screen-icons.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { StickySearch } from '../../ui/sticky-search.tsx'
import { filterCount, monthChoices } from './list-choices.ts'
import type { ListSearch } from './list-search.ts'

const TYPING_MS = 200

type ListFiltersProps = {
  search: ListSearch
  /** `undefined` removes a filter. */
  onChange: (part: Record<string, string | boolean | undefined>) => void
}

/** The filters of the list. On a phone all filters but the text are collapsed. */
export function ListFilters({ search, onChange }: ListFiltersProps) {
  const [open, setOpen] = useState(false)
  const folded = filterCount({ ...search, q: '' })
  return (
    <StickySearch>
      <div className="grid items-end gap-x-4 gap-y-3 md:grid-cols-[minmax(14rem,2fr)_1fr_1fr_auto]">
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-0 flex-[1_1_9rem]">
            <SearchText value={search.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
          </div>
          <Button
            variant="secondary"
            className="min-h-12 md:hidden"
            aria-expanded={open}
            aria-controls="list-filters"
            onClick={() => setOpen(!open)}
          >
            <FilterIcon size={20} />
            <span>{folded > 0 ? texts.filtersChosen({ count: folded }) : texts.filters()}</span>
          </Button>
        </div>
        <div
          id="list-filters"
          className={`${open ? 'grid' : 'hidden'} grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] items-end gap-x-4 gap-y-3 md:contents`}
        >
          <SelectField
            label={texts.distance()}
            value={search.distance ?? ''}
            onChange={(event) => onChange({ distance: event.target.value || undefined })}
          >
            <option value="">{texts.anyDistance()}</option>
            {DISTANCES.map((distance) => (
              <option key={distance}>{distance}</option>
            ))}
          </SelectField>
          <SelectField
            label={texts.month()}
            value={search.month ?? ''}
            onChange={(event) => onChange({ month: event.target.value || undefined })}
          >
            <option value="">{texts.anyMonth()}</option>
            {monthChoices(Date.now()).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <label className="col-span-full flex min-h-12 items-center gap-3 font-semibold md:col-auto">
            <input
              type="checkbox"
              checked={search.open ?? false}
              onChange={(event) => onChange({ open: event.target.checked || undefined })}
              className="size-6"
            />
            {texts.onlyOpen()}
          </label>
        </div>
      </div>
    </StickySearch>
  )
}

/** The text filter. It keeps its own text while the user types, and updates the URL a little later. */
function SearchText({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value)
  // Another filter may be chosen meanwhile.
  const change = useEffectEvent(onChange)
  const timer = useRef(0)
  const sent = useRef(value)
  useEffect(() => {
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <SearchField
      label={texts.search()}
      placeholder={texts.searchHint()}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        clearTimeout(timer.current)
        timer.current = window.setTimeout(() => {
          sent.current = target.value
          change(target.value)
        }, TYPING_MS)
      }}
    />
  )
}
