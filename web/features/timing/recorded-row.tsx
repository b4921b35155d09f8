import { memo } from 'react'
import * as texts from '../../texts/compiled/timing.js'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatTenths } from '../../ui/format/format.ts'
import type { NameOf } from './use-names.ts'
import type { Named, Recorded } from './use-recorder.ts'

/** What can be done with rows. */
export interface RowActions {
  nameOf: NameOf
  timeZone: string
  /** Undefined where a row cannot be chosen. */
  onChoose: ((id: string) => void) | undefined
  onName: (named: readonly Named[]) => void
  onUndo: (row: Recorded) => void
  onRetry: (row: Recorded) => void
}

type RecordedRowProps = RowActions & {
  row: Recorded
  /** The bibs that move where this row was taken back (`shiftedBibs`). */
  shifted: readonly Named[]
  isChosen: boolean
}

/** A row that was recorded here: when, the bib, who has it, and the undo. A touch renders no older row again. */
export const RecordedRow = memo((props: RecordedRowProps) => {
  const { row, isChosen, nameOf, timeZone, onChoose } = props
  const detail = row.isUndone ? texts.undone() : holderOf(row, nameOf)
  return (
    <div
      className={`flex min-h-12 flex-wrap items-center gap-x-2 rounded-md border-2 bg-surface ps-3 ${isChosen ? 'border-ink' : 'border-line'}`}
    >
      <button
        type="button"
        disabled={!onChoose || row.kind !== 'crossing' || row.isUndone}
        onClick={() => onChoose?.(row.id)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-x-3 text-start"
      >
        <span className={`numeral ${row.isUndone ? 'line-through' : ''}`}>
          {formatTenths(Date.parse(row.at), timeZone)}
        </span>
        <span className="min-w-0 text-sm/5">
          <span className="block truncate font-semibold">{whatOf(row)}</span>
          {detail && (
            <span className="block truncate text-ink-soft" dir="auto">
              {detail}
            </span>
          )}
        </span>
      </button>
      {row.lostBib !== null && <Badge tone="danger">{texts.bibNotSaved({ bib: row.lostBib })}</Badge>}
      <RowEnd {...props} />
    </div>
  )
})

function RowEnd({ row, shifted, onName, onUndo, onRetry }: RecordedRowProps) {
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
  if (!row.isUndone)
    return (
      <Button variant="quiet" className="px-3!" onClick={() => onUndo(row)}>
        {texts.undo()}
      </Button>
    )
  if (shifted.length === 0) return null
  return (
    <Button variant="quiet" className="px-3!" onClick={() => onName(shifted)}>
      {texts.shiftBibs()}
    </Button>
  )
}

function whatOf({ kind, bib }: Recorded): string {
  if (kind === 'gun') return texts.gun()
  if (kind === 'retired') return texts.retiredBib({ bib: bib ?? '' })
  return bib ? texts.bibNumber({ bib }) : texts.noBib()
}

/** Who has the bib of a row; '' where this phone does not know. A bib that nobody has counts all the same. */
export function holderOf({ bib }: Pick<Recorded, 'bib'>, nameOf: NameOf): string {
  if (!bib) return ''
  const name = nameOf(bib)
  return name === null ? texts.nobodyHasBib() : (name ?? '')
}
