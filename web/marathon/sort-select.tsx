import { useId } from 'react'
import * as texts from '../texts/compiled/marathon.js'
import { CONTROL_CLASS } from '../ui/field.tsx'

type SortSelectProps = {
  /** `soonest` is chosen elsewhere. It is an option only while it is the order. */
  value: 'asc' | 'desc' | 'soonest'
  onChange: (value: 'asc' | 'desc') => void
  /** How the label looks: on the dark background of a page header, or beside a search, where screen readers alone need it. */
  label: 'night' | 'hidden'
}

const LABELS = { night: 'shrink-0 font-semibold text-chalk', hidden: 'sr-only' }

/** The select for the sort order: newest or oldest first. */
export function SortSelect({ value, onChange, label }: SortSelectProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className={LABELS[label]}>
        {texts.sortBy()}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value === 'asc' ? 'asc' : 'desc')}
        className={`${CONTROL_CLASS} w-auto! max-w-max min-w-0 grow basis-40 pe-8`}
      >
        {value === 'soonest' && <option value="soonest">{texts.soonest()}</option>}
        <option value="desc">{texts.newest()}</option>
        <option value="asc">{texts.oldest()}</option>
      </select>
    </div>
  )
}
