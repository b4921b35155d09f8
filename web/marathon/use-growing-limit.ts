import { useState } from 'react'

/** The limit of each list. When the user comes back from a marathon, the list is as long as before. */
const reached = new Map<string, number>()

/**
 * A limit of rows that grows while the user scrolls.
 * @param key the list; its limit is remembered
 * @param first the limit before the user scrolls
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
