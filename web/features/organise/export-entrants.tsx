import { ENTRANT_COLUMNS, entrantsCsv, FURTHER_COLUMNS } from '../../../contract/entrants-csv.ts'
import { useHere } from '../../data/here.ts'
import type { ApplicationView, MarathonView } from '../../data/overlay.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { downloadFile, fileName } from '../../ui/download-file.ts'
import { ColumnChoice } from './column-choice.tsx'
import { useKeptColumns } from './use-kept-columns.ts'

const COLUMNS = [...ENTRANT_COLUMNS, ...FURTHER_COLUMNS]
const FIELDS = COLUMNS.map(([, field]) => field)
const FIRST = ENTRANT_COLUMNS.map(([, field]) => field)

type ExportEntrantsProps = {
  marathon: MarathonView
  rows: ApplicationView[]
  /** The places on the waiting list, by id. */
  waitingPlaces: ReadonlyMap<string, number>
  onClose: () => void
}

/** The dialog that saves the shown entrants as CSV, with the columns that the user chose the last time. */
export function ExportEntrants({ marathon, rows, waitingPlaces, onClose }: ExportEntrantsProps) {
  const { fields, choose } = useKeptColumns('csv-columns', FIELDS, FIRST)
  const needsHere = fields.has('checkedInAt') || fields.has('gate')
  const here = useHere(needsHere ? marathon._id : null)
  const download = () => {
    const csv = entrantsCsv(rows, fields, ({ _id }) => ({
      waitingPlace: waitingPlaces.get(_id)?.toString(),
      checkedInAt: here?.get(_id)?.at,
      gate: here?.get(_id)?.gate,
    }))
    // The byte order mark tells spreadsheets that the file is UTF-8.
    downloadFile(`${fileName(marathon.title)}-entrants.csv`, 'text/csv;charset=utf-8', `\ufeff${csv}`)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save as CSV"
      description={`${rows.length.toLocaleString('en-US')} entrants, as they are shown.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={fields.size === 0} pending={needsHere && !here} onClick={download}>
            Download
          </Button>
        </>
      }
    >
      <ColumnChoice columns={COLUMNS} fields={fields} onChoose={choose} />
    </Dialog>
  )
}
