import { foldText } from '../../../contract/text/fold-text.ts'
import type { Table } from './read-table.ts'

/**
 * A target of columns with what a select calls it, its head in our own files, and the names that it has in others,
 * folded.
 */
export interface KnownTarget<T extends string> {
  target: T
  label: string
  head: string
  names: ReadonlySet<string>
}

/** @param names that of our own files first */
export function knownTarget<T extends string>(target: T, label: string, names: readonly string[]): KnownTarget<T> {
  const [head = '', ...others] = names.map(plainHead)
  return { target, label, head, names: new Set([head, ...others]) }
}

/** What a column of bibs is called in our own files (the first name), and in those of others. */
export const BIB_HEADS = [
  ...[
    'Bib',
    'Bib number',
    'Bib no',
    'Race number',
    'Race no',
    'Start number',
    'Number',
    'No',
    'Startnummer',
    'Start-Nr',
  ],
  ...['StNr', 'Snr', 'Dorsal', 'Número de dorsal', 'বিব', 'বিব নম্বর', 'رقم الصدر'],
] as const

/** Which column of a file is what, by target. */
export type Columns<T extends string> = Partial<Record<T, number>>

/** Matches the heads of a file. Of two columns of one target the first counts. */
export function matchHeads<T extends string>(heads: readonly string[], targets: readonly KnownTarget<T>[]): Columns<T> {
  const columns: Columns<T> = {}
  const plain = heads.map(plainHead)
  // A name of our own files is one column's alone. Another one may be said of several.
  for (const isOurs of [true, false]) {
    for (const [at, head] of plain.entries()) {
      if (head === '' || Object.values(columns).includes(at)) continue
      const fits = ({ target, head: own, names }: KnownTarget<T>) =>
        !(target in columns) && (isOurs ? own === head : names.has(head))
      const fit = targets.find(fits)
      if (fit) columns[fit.target] = at
    }
  }
  return columns
}

/** The name of a column as names are compared. */
function plainHead(cell: string): string {
  return foldText(cell).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** What the user said that a column is, by its head; '' to leave it out. */
export type Chosen<T extends string> = Record<string, T | ''>

/** How the user's choice names a column: by its head, so that it counts for the next file too. */
function columnKey(head: string, at: number): string {
  return plainHead(head) || `#${at}`
}

/** The choices with one more. Two columns cannot be the same. */
export function choose<T extends string>(chosen: Chosen<T>, { heads }: Table, at: number, target: T | ''): Chosen<T> {
  const others = Object.entries<T | ''>(chosen).filter(([, one]) => one === '' || one !== target)
  return { ...(Object.fromEntries(others) as Chosen<T>), [columnKey(heads[at] ?? '', at)]: target }
}

/** Which column is what: by the user, and else by its head. @param match as `matchHeads` does */
export function columnsOf<T extends string>(
  { heads }: Table,
  chosen: Chosen<T>,
  match: (heads: readonly string[]) => Columns<T>,
): Columns<T> {
  const byHand = heads.map((head, at) => chosen[columnKey(head, at)])
  const columns = match(heads.map((head, at) => (byHand[at] === undefined ? head : '')))
  for (const [at, target] of byHand.entries()) if (target) columns[target] = at
  return columns
}
