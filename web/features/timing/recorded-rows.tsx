import * as texts from '../../texts/compiled/timing.js'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format/format.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import type { Recorded } from './use-recorder.ts'

type RecordedRowsProps = {
  rows: Recorded[] | undefined
  timeZone: string
  /** The row whose bib is typed. */
  chosen: string | null
  onChoose: (id: string) => void
  onUndo: (id: string) => void
}

/** So many rows are shown: who stands at a line looks at the last ones. */
const SHOWN = 5

/** The last rows that were recorded here, the newest first, each with its undo. */
export function RecordedRows({ rows, timeZone, chosen, onChoose, onUndo }: RecordedRowsProps) {
  if (rows === undefined) return <RowSkeletons count={3} />
  return (
    <ol className="grid gap-2" aria-label={texts.lastOnes()}>
      {rows
        .slice(-SHOWN)
        .reverse()
        .map((row) => (
          <li
            key={row.id}
            className={`flex flex-wrap items-center gap-x-3 rounded-md border-2 bg-surface px-3 py-1 ${row.id === chosen ? 'border-ink' : 'border-line'}`}
          >
            <button
              type="button"
              disabled={row.kind !== 'crossing' || row.isUndone}
              onClick={() => onChoose(row.id)}
              className="flex min-h-11 flex-1 items-center gap-3 text-start"
            >
              <span className={`numeral ${row.isUndone ? 'line-through' : ''}`}>{timeOf(row.at, timeZone)}</span>
              <span className="font-semibold">{whatOf(row)}</span>
            </button>
            {row.state === 'saving' && <Badge tone="soon">{texts.saving()}</Badge>}
            {row.state === 'failed' && <Badge tone="danger">{texts.notSaved()}</Badge>}
            {row.isUndone ? (
              <span className="text-sm text-ink-soft">{texts.undone()}</span>
            ) : (
              row.state === 'saved' && (
                <Button variant="quiet" onClick={() => onUndo(row.id)}>
                  {texts.undo()}
                </Button>
              )
            )}
          </li>
        ))}
    </ol>
  )
}

function timeOf(at: string, timeZone: string): string {
  return `${formatTime(at, timeZone, timeZone)}:${at.slice(17, 21)}`
}

function whatOf({ kind, bib }: Recorded): string {
  if (kind === 'gun') return texts.gun()
  if (kind === 'retired') return texts.retiredBib({ bib: bib ?? '' })
  return bib ? texts.bibNumber({ bib }) : texts.noBib()
}
