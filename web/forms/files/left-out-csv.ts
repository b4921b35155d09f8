import { csvLine, type Separator } from '../../../contract/text/csv.ts'
import * as texts from '../../texts/compiled/import.js'
import type { Row, Table } from './read-table.ts'

/** The rows that were left out, with what is wrong with each, as a file that can be repaired and imported. */
export function leftOutCsv({ heads, separator }: Table, rows: readonly { row: Row; message: string }[]): string {
  const between: Separator = separator === ',' ? ',' : ';'
  const width = Math.max(heads.length, ...rows.map(({ row }) => row.cells.length))
  const filled = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? '')
  return [
    csvLine([...filled(heads), texts.problem()], between),
    ...rows.map(({ row, message }) => csvLine([...filled(row.cells), message], between)),
  ].join('')
}
