import { useMemo, useState } from 'react'
import { CsvFileField } from '../../../forms/files/csv-file-field.tsx'
import { useFile } from '../../../forms/files/file-choice.tsx'
import { LineList } from '../../../forms/files/line-list.tsx'
import { storageMessage } from '../../../forms/storage-message.ts'
import { StorageFailure } from '../../../store/outbox.ts'
import type { ApplicationView } from '../../../store/overlay.ts'
import * as common from '../../../texts/compiled/common.js'
import * as texts from '../../../texts/compiled/entrants.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { BIB_COLUMNS, type ReadBibs, readFileOfBibs } from './read-bibs.ts'
import { useSaveBibs } from './use-save-bibs.ts'

/** The dialog that reads bibs from a CSV file. It says what the file would do before anything is queued. */
export function ImportBibs({ entrants, onClose }: { entrants: ApplicationView[]; onClose: () => void }) {
  // After a failure the file is read against the list as it is then, so that only the rest is saved.
  const { listed, isSaving, label, save, stop } = useSaveBibs(entrants)
  const file = useFile()
  const [failure, setFailure] = useState('')
  const decoded = file.texts
  const result = useMemo(() => (decoded.length === 0 ? null : readFileOfBibs(decoded, listed)), [decoded, listed])
  const read = typeof result === 'string' ? null : result
  const error = typeof result === 'string' ? result : file.error
  const start = async () => {
    setFailure('')
    try {
      const stopped = await save(read?.wanted ?? [])
      if (stopped) setFailure(stopped)
      else onClose()
    } catch (caught) {
      if (!(caught instanceof StorageFailure)) throw caught
      setFailure(storageMessage(caught).text)
    }
  }
  const leave = isSaving ? stop : onClose
  const count = read?.wanted.length ?? 0
  return (
    <Dialog
      onClose={leave}
      title={texts.importBibs()}
      description={texts.importDescription(BIB_COLUMNS)}
      cancelLabel={isSaving ? texts.stop() : common.cancel()}
      action={
        <Button pending={isSaving} pendingLabel={label} disabled={count === 0} onClick={start}>
          {texts.importCount({ count })}
        </Button>
      }
    >
      <div className="grid gap-5">
        <CsvFileField error={error} onFile={(picked) => void file.open(picked)} />
        <div role="status">{read && <Report read={read} />}</div>
        <FormError>{failure}</FormError>
      </div>
    </Dialog>
  )
}

function Report({ read: { wanted, problems, unchanged, empty, tidied, strangers } }: { read: ReadBibs }) {
  const counts = { wanted: wanted.length, unchanged, empty, problems: problems.length }
  return (
    <>
      <p className="font-semibold">{texts.importReport(counts)}</p>
      {tidied > 0 && <p>{texts.bibsTidied({ count: tidied })}</p>}
      {strangers > 0 && <p className="mt-2">{texts.encodingDoubt()}</p>}
      {problems.length > 0 && <LineList lines={problems} />}
    </>
  )
}
