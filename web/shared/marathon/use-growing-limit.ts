import { useState } from 'react'

/** How far each list was read, so that coming back from an event finds the same place. */
const reached = new Map<string, number>()

/**
 * A growing limit of rows.
 * @param key which list; it keeps how far it was read
 * @param first how many rows there are before anybody has scrolled
 */
export function useGrowingLimit(key: string, step: number, first = step) {
  const [, countRenders] = useState(0)
  const limit = reached.get(key) ?? first
  const showMore = () => {
    reached.set(key, limit + step)
    countRenders((count) => count + 1)
  }
  return { limit, showMore }
}
