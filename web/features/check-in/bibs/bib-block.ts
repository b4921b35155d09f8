import type { Searchable } from '../../../marathon/find-entrants.ts'

/** The bibs that lie at a table: `from`, `to` and all whole numbers between them. */
export interface BibBlock {
  from: number
  to: number
}

/** More bibs lie at no table. */
export const MOST_BIBS = 10_000
/** Longer numbers are no bibs. */
const MAX_DIGITS = 9

/** Why a text is no block. `taken`: each of its bibs has an entrant. */
export type BlockProblem = 'not-numbers' | 'order' | 'too-many' | 'taken'

/** The numbers of a block that entrants have or hold, as far as this phone knows. */
export function takenIn({ from, to }: BibBlock, all: readonly Searchable<unknown>[]): Set<number> {
  const taken = new Set<number>()
  const [shortest, longest] = [String(from).length, String(to).length]
  const add = (key: string) => {
    // This runs 50,000 times after each walk-in, and most bibs need not be read as numbers.
    if (key.length < shortest || key.length > longest) return
    const number = Number(key)
    if (number >= from && number <= to) taken.add(number)
  }
  for (const one of all) {
    if (one.bib !== '') add(one.bib)
    if (one.wanted !== '') add(one.wanted)
  }
  return taken
}

/** The lowest bib of a block that nobody has, and that this phone has not handed out; null if none is left. */
export function nextFree(
  { from, to }: BibBlock,
  taken: ReadonlySet<number>,
  handedOut: readonly number[],
): number | null {
  const out = new Set(handedOut)
  for (let bib = from; bib <= to; bib += 1) if (!taken.has(bib) && !out.has(bib)) return bib
  return null
}

/** The block that two texts mean, or why they mean none. @param from the first bib, in Latin digits */
export function blockOf(
  from: string,
  to: string,
  all: readonly Searchable<unknown>[],
): BibBlock | { problem: BlockProblem } {
  const isNumber = (text: string) => /^\d+$/.test(text) && text.length <= MAX_DIGITS && Number(text) > 0
  if (!isNumber(from) || !isNumber(to)) return { problem: 'not-numbers' }
  const block = { from: Number(from), to: Number(to) }
  if (block.from > block.to) return { problem: 'order' }
  if (block.to - block.from >= MOST_BIBS) return { problem: 'too-many' }
  return nextFree(block, takenIn(block, all), []) === null ? { problem: 'taken' } : block
}
