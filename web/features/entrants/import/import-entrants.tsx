import { useEffect, useMemo, useState } from 'react'
import { isUndrawn } from '../../../../contract/places.ts'
import { storageMessage } from '../../../forms/storage-message.ts'
import { useAccount } from '../../../store/account-context.tsx'
import { StorageFailure } from '../../../store/outbox.ts'
import type { ApplicationView, MarathonView } from '../../../store/overlay.ts'
import { hasPlace } from '../../../store/rows/check-in-rules.ts'
import * as common from '../../../texts/compiled/common.js'
import * as entrantTexts from '../../../texts/compiled/entrants.js'
import * as texts from '../../../texts/compiled/import.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { useSaveParts } from '../use-save-parts.ts'
import { ColumnSelects } from './column-selects.tsx'
import { CsvFileField } from './csv-file-field.tsx'
import { type FileText, fileTexts } from './file-text.ts'
import { type FilledIn, filledIn } from './found-here.ts'
import { targetsOf } from './heads.ts'
import { type ImportedEntry, importEntries, readGone } from './import-entries.ts'
import { type Choices, ImportReport } from './import-report.tsx'
import { hasNames } from './read-entrants.ts'
import { type Chosen, columnKey, useReadFile } from './use-read-file.ts'

/** The largest file, in MB: 50,000 lines have less, and a phone reads it in some seconds. */
const MOST_MB = 20

type ImportEntrantsProps = { marathon: MarathonView; entrants: ApplicationView[]; onClose: () => void }

/** The dialog that reads entrants from a CSV file. It says what the file would do before anything is queued. */
export function ImportEntrants({ marathon, entrants, onClose }: ImportEntrantsProps) {
  const { db } = useAccount()
  const { listed, isSaving, label, save, stop } = useSaveParts<readonly (ImportedEntry | FilledIn)[]>(entrants, {
    save: (_, wanted, options) => importEntries(db, wanted, free, options),
  })
  const [file, setFile] = useState<{ texts: FileText[]; error: string } | null>(null)
  const [encoding, setEncoding] = useState('')
  const [chosen, setChosen] = useState<Chosen>({})
  const [choices, setChoices] = useState(NO_CHOICE)
  const [saved, setSaved] = useState<number | null>(null)
  const [failure, setFailure] = useState('')
  const [gone, setGone] = useState<ReadonlySet<string>>()
  useEffect(() => {
    void readGone(db, marathon._id).then(setGone)
  }, [db, marathon._id])
  // A count of the marathon changes with each entry, and the file is not read again for that.
  const { _id, questions, staffFields, categories, startDate, timeZone } = marathon
  const asking = useMemo(
    () => ({ _id, questions, staffFields, categories, startDate, timeZone }),
    [_id, questions, staffFields, categories, startDate, timeZone],
  )
  const targets = useMemo(() => targetsOf(asking), [asking])
  const chosenText = file?.texts.find((one) => one.encoding === encoding) ?? file?.texts[0]
  const text = saved === null ? (chosenText?.text ?? null) : null
  const given = { text, targets, chosen, marathon: asking, entrants: listed, uid: db.uid, gone }
  const { table, columns, read } = useReadFile(given)

  const registered = Math.max(marathon.regCount, listed.filter(hasPlace).length)
  const free = marathon.capacity === null ? null : marathon.capacity - registered
  const fresh =
    read && !isUndrawn(marathon) ? [...read.fresh, ...(choices.isAgreed ? read.asked.map(toEntry) : [])] : []
  const filled = filledIn(read?.known ?? [], choices)
  const wanted = [...fresh, ...filled]
  const above = free === null ? 0 : Math.max(0, fresh.length - Math.max(0, free))
  const open = async (picked: File | undefined) => {
    setSaved(null)
    setFailure('')
    setEncoding('')
    setChoices(NO_CHOICE)
    if (!picked) return setFile(null)
    if (picked.size > MOST_MB * 1e6) return setFile({ texts: [], error: texts.tooLarge({ max: MOST_MB }) })
    const found = await fileTexts(picked)
    return setFile({ texts: found, error: found.length === 0 ? entrantTexts.isWorkbook() : '' })
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
  const error = file?.error || (table === null ? texts.empty() : isMissing ? texts.namesMissing() : '')
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
        <CsvFileField error={error} disabled={isSaving} onFile={(picked) => void open(picked)} />
        {file && file.texts.length > 1 && (
          <SelectField
            label={texts.encoding()}
            hint={texts.encodingHint({ name: sampleOf(text ?? '') })}
            value={chosenText?.encoding}
            disabled={isSaving}
            onChange={(change) => setEncoding(change.target.value)}
          >
            {file.texts.map((one) => (
              <option key={one.encoding} value={one.encoding}>
                {one.encoding}
              </option>
            ))}
          </SelectField>
        )}
        {table && !isSaving && saved === null && (
          <ColumnSelects
            key={table.heads.join()}
            table={table}
            columns={columns}
            targets={targets}
            isMissing={isMissing}
            onChoose={(at, target) =>
              setChosen({ ...withoutTarget(chosen, target), [columnKey(table.heads[at] ?? '', at)]: target })
            }
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

/** Two columns cannot be the same. */
function withoutTarget(chosen: Chosen, target: string): Chosen {
  return Object.fromEntries(Object.entries(chosen).filter(([, one]) => one === '' || one !== target))
}

/** A word with special letters, by which people see whether the encoding is right. */
function sampleOf(text: string): string {
  return /[\p{L}’']*[^\0-\x7f][\p{L}’']*/u.exec(text)?.[0].slice(0, 30) ?? ''
}
