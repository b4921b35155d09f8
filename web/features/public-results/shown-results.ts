import type { PublicResult } from '../../../contract/results/public-list.ts'
import { findEntrants, searchableByName } from '../../marathon/find-entrants.ts'
import { onceEach } from '../../marathon/once-each.ts'
import { nameOf } from '../../marathon/results/result-row.tsx'

/** The part of a list that a reader looks at; '' is everybody. A category is of one sex or of all. */
export interface Group {
  sex: string
  category: string
}

/** The place of a row within a part of the list. */
export function placeIn({ sex, category }: Group): (row: PublicResult) => number | null {
  if (category !== '') return (row) => row.categoryPlace
  return sex === '' ? (row) => row.place : (row) => row.sexPlace
}

/** How far a row is behind the first one of a part of the list, in ms; null for who has no place in it. */
export function gapIn(rows: readonly PublicResult[], group: Group): (row: PublicResult) => number | null {
  const placeOf = placeIn(group)
  const first = rows.find((row) => isIn(group)(row) && placeOf(row) === 1)?.time ?? null
  return (row) => (placeOf(row) === null || row.time === null || first === null ? null : row.time - first)
}

/** Is a row in this part of the list? */
export function isIn({ sex, category }: Group): (row: PublicResult) => boolean {
  return (row) => (sex === '' || row.sex === sex) && (category === '' || row.category === category)
}

const prepared = onceEach((row: PublicResult) => {
  const { text, bib, ...rest } = searchableByName({ firstName: nameOf(row), lastName: '', bib: row.bib })
  return { ...rest, text, bib, entrant: row }
})

/** The rows of a part of the list that a search finds by name or bib, in the order of the list. */
export function shownRows(rows: readonly PublicResult[], group: Group, text: string): readonly PublicResult[] {
  if (group.sex === '' && group.category === '' && text.trim() === '') return rows
  if (text.trim() === '') return rows.filter(isIn(group))
  return findEntrants(prepared(rows), text, isIn(group))
}

/** How many rows have each value of a field, without those that have none. */
export function countsOf(rows: readonly PublicResult[], field: keyof Group): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) if (row[field] !== '') counts.set(row[field], (counts.get(row[field]) ?? 0) + 1)
  return counts
}
