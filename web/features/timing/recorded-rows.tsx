import * as texts from '../../texts/compiled/timing.js'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatTenths } from '../../ui/format/format.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import type { Recorded } from './use-recorder.ts'

type RecordedRowsProps = {
  rows: readonly Recorded[] | undefined
  timeZone: string
  /** The row whose bib is typed. */
  chosen: string | null
  onChoose: (id: string) => void
  onUndo: (row: Recorded) => void
  onRetry: (row: Recorded) => void
}

/** So many rows are shown: who stands at a line looks at the last ones. */
const SHOWN = 5

/** The last rows that were recorded here, the newest first, each with its undo. Those that are not stored stay. */
export function RecordedRows({ rows, timeZone, chosen, onChoose, onUndo, onRetry }: RecordedRowsProps) {
  if (rows === undefined) return <RowSkeletons count={1} />
  const older = rows.slice(0, -SHOWN).filter(({ state }) => state === 'failed')
  return (
    <ol className="grid gap-1.5" aria-label={texts.lastOnes()}>
      {[...older, ...rows.slice(-SHOWN)].reverse().map((row) => (
        <li
          key={row.id}
          className={`flex min-h-12 flex-wrap items-center gap-x-2 rounded-md border-2 bg-surface ps-3 ${row.id === chosen ? 'border-ink' : 'border-line'}`}
        >
          <button
            type="button"
            disabled={row.kind !== 'crossing' || row.isUndone}
            onClick={() => onChoose(row.id)}
            className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-2 text-start"
          >
            <span className={`numeral ${row.isUndone ? 'line-through' : ''}`}>
              {formatTenths(Date.parse(row.at), timeZone)}
            </span>
            <span className="min-w-0 text-sm font-semibold">{whatOf(row)}</span>
          </button>
          {row.lostBib !== null && <Badge tone="danger">{texts.bibNotSaved({ bib: row.lostBib })}</Badge>}
          <RowEnd row={row} onUndo={onUndo} onRetry={onRetry} />
        </li>
      ))}
    </ol>
  )
}

function RowEnd({ row, onUndo, onRetry }: { row: Recorded } & Pick<RecordedRowsProps, 'onUndo' | 'onRetry'>) {
  if (row.state === 'saving') return <Badge tone="soon">{texts.saving()}</Badge>
  if (row.state === 'failed')
    return (
      <>
        <Badge tone="danger">{texts.notSaved()}</Badge>
        <Button variant="quiet" onClick={() => onRetry(row)}>
          {texts.tryAgain()}
        </Button>
      </>
    )
  if (row.isUndone) return <span className="pe-3 text-sm text-ink-soft">{texts.undone()}</span>
  return (
    <Button variant="quiet" className="px-3!" onClick={() => onUndo(row)}>
      {texts.undo()}
    </Button>
  )
}

function whatOf({ kind, bib }: Recorded): string {
  if (kind === 'gun') return texts.gun()
  if (kind === 'retired') return texts.retiredBib({ bib: bib ?? '' })
  return bib ? texts.bibNumber({ bib }) : texts.noBib()
}
