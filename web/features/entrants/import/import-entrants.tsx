import { useMemo, useState } from 'react'
import { isUndrawn } from '../../../../contract/places.ts'
import { ColumnSelects } from '../../../forms/files/column-selects.tsx'
import { FileChoice, useFile } from '../../../forms/files/file-choice.tsx'
import { useSaveParts } from '../../../forms/files/use-save-parts.ts'
import { storageMessage } from '../../../forms/storage-message.ts'
import { useAccount } from '../../../store/account-context.tsx'
import { useLiveRead } from '../../../store/live-read.ts'
import { StorageFailure } from '../../../store/outbox.ts'
import type { ApplicationView, MarathonView } from '../../../store/overlay.ts'
import { hasPlace } from '../../../store/rows/check-in-rules.ts'
import * as common from '../../../texts/compiled/common.js'
import * as entrantTexts from '../../../texts/compiled/entrants.js'
import * as texts from '../../../texts/compiled/import.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { type FilledIn, filledIn } from './found-here.ts'
import { targetsOf } from './heads.ts'
import { type ImportedEntry, importEntries, readGone } from './import-entries.ts'
import { type Choices, ImportReport } from './import-report.tsx'
import { hasNames } from './read-entrants.ts'
import { useReadFile } from './use-read-file.ts'

type ImportEntrantsProps = { marathon: MarathonView; entrants: ApplicationView[]; onClose: () => void }

/** The dialog that reads entrants from a CSV file. It says what the file would do before anything is queued. */
export function ImportEntrants({ marathon, entrants, onClose }: ImportEntrantsProps) {
  const { db } = useAccount()
  const { listed, isSaving, label, save, stop } = useSaveParts<
    readonly (ImportedEntry | FilledIn)[],
    ApplicationView[]
  >(entrants, {
    save: (_, wanted, options) => importEntries(db, wanted, free, options),
  })
  const file = useFile()
  const [choices, setChoices] = useState(NO_CHOICE)
  const [saved, setSaved] = useState<number | null>(null)
  const [failure, setFailure] = useState('')
  const gone = useLiveRead(() => readGone(db, marathon._id), [db, marathon._id])
  // A count of the marathon changes with each entry, and the file is not read again for that.
  const { _id, questions, staffFields, categories, startDate, timeZone } = marathon
  const asking = useMemo(
    () => ({ _id, questions, staffFields, categories, startDate, timeZone }),
    [_id, questions, staffFields, categories, startDate, timeZone],
  )
  const targets = useMemo(() => targetsOf(asking), [asking])
  const text = saved === null ? file.text : null
  const given = { text, targets, marathon: asking, entrants: listed, uid: db.uid, gone }
  const { table, columns, choose, read } = useReadFile(given)

  const registered = Math.max(marathon.regCount, listed.filter(hasPlace).length)
  const free = marathon.capacity === null ? null : marathon.capacity - registered
  const fresh =
    read && !isUndrawn(marathon) ? [...read.fresh, ...(choices.isAgreed ? read.asked.map(toEntry) : [])] : []
  const filled = filledIn(read?.known ?? [], choices)
  const wanted = [...fresh, ...filled]
  const above = free === null ? 0 : Math.max(0, fresh.length - Math.max(0, free))
  const forget = () => {
    setSaved(null)
    setFailure('')
    setChoices(NO_CHOICE)
  }
  const start = async () => {
    setFailure('')
    try {
      const stopped = await save(wanted)
      if (stopped) setFailure(stopped)
      else setSaved(wanted.length)
    } catch (caught) {
      if (!(caught instanceof StorageFailure)) throw caught
      setFailure(storageMessage(caught).text)
    }
  }
  const isMissing = table ? !hasNames(columns) : false
  const error = table === null ? texts.empty() : isMissing ? texts.namesMissing() : ''
  return (
    <Dialog
      onClose={isSaving ? stop : onClose}
      title={texts.title()}
      description={isUndrawn(marathon) ? texts.beforeDraw() : texts.description()}
      cancelLabel={isSaving ? entrantTexts.stop() : common.cancel()}
      action={
        saved === null && (
          <Button pending={isSaving} pendingLabel={label} disabled={wanted.length === 0} onClick={start}>
            {fresh.length === 0 && filled.length > 0
              ? texts.fillCount({ count: filled.length })
              : texts.importCount({ count: fresh.length })}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <FileChoice file={file} error={error} disabled={isSaving} onFile={forget} />
        {table && !isSaving && saved === null && (
          <ColumnSelects
            key={table.heads.join()}
            table={table}
            columns={columns}
            targets={targets}
            isMissing={isMissing}
            onChoose={choose}
          />
        )}
        <div role="status" className="grid grid-cols-1 gap-3 empty:hidden">
          {saved !== null ? (
            <p className="font-semibold">{texts.done({ saved })}</p>
          ) : table && read ? (
            <ImportReport
              marathon={marathon}
              table={table}
              read={read}
              above={above}
              choices={choices}
              onChoose={setChoices}
            />
          ) : (
            text !== null && table !== null && !isMissing && <p>{texts.reading()}</p>
          )}
        </div>
        {(saved !== null || fresh.length > 0) && (
          <p className="text-ink-soft">{texts.withdrawHint({ filter: entrantTexts.filterNoAccount() })}</p>
        )}
        <FormError>{failure}</FormError>
      </div>
    </Dialog>
  )
}

/** What is missing is filled in, unless the user says no. */
const NO_CHOICE: Choices = { isAgreed: false, fills: true, takes: false }
const toEntry = ({ entry }: { entry: ImportedEntry }) => entry
