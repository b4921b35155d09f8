import { lazy, Suspense, useState } from 'react'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/timing.js'
import { Button } from '../../ui/button.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { RecordedRow, type RowActions } from './recorded-row.tsx'
import type { Recorded } from './use-recorder.ts'

const AllRecorded = lazy(() => import('./all-recorded.tsx').then((m) => ({ default: m.AllRecorded })))

type RecordedRowsProps = Omit<RowActions, 'timeZone' | 'onChoose'> & {
  marathon: MarathonView
  point: string
  rows: readonly Recorded[] | undefined
  /** The row whose bib is typed. */
  chosen: string | null
  /** Undefined where the keys do not name a row: then a row opens among all of them. */
  onChoose?: ((id: string) => void) | undefined
}

/** So many rows are shown: who stands at a line looks at the last ones. */
const SHOWN = 5

/** The last rows that were recorded here, the newest first, and the way to all of them. Those that are not stored stay. */
export function RecordedRows({ rows, chosen, onChoose, marathon, point, ...actions }: RecordedRowsProps) {
  const [all, setAll] = useState<{ chosen: string | null } | null>(null)
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
              {...{ row, rows, timeZone }}
              isChosen={row.id === chosen}
              onChoose={onChoose ?? ((id) => setAll({ chosen: id }))}
            />
          </li>
        ))}
      </ol>
      {rows.length > SHOWN && (
        <Button variant="quiet" className="justify-self-center" onClick={() => setAll({ chosen: null })}>
          {texts.showAll({ count: rows.length })}
        </Button>
      )}
      {all && (
        <Suspense>
          <AllRecorded
            {...actions}
            {...{ rows, marathon, point, chosen: all.chosen }}
            onChoose={(id) => setAll({ chosen: id === all.chosen ? null : id })}
            onClose={() => setAll(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
