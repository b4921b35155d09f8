import { DISTANCES, type Distance } from '../../../contract/limits.ts'

/** The filters, the sort order and the form of the list, as in the URL. Default values are left out. */
export interface ListSearch {
  sort?: 'asc' | 'soonest'
  /** One row an event, and no cards. */
  compact?: true
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
  const { sort } = search
  return {
    ...(sort === 'asc' || sort === 'soonest' ? { sort } : {}),
    ...(isOn(search.compact) ? { compact: true } : {}),
    ...(q.trim() ? { q } : {}),
    ...(distance ? { distance } : {}),
    ...(month ? { month } : {}),
    ...(isOn(search.open) ? { open: true } : {}),
  }
}

function isOn(value: unknown): boolean {
  return value === true || value === 'true'
}
