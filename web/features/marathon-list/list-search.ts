import { DISTANCES, type Distance } from '../../../contract/limits.ts'

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
