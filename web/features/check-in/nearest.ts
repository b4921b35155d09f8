import { bibOf } from '../../data/entrants.ts'
import type { ApplicationView } from '../../data/overlay.ts'

/**
 * The first `limit` of the entrants that a search found. Those whose bib, first or last name begins with the text come
 * before the others.
 */
export function nearest(found: readonly ApplicationView[], text: string, limit: number): ApplicationView[] {
  const typed = text.trim().toLowerCase()
  const [begin, rest]: [ApplicationView[], ApplicationView[]] = [[], []]
  for (const entrant of found) {
    if (begin.length === limit) break
    const begins = [
      bibOf(entrant) ?? '',
      entrant.firstName,
      entrant.lastName,
      `${entrant.firstName} ${entrant.lastName}`,
    ]
    if (begins.some((part) => part.toLowerCase().startsWith(typed))) begin.push(entrant)
    else if (rest.length < limit) rest.push(entrant)
  }
  return [...begin, ...rest].slice(0, limit)
}
