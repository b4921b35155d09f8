import { MAX_RECORDINGS } from '../../../../contract/limits.ts'
import { Choice } from '../../../forms/files/choice.tsx'
import { LineList } from '../../../forms/files/line-list.tsx'
import type { Table } from '../../../forms/files/read-table.ts'
import { SaveLeftOut } from '../../../forms/files/save-left-out.tsx'
import type { MarathonView } from '../../../store/overlay.ts'
import * as importTexts from '../../../texts/compiled/import.js'
import * as texts from '../../../texts/compiled/sources.js'
import { listOf } from '../../../texts/list.ts'
import type { Changes, Start } from './plan-times.ts'
import type { ReadTimes } from './read-times.ts'
import { shownMoment } from './shown-time.ts'

type TimesReportProps = {
  marathon: MarathonView
  table: Table
  read: ReadTimes
  changes: Changes
  strangers: readonly string[]
  /** Are the lines bibs in order, without times? */
  isOrder?: boolean
  start: Start | null
  /** Are the lines named that are left out? A sheet shows them itself. */
  namesLines: boolean
  /** Is what the file does not say any more taken back? */
  takesBack: boolean
  onTakesBack: (takesBack: boolean) => void
}

/** Most bibs that are named. */
const MOST_NAMED = 10

/** What recording a file, or a sheet, would do, and which lines it would leave out. */
export function TimesReport(props: TimesReportProps) {
  const { marathon, table, read, changes, strangers, isOrder, start, namesLines, takesBack, onTakesBack } = props
  const { crossings, problems, kind, twice } = read
  const [first, last] = [crossings[0], crossings.at(-1)]
  const fresh = crossings.length - changes.there
  if (!isOrder && kind !== 'day' && start === null) return <p className="font-semibold">{texts.startNeeded()}</p>
  return (
    <>
      <p className="font-semibold">{texts.report({ fresh, there: changes.there, wrong: problems.length })}</p>
      {first && last && !isOrder && (
        <p>{texts.fromTo({ first: shownMoment(first.at, marathon), last: shownMoment(last.at, marathon) })}</p>
      )}
      {changes.above > 0 && (
        <p className="font-semibold text-danger">{texts.tooMany({ max: MAX_RECORDINGS, above: changes.above })}</p>
      )}
      {table.above.length > 0 && <p>{importTexts.aboveTitle({ count: table.above.length })}</p>}
      {strangers.length > 0 && (
        <p>
          {texts.strangers({
            count: strangers.length,
            more: Math.max(0, strangers.length - MOST_NAMED),
            bibs: listOf(strangers.slice(0, MOST_NAMED)),
          })}
        </p>
      )}
      {twice > 0 && <p>{texts.twice({ count: twice })}</p>}
      {crossings.length > 0 && !isOrder && (
        <p className="text-ink-soft">
          {kind === 'day' || start?.error == null
            ? texts.clockUnknown()
            : texts.clockKnown({ seconds: (start.error / 1000).toFixed(1) })}
        </p>
      )}
      {changes.gone.length > 0 && (
        <Choice checked={takesBack} onChange={onTakesBack}>
          {texts.takeBackGone({ count: changes.gone.length })}
        </Choice>
      )}
      {namesLines && problems.length > 0 && (
        <>
          <LineList lines={problems.map(({ row, message }) => ({ line: row.line, message }))} />
          <SaveLeftOut title={marathon.title} table={table} rows={problems} />
        </>
      )}
    </>
  )
}
