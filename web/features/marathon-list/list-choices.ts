import { dayIn } from '../../../contract/time/dates.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { racePhase } from '../../store/rows/race-phase.ts'
import * as texts from '../../texts/compiled/marathon-list.js'
import { localeOf } from '../../texts/languages.ts'
import type { ListSearch } from './list-search.ts'

// What the screen says of a search. The router needs only list-search.ts, which every page loads.

/** The number of filters. The sort order and the form of the list do not count. */
export function filterCount({ q, distance, month, open }: ListSearch): number {
  return [q, distance, month, open].filter(Boolean).length
}

/** The last month and the next `count` months, this one included, as `yyyy-mm` and 'March 2027'. */
export function monthChoices(now: number, count = 18): { value: string; label: string }[] {
  const date = new Date(now)
  return Array.from({ length: count + 1 }, (_, index) => {
    const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + index - 1, 1))
    return { value: month.toISOString().slice(0, 7), label: monthLabel(month) }
  })
}

/** Marathons under a heading. */
export interface MarathonGroup {
  heading: string
  rows: MarathonView[]
}

/** Puts a list with the soonest first under its months, each in the marathon's own zone, and the finished ones last. */
export function groupsOf(rows: readonly MarathonView[], now: number): MarathonGroup[] {
  const groups: MarathonGroup[] = []
  for (const row of rows) {
    const heading = headingOf(row, now)
    const last = groups.at(-1)
    if (last?.heading === heading) last.rows.push(row)
    else groups.push({ heading, rows: [row] })
  }
  return groups
}

function headingOf({ startDate, timeZone }: MarathonView, now: number): string {
  if (racePhase(startDate, now) === 'finished') return texts.finished()
  const day = new Date(dayIn(timeZone, startDate))
  return monthLabel(Number.isNaN(day.getTime()) ? new Date(startDate) : day)
}

function monthLabel(month: Date): string {
  return month.toLocaleDateString(localeOf('en-GB'), { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
