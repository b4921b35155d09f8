import { Suspense, useMemo } from 'react'
import { ByCategory } from '../../marathon/categories/by-category.tsx'
import { CategoryCounts } from '../../marathon/categories/category-counts.tsx'
import { isInBallot, isOnWaitingList } from '../../marathon/waiting-list.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { hasPlace } from '../../store/rows/check-in-rules.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { localeOf } from '../../texts/languages.ts'
import { formatDay } from '../../ui/format/format.ts'
import { optional } from '../../ui/optional.ts'
import { PLOT_HEIGHT } from '../../ui/plot/plot-height.ts'
import { Rich } from '../../ui/rich.tsx'
import { applicationsByDay, type DayCount } from './applications-by-day.ts'

// The words below it say the most of it.
const Plot = optional(() => import('../../ui/plot/plot.tsx').then((m) => m.Plot))

type EntrantTotalsProps = {
  marathon: MarathonView
  entrants: ApplicationView[]
  /** The category that is shown alone, and who is in it; null for all. */
  category: { label: string; has: (entrant: ApplicationView) => boolean } | null
}

/** How many are registered and wait, by category too, and when they applied. The chart is of the category that is shown. */
export function EntrantTotals({ marathon, entrants, category }: EntrantTotalsProps) {
  const charted = useMemo(() => (category ? entrants.filter(category.has) : entrants), [entrants, category])
  const days = useMemo(() => applicationsByDay(charted, marathon.timeZone), [charted, marathon.timeZone])
  const waiting = useMemo(() => entrants.filter(isOnWaitingList).length, [entrants])
  const entered = useMemo(() => entrants.filter(isInBallot).length, [entrants])
  const placed = useMemo(() => entrants.filter(hasPlace), [entrants])
  const { capacity } = marathon
  const counts = { registered: placed.length, entered, waiting }
  return (
    <div className="mb-6 grid grid-cols-[minmax(0,1fr)] items-end gap-x-10 gap-y-4 lg:grid-cols-[auto_minmax(0,1fr)]">
      <div>
        <p role="status">
          <Rich
            text={capacity === null ? texts.totals(counts) : texts.totalsOfPlaces({ ...counts, places: capacity })}
            tags={{ number: (children) => <span className="numeral text-4xl">{children}</span> }}
          />
        </p>
        <ByCategory marathon={marathon}>
          <CategoryCounts marathon={marathon} entrants={placed} />
        </ByCategory>
      </div>
      <DayChart days={days} category={category?.label ?? null} />
    </div>
  )
}

const STEPS = [1, 2, 5].flatMap((step) => [1, 10, 100, 1000, 10_000].map((times) => step * times)).sort((a, b) => a - b)
const shownCount = (count: number) => count.toLocaleString(localeOf('en-US'))
const shownDay = (ms: number) => formatDay(new Date(ms).toISOString(), 'UTC')

/** A bar for each day, and the same in words. */
function DayChart({ days, category }: { days: DayCount[]; category: string | null }) {
  const times = useMemo(() => days.map(({ day }) => Date.parse(day)), [days])
  const counts = useMemo(() => days.map(({ count }) => count), [days])
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined || days.length < 2) return null
  const count = counts.reduce((most, one) => Math.max(most, one), 0)
  const most = { day: shownDay(times[counts.indexOf(count)] ?? first), count }
  const range = { from: shownDay(first), to: shownDay(last) }
  const label =
    category === null ? texts.chartLabel({ ...range, ...most }) : texts.chartLabelOf({ category, ...range, ...most })
  return (
    <figure className="w-full max-w-2xl lg:justify-self-end">
      <div className={PLOT_HEIGHT}>
        <Suspense>
          <Plot
            {...{ label, shownDay }}
            days={times}
            values={counts}
            kind="bars"
            steps={STEPS}
            shownValue={shownCount}
          />
        </Suspense>
      </div>
      <figcaption className="mt-1 text-sm text-ink-soft lg:text-end">
        {category === null ? texts.mostApplications(most) : texts.mostApplicationsOf({ category, ...most })}
      </figcaption>
    </figure>
  )
}
