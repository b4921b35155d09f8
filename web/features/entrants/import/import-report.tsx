import type { MarathonView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/import.js'
import { Button } from '../../../ui/button.tsx'
import { downloadFile, fileName } from '../../../ui/download-file.ts'
import { DownloadIcon } from '../../../ui/icons/screen-icons.tsx'
import { leftOutCsv } from './left-out-csv.ts'
import { LineList } from './line-list.tsx'
import type { ReadEntrants } from './read-entrants.ts'
import type { Table } from './read-table.ts'

type ImportReportProps = {
  marathon: MarathonView
  table: Table
  read: ReadEntrants
  /** How many more than there are places. */
  above: number
  /** Whether the lines that ask are other people. */
  isAgreed: boolean
  onAgree: (isAgreed: boolean) => void
}

const toLine = ({ row, message }: ReadEntrants['problems'][number]) => ({ line: row.line, message })

/** What a file of entrants would do, and which lines it would leave out. */
export function ImportReport({ marathon, table, read, above, isAgreed, onAgree }: ImportReportProps) {
  const { fresh, asked, there, problems } = read
  const leftOut = [...problems, ...(isAgreed ? [] : asked)].sort((a, b) => a.row.line - b.row.line)
  const counts = { fresh: fresh.length, there, asked: asked.length, wrong: problems.length }
  return (
    <>
      <p className="font-semibold">{table.rows.length === 0 ? texts.onlyHeads() : texts.report(counts)}</p>
      {above > 0 && <p className="font-semibold text-danger">{texts.above({ above })}</p>}
      {asked.length > 0 && (
        <section aria-label={texts.askedTitle({ count: asked.length })}>
          <h3 className="font-semibold">{texts.askedTitle({ count: asked.length })}</h3>
          <LineList tone="plain" lines={asked.map(toLine)} />
          <label className="mt-1 flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0"
              checked={isAgreed}
              onChange={(change) => onAgree(change.target.checked)}
            />
            <span>{texts.askedYes()}</span>
          </label>
        </section>
      )}
      {problems.length > 0 && <LineList lines={problems.map(toLine)} />}
      {leftOut.length > 0 && (
        <div>
          <Button
            variant="secondary"
            onClick={() => {
              const name = `${fileName(marathon.title)}-${fileName(texts.leftOutFile())}.csv`
              downloadFile(name, 'text/csv;charset=utf-8', `\ufeff${leftOutCsv(table, leftOut)}`)
            }}
          >
            <DownloadIcon size={20} />
            {texts.saveLeftOut()}
          </Button>
        </div>
      )}
    </>
  )
}
