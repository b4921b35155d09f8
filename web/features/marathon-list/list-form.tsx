import type { ReactNode } from 'react'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { useMarathonCount } from '../../store/rows/marathons.ts'
import * as marathonTexts from '../../texts/compiled/marathon.js'
import * as texts from '../../texts/compiled/marathon-list.js'
import type { ListSearch } from './list-search.ts'
import { filterOf } from './marathon-list.tsx'

type ListFormProps = {
  /** What is counted. */
  search: ListSearch
  sort: 'asc' | 'desc' | 'soonest'
  compact: boolean
  onChange: (part: { sort?: 'soonest' | 'desc'; compact?: boolean }) => void
}

/** How many events the list has, and the choice of its form: what is ahead first, and one row an event. */
export function ListForm({ search, sort, compact, onChange }: ListFormProps) {
  const now = useServerNow()
  const count = useMarathonCount(filterOf(search, now))
  const isSoonest = sort === 'soonest'
  return (
    <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2">
      {/* On a phone a line of its own, so that the choices stand still when the number comes. */}
      <p role="status" className="min-h-lh basis-full text-sm font-semibold sm:basis-auto">
        {count !== undefined && texts.count({ count })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Choice isOn={isSoonest} onTap={() => onChange({ sort: isSoonest ? 'desc' : 'soonest' })}>
          {marathonTexts.soonest()}
        </Choice>
        <Choice isOn={compact} onTap={() => onChange({ compact: !compact })}>
          {texts.compact()}
        </Choice>
      </div>
    </div>
  )
}

function Choice({ isOn, onTap, children }: { isOn: boolean; onTap: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onTap}
      className="min-h-11 rounded-full border-2 border-edge bg-surface px-3 font-semibold aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
    >
      {children}
    </button>
  )
}
