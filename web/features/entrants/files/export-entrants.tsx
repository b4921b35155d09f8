import { useMemo } from 'react'
import type { ApplicationField } from '../../../../contract/fields.ts'
import { type Column, goneFields, type OwnField, ownColumns } from '../../../../contract/questions/answer-columns.ts'
import { type StaffValueField, staffFieldsOf, staffValueField } from '../../../../contract/questions/questions.ts'
import type { Separator } from '../../../../contract/text/csv.ts'
import {
  ENTRANT_COLUMNS,
  ENTRANT_HEADS,
  type EntrantField,
  entrantColumns,
  entrantsCsv,
  FURTHER_COLUMNS,
} from '../../../../contract/text/entrants-csv.ts'
import { labelOf } from '../../../forms/labels.ts'
import type { ApplicationView, MarathonView } from '../../../store/overlay.ts'
import { hasPlace } from '../../../store/rows/check-in-rules.ts'
import { useHere } from '../../../store/rows/here.ts'
import * as texts from '../../../texts/compiled/entrants.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { downloadFile, fileName } from '../../../ui/download-file.ts'
import { SelectField } from '../../../ui/field.tsx'
import { sortableTime } from '../../../ui/format/sortable-time.ts'
import { ColumnChoice } from '../column-choice.tsx'
import { options } from '../entrant-filters.tsx'
import { ownChoices } from '../own-choices.ts'
import { useKeptColumns } from '../use-kept-columns.ts'
import { type Format, TIMING_PROGRAMS, takesChips, timingColumns } from './file-formats.ts'
import { useKeptFile } from './use-kept-file.ts'

/** Each time is in the file twice: as programs read it, and by the clock of the event's time zone. */
const THERE: Partial<Record<EntrantField, EntrantField>> = {
  createdAt: 'appliedThere',
  promotedAt: 'promotedThere',
  checkedInAt: 'checkedInThere',
}
type CommonField = (typeof FIELDS)[number]

/**
 * What the dialog calls the columns that are no field of a form. In the file they have the names of the API in every
 * language: programs read it.
 */
const LABELS: Record<Exclude<CommonField, ApplicationField>, () => string> = {
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
const isCommon = (field: CommonField | OwnField): field is CommonField => FIELDS.some((one) => one === field)

type ExportEntrantsProps = {
  marathon: MarathonView
  rows: ApplicationView[]
  /** The places on the waiting list, by id. */
  waitingPlaces: ReadonlyMap<string, number>
  onClose: () => void
}

/** The dialog that saves the shown entrants as CSV, as the user chose the last time. */
export function ExportEntrants({ marathon, rows, waitingPlaces, onClose }: ExportEntrantsProps) {
  const [{ format, separator, hasBom, chip: kept }, choose] = useKeptFile()
  const gone = useMemo(() => goneFields(marathon, rows), [marathon, rows])
  const own = useMemo(() => ownChoices(marathon, gone), [marathon, gone])
  const columns = useKeptColumns<CommonField | OwnField>(
    'csv-columns',
    [...FIELDS, ...own.map(({ field }) => field)],
    [...FIRST, ...own.flatMap(({ field, isUsual }) => (isUsual ? [field] : []))],
  )
  const { fields } = columns
  const chips = staffFieldsOf(marathon)
  // What was chosen for another marathon is no field of this one.
  const chip = kept !== '' && chips.some(({ id }) => staffValueField(id) === kept) ? kept : undefined
  const needsHere = format === 'own' && (fields.has('checkedInAt') || fields.has('gate'))
  const here = useHere(needsHere ? marathon._id : null)
  const timing = format === 'own' ? null : timingColumns(format, marathon, chip)
  const isTiming = timing !== null
  const written = useMemo(() => (isTiming ? rows.filter(hasPlace) : rows), [rows, isTiming])
  const download = () => {
    const there = (at: string | null | undefined) => (at ? sortableTime(at, marathon.timeZone) : '')
    const chosen = (): Column<ApplicationView>[] => {
      const common = new Set<EntrantField>(
        [...fields].filter(isCommon).flatMap((field) => [field, THERE[field] ?? field]),
      )
      const ofMarathon = [...ownColumns(marathon, ENTRANT_HEADS, gone)]
      const further = {
        appliedThere: ({ createdAt }: ApplicationView) => there(createdAt),
        promotedThere: ({ promotedAt }: ApplicationView) => there(promotedAt),
        waitingPlace: ({ _id }: ApplicationView) => waitingPlaces.get(_id)?.toString(),
        checkedInAt: ({ _id }: ApplicationView) => here?.get(_id)?.at,
        checkedInThere: ({ _id }: ApplicationView) => there(here?.get(_id)?.at),
        gate: ({ _id }: ApplicationView) => here?.get(_id)?.gate,
      }
      return [
        ...entrantColumns(common, further),
        ...ofMarathon.flatMap(([field, column]) => (fields.has(field) ? [column] : [])),
      ]
    }
    const csv = entrantsCsv(written, timing ?? chosen(), separator)
    const program = format === 'own' ? '' : `-${fileName(TIMING_PROGRAMS[format])}`
    const name = `${fileName(marathon.title)}-${fileName(texts.entrantsInFileName())}${program}.csv`
    downloadFile(name, 'text/csv;charset=utf-8', hasBom ? `\ufeff${csv}` : csv)
    onClose()
  }
  return (
    <Dialog
      onClose={onClose}
      title={texts.saveAsCsv()}
      description={texts.asShown({ count: written.length })}
      action={
        <Button disabled={!timing && fields.size === 0} pending={needsHere && !here} onClick={download}>
          {texts.download()}
        </Button>
      }
    >
      <div className="grid gap-5">
        <SelectField
          label={texts.fileFor()}
          hint={
            timing &&
            `${texts.fileColumns({ columns: timing.map(({ head }) => head).join(', ') })}${format === 'crossMgr' ? ` ${texts.crossMgrHint()}` : ''}`
          }
          value={format}
          onChange={(change) => choose({ format: change.target.value as Format })}
        >
          {options({ own: texts.fileOwn })}
          {Object.entries(TIMING_PROGRAMS).map(([value, program]) => (
            <option key={value} value={value}>
              {program}
            </option>
          ))}
        </SelectField>
        {takesChips(format) && chips.length > 0 && (
          <SelectField
            label={texts.chipNumber()}
            value={chip ?? ''}
            onChange={(change) => choose({ chip: change.target.value as StaffValueField | '' })}
          >
            {options({ '': texts.noChip })}
            {chips.map(({ id, label }) => (
              <option key={id} value={staffValueField(id)}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label={texts.csvSeparator()}
          hint={texts.csvSeparatorHint()}
          value={separator}
          onChange={(change) => choose({ separator: change.target.value as Separator })}
        >
          {options(SEPARATORS)}
        </SelectField>
        <div>
          <label className="flex min-h-11 cursor-pointer items-center gap-3 font-semibold">
            <input
              type="checkbox"
              className="size-5 shrink-0"
              checked={hasBom}
              aria-describedby="with-bom-hint"
              onChange={(change) => choose({ hasBom: change.target.checked })}
            />
            <span>{texts.withBom()}</span>
          </label>
          <p id="with-bom-hint" className="text-sm text-ink-soft">
            {texts.withBomHint()}
          </p>
        </div>
        {!timing && (
          <ColumnChoice
            columns={[...COLUMNS, ...own.map(({ label, field }) => [() => label, field] as const)]}
            fields={fields}
            onChoose={columns.choose}
          />
        )}
      </div>
    </Dialog>
  )
}
