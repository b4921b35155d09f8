import { useEffect, useState } from 'react'
import { ENTRANT_COLUMNS, type EntrantField, entrantsCsv } from '../../../contract/entrants-csv.ts'
import { useAccount } from '../../data/account-context.tsx'
import { readDraft, saveDraft } from '../../data/drafts.ts'
import type { ApplicationView, MarathonView } from '../../data/overlay.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { downloadFile, fileName } from '../../ui/download-file.ts'

/** The chosen columns are kept like a draft: a record of the account that a logout deletes. */
const KEPT = 'csv-columns'

type ExportEntrantsProps = { marathon: MarathonView; rows: ApplicationView[]; onClose: () => void }

/** The dialog that saves the shown entrants as CSV, with the columns that the user chose the last time. */
export function ExportEntrants({ marathon, rows, onClose }: ExportEntrantsProps) {
  const { db } = useAccount()
  const [fields, setFields] = useState<ReadonlySet<EntrantField>>(new Set(ENTRANT_COLUMNS.map(([, field]) => field)))
  useEffect(() => {
    void readDraft(db, KEPT).then((kept) => {
      if (kept) setFields(new Set(ENTRANT_COLUMNS.map(([, field]) => field).filter((field) => kept[field] !== false)))
    })
  }, [db])
  const choose = (field: EntrantField, isWanted: boolean) => {
    const next = new Set(fields)
    if (isWanted) next.add(field)
    else next.delete(field)
    setFields(next)
    void saveDraft(db, KEPT, Object.fromEntries(ENTRANT_COLUMNS.map(([, one]) => [one, next.has(one)])))
  }
  const download = () => {
    // The byte order mark tells spreadsheets that the file is UTF-8.
    const csv = `\ufeff${entrantsCsv(rows, fields)}`
    downloadFile(`${fileName(marathon.title)}-entrants.csv`, 'text/csv;charset=utf-8', csv)
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
          <Button disabled={fields.size === 0} onClick={download}>
            Download
          </Button>
        </>
      }
    >
      <fieldset className="grid gap-x-6 sm:grid-cols-2">
        <legend className="mb-1 font-sans text-base font-semibold [font-stretch:100%]">Columns</legend>
        {ENTRANT_COLUMNS.map(([head, field]) => (
          <label key={field} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0"
              checked={fields.has(field)}
              onChange={(change) => choose(field, change.target.checked)}
            />
            {head}
          </label>
        ))}
      </fieldset>
    </Dialog>
  )
}
