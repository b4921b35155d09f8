import { lazy, Suspense, useState } from 'react'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/timing.js'
import { Button } from '../../ui/button.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { RecordedRow, type RowActions } from './recorded-row.tsx'
import { shiftedBibs } from './shifted-bibs.ts'
import type { Recorded } from './use-recorder.ts'

const AllRecorded = lazy(() => import('./all-recorded.tsx').then((m) => ({ default: m.AllRecorded })))

type RecordedRowsProps = Omit<RowActions, 'timeZone' | 'onChoose'> & {
  marathon: MarathonView
  point: string
  rows: readonly Recorded[] | undefined
  /** The row whose bib is typed. */
  chosen: string | null
  /** Undefined where the keys name no row: beside the button for the times, a stray touch must open nothing. */
  onChoose?: ((id: string) => void) | undefined
}

/** So many rows are shown: who stands at a line looks at the last ones. */
const SHOWN = 5

/** The last rows that were recorded here, the newest first, and the way to all of them. Those that are not stored stay. */
export function RecordedRows({ rows, chosen, onChoose, marathon, point, ...actions }: RecordedRowsProps) {
  const [isAll, setAll] = useState(false)
  const [renamed, setRenamed] = useState<string | null>(null)
  if (rows === undefined) return <RowSkeletons count={1} />
  const { timeZone } = marathon
  const older = rows.slice(0, -SHOWN).filter(({ state }) => state === 'failed')
  return (
    <div className="grid gap-1.5">
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-1.5" aria-label={texts.lastOnes()}>
        {[...older, ...rows.slice(-SHOWN)].reverse().map((row) => (
          <li key={row.id}>
            <RecordedRow
              {...actions}
              {...{ row, timeZone, onChoose }}
              shifted={shiftedBibs(rows, row)}
              isChosen={row.id === chosen}
            />
          </li>
        ))}
      </ol>
      {rows.length > 0 && (
        <Button variant="quiet" className="justify-self-center" onClick={() => setAll(true)}>
          {texts.showAll({ count: rows.length })}
        </Button>
      )}
      {isAll && (
        <Suspense>
          <AllRecorded
            {...actions}
            {...{ rows, marathon, point, chosen: renamed }}
            onChoose={(id) => setRenamed(id === renamed ? null : id)}
            onClose={() => {
              setAll(false)
              setRenamed(null)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
