import { useMemo } from 'react'
import { ByCategory } from '../../marathon/categories/by-category.tsx'
import { CategoryCounts } from '../../marathon/categories/category-counts.tsx'
import { isInBallot, isOnWaitingList } from '../../marathon/waiting-list.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { hasPlace } from '../../store/rows/check-in-rules.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { formatDay } from '../../ui/format/format.ts'
import { Rich } from '../../ui/rich.tsx'
import { applicationsByDay, type DayCount } from './applications-by-day.ts'

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
    <div className="mb-6 grid items-end gap-x-10 gap-y-4 lg:grid-cols-[auto_minmax(0,1fr)]">
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

const HEIGHT = 48
const MOST_BAR_REM = 1.5

/** A bar for each day, and the same in words. */
function DayChart({ days, category }: { days: DayCount[]; category: string | null }) {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || days.length < 2) return null
  const top = days.reduce((most, day) => (day.count > most.count ? day : most), first)
  const most = { day: shownDay(top), count: top.count }
  const range = { from: shownDay(first), to: shownDay(last) }
  return (
    <figure className="w-full lg:justify-self-end" style={{ maxWidth: `max(16rem, ${days.length * MOST_BAR_REM}rem)` }}>
      <svg
        role="img"
        aria-label={
          category === null
            ? texts.chartLabel({ ...range, ...most })
            : texts.chartLabelOf({ category, ...range, ...most })
        }
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-12 w-full border-b border-edge text-flare rtl:-scale-x-100"
      >
        {days.map(({ day, count }, index) => {
          // The bar of a single application among thousands is still visible.
          const height = count === 0 ? 0 : Math.max(2, (count / top.count) * HEIGHT)
          return (
            <rect key={day} x={index + 0.08} y={HEIGHT - height} width={0.84} height={height} fill="currentColor" />
          )
        })}
      </svg>
      <figcaption className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-ink-soft">
        <span>{texts.fromTo(range)}</span>
        <span>
          {category === null ? texts.mostApplications(most) : texts.mostApplicationsOf({ category, ...most })}
        </span>
      </figcaption>
    </figure>
  )
}

/** The day is a calendar day already, so no zone moves it. */
function shownDay({ day }: DayCount): string {
  return formatDay(day, 'UTC')
}
