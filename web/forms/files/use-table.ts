import { useMemo, useState } from 'react'
import { type Chosen, type Columns, choose, columnsOf } from './columns.ts'
import { readTable, type Table } from './read-table.ts'
import { useInSlices } from './use-in-slices.ts'

/**
 * Reads the text of a file as a table in pieces, and which column is what. What the user chose counts for the next file too.
 * @param text null for none
 * @param match which columns a line of heads names, as `matchHeads` does
 * @param isData is a line of a file that names no columns one of its rows?
 */
export function useTable<T extends string>(
  text: string | null,
  match: (heads: readonly string[]) => Columns<T>,
  isData?: (cells: readonly string[]) => boolean,
) {
  const [chosen, setChosen] = useState<Chosen<T>>({})
  const reading = useMemo(() => {
    if (text === null) return null
    return () => readTable(text, (heads) => Object.keys(match(heads)).length, isData)
  }, [text, match, isData])
  const table = useInSlices<Table | null>(reading)
  const columns = useMemo((): Columns<T> => (table ? columnsOf(table, chosen, match) : {}), [table, chosen, match])
  return {
    /** Undefined while it is read; null for a file without a text. */
    table,
    columns,
    choose: (at: number, target: T | '') => table && setChosen(choose(chosen, table, at, target)),
  }
}
