import { useDeferredValue, useMemo } from 'react'
import type { ApplicationView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/entrants.js'
import { Button } from '../../../ui/button.tsx'
import { CONTROL_CLASS } from '../../../ui/field.tsx'
import { type Chosen, type Facet, facetChoices } from './facets.ts'

type FacetSelectsProps = {
  facets: readonly Facet[]
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  /** Those who pass the other filters. */
  entrants: readonly ApplicationView[]
}

/** A select for each facet. Each choice says how many it leaves, which answers “how many shirts of which size” too. */
export function FacetSelects({ facets, chosen, onChoose, entrants }: FacetSelectsProps) {
  // 50,000 entrants are counted behind what the user sees of a tap.
  const counted = useDeferredValue(entrants)
  const choices = useMemo(() => facetChoices(facets, chosen, counted), [facets, chosen, counted])
  if (facets.length === 0) return null
  return (
    <fieldset className="-mx-4 mb-3 flex min-w-0 items-center gap-2 overflow-x-auto px-4 py-1.5 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
      <legend className="sr-only">{texts.narrow()}</legend>
      {facets.map(({ key, label }) => (
        <select
          key={key}
          aria-label={label}
          className={`${CONTROL_CLASS} w-auto! max-w-60 shrink-0 pe-8 text-ellipsis ${chosen[key] === undefined ? '' : 'border-ink! font-semibold'}`}
          value={chosen[key] ?? ''}
          onChange={({ target: { value } }) => {
            const { [key]: _, ...others } = chosen
            onChoose(value === '' ? others : { ...others, [key]: value })
          }}
        >
          <option value="">{texts.anyOf({ label })}</option>
          {choices.get(key)?.map(({ choice, label: value, count }) => (
            <option key={choice} value={choice}>
              {texts.oneOf({ label, value, count })}
            </option>
          ))}
        </select>
      ))}
      {Object.keys(chosen).length > 0 && (
        <Button variant="secondary" className="shrink-0" onClick={() => onChoose({})}>
          {texts.clearFilters()}
        </Button>
      )}
    </fieldset>
  )
}
