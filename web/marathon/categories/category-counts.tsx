import { useMemo } from 'react'
import { bandCode, bandsOf, categoriesOf } from '../../../contract/questions/categories.ts'
import type { Answers } from '../../../contract/questions/questions.ts'
import { bandLabel } from '../../forms/question-texts.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { localeOf } from '../../texts/languages.ts'

/** How many are in a category; of `''` those who are in none. */
interface CategoryCount {
  code: string
  label: string
  count: number
}

/** How many of the entrants are in each category that has somebody, and in none: it is always their whole number. */
export function categoryCounts(marathon: MarathonView, entrants: readonly Answers[]): CategoryCount[] {
  const categoryOf = categoriesOf(marathon)
  const counts = new Map<string, number>()
  for (const entrant of entrants) {
    const band = categoryOf(entrant)
    const code = band ? bandCode(band) : ''
    counts.set(code, (counts.get(code) ?? 0) + 1)
  }
  const known = bandsOf(marathon).map((band) => ({ code: bandCode(band), label: bandLabel(band) }))
  return [...known, { code: '', label: texts.withoutCategory() }].flatMap(({ code, label }) => {
    const count = counts.get(code) ?? 0
    return count > 0 ? [{ code, label, count }] : []
  })
}

/** The entrants by category, in one line of figures. */
export function CategoryCounts({ marathon, entrants }: { marathon: MarathonView; entrants: readonly Answers[] }) {
  const counts = useMemo(() => categoryCounts(marathon, entrants), [marathon, entrants])
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {counts.map(({ code, label, count }) => (
        <div key={code} className="flex items-baseline gap-1.5">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="numeral text-base">{count.toLocaleString(localeOf('en-US'))}</dd>
        </div>
      ))}
    </dl>
  )
}
