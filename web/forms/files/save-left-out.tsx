import { csvLine, type Separator } from '../../../contract/text/csv.ts'
import * as texts from '../../texts/compiled/import.js'
import { Button } from '../../ui/button.tsx'
import { downloadFile, fileName } from '../../ui/download-file.ts'
import { DownloadIcon } from '../../ui/icons/screen-icons.tsx'
import type { Row, Table } from './read-table.ts'

type SaveLeftOutProps = { title: string; table: Table; rows: readonly { row: Row; message: string }[] }

/** Saves the lines that were left out. */
export function SaveLeftOut({ title, table, rows }: SaveLeftOutProps) {
  return (
    <div>
      <Button
        variant="secondary"
        onClick={() => {
          const name = `${fileName(title)}-${fileName(texts.leftOutFile())}.csv`
          downloadFile(name, 'text/csv;charset=utf-8', `\ufeff${leftOutCsv(table, rows)}`)
        }}
      >
        <DownloadIcon size={20} />
        {texts.saveLeftOut()}
      </Button>
    </div>
  )
}

/** The rows that were left out, with what is wrong with each, as a file that can be repaired and imported. */
function leftOutCsv({ heads, separator }: Table, rows: readonly { row: Row; message: string }[]): string {
  const between: Separator = separator === ',' ? ',' : ';'
  const width = Math.max(heads.length, ...rows.map(({ row }) => row.cells.length))
  const filled = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? '')
  return [
    csvLine([...filled(heads), texts.problem()], between),
    ...rows.map(({ row, message }) => csvLine([...filled(row.cells), message], between)),
  ].join('')
}
