import { Choice } from '../../../forms/files/choice.tsx'
import { LineList } from '../../../forms/files/line-list.tsx'
import type { Table } from '../../../forms/files/read-table.ts'
import { SaveLeftOut } from '../../../forms/files/save-left-out.tsx'
import { entrantName } from '../../../marathon/entrant-name.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/import.js'
import { type FoundHere, filledIn } from './found-here.ts'
import type { ReadEntrants } from './read-entrants.ts'

type ImportReportProps = {
  marathon: MarathonView
  table: Table
  read: ReadEntrants
  /** How many more than there are places. */
  above: number
  choices: Choices
  onChoose: (choices: Choices) => void
}

/** What the user decides. */
export interface Choices {
  /** The lines that ask are other people. */
  isAgreed: boolean
  /** Who is here gets what is missing. */
  fills: boolean
  /** Who is here gets what is another in the file. */
  takes: boolean
}

const toLine = ({ row, message }: ReadEntrants['problems'][number]) => ({ line: row.line, message })

const toNamedLine = ({ row, entrant, message }: FoundHere) => ({
  line: row.line,
  message: texts.problemOf({ name: entrantName(entrant), problem: message }),
})

/** What is written in a row. */
function words(cells: readonly string[]): string {
  return cells.filter((cell) => cell.trim() !== '').join(' · ')
}

/** What a file of entrants would do, and which lines it would leave out. */
export function ImportReport({ marathon, table, read, above, choices, onChoose }: ImportReportProps) {
  const { fresh, asked, there, known, problems } = read
  const { isAgreed, fills, takes } = choices
  const lacking = filledIn(known, { fills: true, takes: false })
  const different = known.filter(({ message }) => message !== '')
  const leftOut = [...problems, ...(isAgreed ? [] : asked)].sort((a, b) => a.row.line - b.row.line)
  const counts = { fresh: fresh.length, there, asked: asked.length, wrong: problems.length }
  return (
    <>
      <p className="font-semibold">{table.rows.length === 0 ? texts.onlyHeads() : texts.report(counts)}</p>
      {table.above.length > 0 && (
        <section aria-label={texts.aboveTitle({ count: table.above.length })}>
          <h3 className="font-semibold">{texts.aboveTitle({ count: table.above.length })}</h3>
          <LineList tone="plain" lines={table.above.map(({ line, cells }) => ({ line, message: words(cells) }))} />
        </section>
      )}
      {above > 0 && <p className="font-semibold text-danger">{texts.above({ above })}</p>}
      {asked.length > 0 && (
        <section aria-label={texts.askedTitle({ count: asked.length })}>
          <h3 className="font-semibold">{texts.askedTitle({ count: asked.length })}</h3>
          <LineList tone="plain" lines={asked.map(toLine)} />
          <Choice checked={isAgreed} onChange={(is) => onChoose({ ...choices, isAgreed: is })}>
            {texts.askedYes()}
          </Choice>
        </section>
      )}
      {lacking.length > 0 && (
        <Choice checked={fills} onChange={(is) => onChoose({ ...choices, fills: is })}>
          {texts.fillIn({ count: lacking.length })}
        </Choice>
      )}
      {different.length > 0 && (
        <section aria-label={texts.differTitle({ count: different.length })}>
          <h3 className="font-semibold">{texts.differTitle({ count: different.length })}</h3>
          <LineList tone="plain" lines={different.map(toNamedLine)} />
          <Choice checked={takes} onChange={(is) => onChoose({ ...choices, takes: is })}>
            {texts.takeFile()}
          </Choice>
        </section>
      )}
      {problems.length > 0 && <LineList lines={problems.map(toLine)} />}
      {leftOut.length > 0 && <SaveLeftOut title={marathon.title} table={table} rows={leftOut} />}
    </>
  )
}
