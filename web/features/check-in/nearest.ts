import { bibKey } from '../../../contract/bib.ts'
import { matches, type Searchable } from '../../shared/marathon/find-entrants.ts'
import { folded } from '../../shared/marathon/fold-text.ts'

/** What a search found. */
interface Found<T> {
  rows: T[]
  /** All of them, in the order of the list. */
  fitting: Searchable<T>[]
}

/**
 * Finds entrants, and returns the first `limit` of them: the one with this very bib, then those with a bib or name that
 * begins with the text, then the others.
 */
export function nearest<T>(all: readonly Searchable<T>[], text: string, limit: number): Found<T> {
  const typed = folded(text.trim())
  if (typed === '') return { rows: [], fitting: [] }
  const [inside, bib] = [` ${typed}`, bibKey(typed)]
  const fits = matches(text)
  const fitting: Searchable<T>[] = []
  const [exact, begin, rest]: [T[], T[], T[]] = [[], [], []]
  for (const one of all) {
    if (!fits(one)) continue
    fitting.push(one)
    if (one.bib === bib) exact.push(one.entrant)
    else if (begin.length < limit && (one.text.startsWith(typed) || one.text.includes(inside))) begin.push(one.entrant)
    else if (rest.length < limit) rest.push(one.entrant)
  }
  return { rows: [...exact, ...begin, ...rest].slice(0, limit), fitting }
}
