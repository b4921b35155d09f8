import { localeOf } from '../../texts/languages.ts'
import type { ListSearch } from './list-search.ts'

// What the screen says of a search. The router needs only list-search.ts, which every page loads.

/** The number of filters. The sort order does not count. */
export function filterCount({ q, distance, month, open }: ListSearch): number {
  return [q, distance, month, open].filter(Boolean).length
}

/** The last month and the next `count` months, this one included, as `yyyy-mm` and 'March 2027'. */
export function monthChoices(now: number, count = 18): { value: string; label: string }[] {
  const date = new Date(now)
  return Array.from({ length: count + 1 }, (_, index) => {
    const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + index - 1, 1))
    return {
      value: month.toISOString().slice(0, 7),
      label: month.toLocaleDateString(localeOf('en-GB'), { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    }
  })
}
