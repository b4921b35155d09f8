import { pointName } from '../../marathon/race/point-name.ts'
import { useGrowingLimit } from '../../marathon/use-growing-limit.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/timing.js'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { formatTenths } from '../../ui/format/format.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import { BibPad } from './bib-pad.tsx'
import { RecordedRow, type RowActions } from './recorded-row.tsx'
import { shiftedBibs } from './shifted-bibs.ts'
import type { Recorded } from './use-recorder.ts'

type AllRecordedProps = Omit<RowActions, 'timeZone' | 'onChoose'> & {
  onChoose: (id: string) => void
  marathon: MarathonView
  point: string
  rows: readonly Recorded[]
  /** The row whose bib is typed anew; null for none. */
  chosen: string | null
  onClose: () => void
}

const STEP = 50

/** All that this phone recorded at a point, the newest first. The bib of each crossing can be typed anew. */
export function AllRecorded({ rows, marathon, point, chosen, onChoose, onClose, ...actions }: AllRecordedProps) {
  const { timeZone } = marathon
  const { limit, showMore } = useGrowingLimit(`recorded:${marathon._id}:${point}`, STEP)
  const { nameOf, onName } = actions
  const newest = rows.toReversed()
  const shown = newest.filter(({ id }, index) => index < limit || id === chosen)
  return (
    <Dialog title={texts.allAt({ point: pointName(point) })} description={texts.allHint()} onClose={onClose}>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {shown.map((row) => (
          <li key={row.id} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            <RecordedRow
              {...actions}
              {...{ row, timeZone, onChoose }}
              shifted={shiftedBibs(rows, row)}
              isChosen={row.id === chosen}
            />
            {row.id === chosen && !row.isUndone && (
              <BibPad
                label={texts.bibOf({ time: formatTenths(Date.parse(row.at), timeZone) })}
                nameOf={nameOf}
                onBib={(bib) => {
                  onName([{ row, bib }])
                  onChoose(row.id)
                }}
                onCancel={() => onChoose(row.id)}
              />
            )}
          </li>
        ))}
      </ol>
      {rows.length > limit && <LoadMore onMore={showMore} />}
    </Dialog>
  )
}
