import { bibKey } from '../../../../contract/text/bib.ts'
import { entryCodeOf } from '../../../../contract/text/entry-code.ts'
import { foldText } from '../../../../contract/text/fold-text.ts'
import { holdsBib, matches, type Searchable } from '../../../marathon/find-entrants.ts'

/** What a search found. */
interface Found<T> {
  rows: T[]
  /** All of them, in the order of the list. */
  fitting: Searchable<T>[]
  /** The only one that the text can mean: by its code or bib, or because nobody else fits. */
  meant: T | undefined
}

/**
 * Finds entrants, and returns the first `limit` of them: the one with this very bib or code, then those with a bib or
 * name that begins with the text, then the others.
 */
export function nearest<T>(all: readonly Searchable<T>[], text: string, limit: number): Found<T> {
  const typed = foldText(text.trim())
  if (typed === '') return { rows: [], fitting: [], meant: undefined }
  const [inside, bib, code] = [` ${typed}`, bibKey(text.trim()), entryCodeOf(text)]
  const fits = matches(text)
  const fitting: Searchable<T>[] = []
  const [exact, begin, rest]: [T[], T[], T[]] = [[], [], []]
  for (const one of all) {
    if (!fits(one)) continue
    fitting.push(one)
    if (holdsBib(one, bib) || one.code === code) exact.push(one.entrant)
    else if (begin.length < limit && (one.text.startsWith(typed) || one.text.includes(inside))) begin.push(one.entrant)
    else if (rest.length < limit) rest.push(one.entrant)
  }
  const rows = [...exact, ...begin, ...rest].slice(0, limit)
  return { rows, fitting, meant: exact.length === 1 || fitting.length === 1 ? rows[0] : undefined }
}
