import { DISTANCES, type Distance } from '../../../contract/limits.ts'
import { localeOf } from '../../texts/languages.ts'

/** The filters and the sort order of the list, as in the URL. Default values are left out. */
export interface ListSearch {
  sort?: 'asc'
  q?: string
  distance?: Distance
  /** `yyyy-mm` */
  month?: string
  open?: true
}

const MAX_TEXT = 120

/** Reads the URL's search. It ignores invalid values, so that the list always opens. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  // The router parses a text of digits as a number.
  const q = typeof search.q === 'string' || typeof search.q === 'number' ? String(search.q).slice(0, MAX_TEXT) : ''
  const distance = DISTANCES.find((known) => known === search.distance)
  const month = typeof search.month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(search.month) ? search.month : ''
  return {
    ...(search.sort === 'asc' ? { sort: 'asc' } : {}),
    ...(q.trim() ? { q } : {}),
    ...(distance ? { distance } : {}),
    ...(month ? { month } : {}),
    ...(search.open === true || search.open === 'true' ? { open: true } : {}),
  }
}

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
