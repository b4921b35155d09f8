import type { ApplicationField } from '../../../contract/fields.ts'
import type { Separator } from '../../../contract/text/csv.ts'
import {
  ENTRANT_COLUMNS,
  type EntrantField,
  entrantColumns,
  entrantsCsv,
  FURTHER_COLUMNS,
} from '../../../contract/text/entrants-csv.ts'
import { labelOf } from '../../forms/labels.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { useHere } from '../../store/rows/here.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { downloadFile, fileName } from '../../ui/download-file.ts'
import { SelectField } from '../../ui/field.tsx'
import { sortableTime } from '../../ui/format/sortable-time.ts'
import { ColumnChoice } from './column-choice.tsx'
import { options } from './entrant-filters.tsx'
import { useKeptColumns } from './use-kept-columns.ts'
import { useKeptSeparator } from './use-kept-separator.ts'

/** Each time is in the file twice: as programs read it, and by the clock of the event's time zone. */
const THERE: Partial<Record<ChosenField, EntrantField>> = {
  createdAt: 'appliedThere',
  promotedAt: 'promotedThere',
  checkedInAt: 'checkedInThere',
}
type ChosenField = (typeof FIELDS)[number]

/** What the dialog calls the columns that are no field of a form. In the file they have the names of the API in every language: programs read it. */
const LABELS: Record<Exclude<ChosenField, ApplicationField>, () => string> = {
  createdAt: texts.csvAppliedAt,
  status: texts.status,
  code: texts.entry,
  bib: texts.bib,
  promotedAt: texts.csvPromotedAt,
  waitingPlace: texts.csvWaitingListPlace,
  checkedInAt: texts.csvCheckedInAt,
  gate: texts.gate,
}
const FIELDS = [...ENTRANT_COLUMNS, ...FURTHER_COLUMNS].map(([, field]) => field)
const COLUMNS = FIELDS.map(
  (field) => [field in LABELS ? LABELS[field as keyof typeof LABELS] : () => labelOf(field), field] as const,
)
const FIRST = ENTRANT_COLUMNS.map(([, field]) => field)
const SEPARATORS = { ';': texts.csvSemicolon, ',': texts.csvComma }

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
  const [separator, setSeparator] = useKeptSeparator()
  const needsHere = fields.has('checkedInAt') || fields.has('gate')
  const here = useHere(needsHere ? marathon._id : null)
  const download = () => {
    const there = (at: string | null | undefined) => (at ? sortableTime(at, marathon.timeZone) : '')
    const all = new Set<EntrantField>([...fields].flatMap((field) => [field, THERE[field] ?? field]))
    const columns = entrantColumns<ApplicationView>(all, {
      appliedThere: ({ createdAt }) => there(createdAt),
      promotedThere: ({ promotedAt }) => there(promotedAt),
      waitingPlace: ({ _id }) => waitingPlaces.get(_id)?.toString(),
      checkedInAt: ({ _id }) => here?.get(_id)?.at,
      checkedInThere: ({ _id }) => there(here?.get(_id)?.at),
      gate: ({ _id }) => here?.get(_id)?.gate,
    })
    const csv = entrantsCsv(rows, columns, separator)
    // The byte order mark tells spreadsheets that the file is UTF-8.
    const name = `${fileName(marathon.title)}-${fileName(texts.entrantsInFileName())}.csv`
    downloadFile(name, 'text/csv;charset=utf-8', `\ufeff${csv}`)
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={texts.saveAsCsv()}
      description={texts.asShown({ count: rows.length })}
      action={
        <Button disabled={fields.size === 0} pending={needsHere && !here} onClick={download}>
          {texts.download()}
        </Button>
      }
    >
      <div className="grid gap-5">
        <SelectField
          label={texts.csvSeparator()}
          hint={texts.csvSeparatorHint()}
          value={separator}
          onChange={(change) => setSeparator(change.target.value as Separator)}
        >
          {options(SEPARATORS)}
        </SelectField>
        <ColumnChoice columns={COLUMNS} fields={fields} onChoose={choose} />
      </div>
    </Dialog>
  )
}
