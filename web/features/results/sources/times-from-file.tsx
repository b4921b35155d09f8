import { useMemo, useState } from 'react'
import { ColumnSelects } from '../../../forms/files/column-selects.tsx'
import { FileChoice, useFile } from '../../../forms/files/file-choice.tsx'
import { useTable } from '../../../forms/files/use-table.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import * as common from '../../../texts/compiled/common.js'
import * as entrantTexts from '../../../texts/compiled/entrants.js'
import * as importTexts from '../../../texts/compiled/import.js'
import * as texts from '../../../texts/compiled/sources.js'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { hasTime, matchTimes, timeTargets, withTimes } from './time-columns.ts'
import { TimeSettings } from './time-settings.tsx'
import { TimesReport } from './times-report.tsx'
import { useSaveTimes } from './use-save-times.ts'
import { FIRST_SETTINGS, useTimes } from './use-times.ts'

/** The dialog that records the times of a file of a watch or a chip system. It says first what it would do. */
export function TimesFromFile({ marathon, onClose }: { marathon: MarathonView; onClose: () => void }) {
  const file = useFile()
  const [settings, setSettings] = useState(FIRST_SETTINGS)
  const [takesBack, setTakesBack] = useState(false)
  const { table, columns: named, choose } = useTable(file.text, matchTimes, hasTime)
  const columns = useMemo(() => (table ? withTimes(table, named) : named), [table, named])
  const times = useTimes({ marathon, table, columns, settings, sheet: null })
  const { isSaving, label, stop, read, changes, start } = times
  const { saved, failure, save, forget } = useSaveTimes(times, takesBack)
  const isMissing = Boolean(table) && columns.time === undefined
  const count = changes ? changes.fresh.filter(({ patch }) => patch.kind !== 'clock').length : 0
  const error = table === null ? importTexts.empty() : isMissing ? texts.timesMissing() : ''
  const isShown = table && saved === null
  return (
    <Dialog
      onClose={isSaving ? stop : onClose}
      title={texts.fromFile()}
      description={texts.fromFileHint()}
      cancelLabel={isSaving ? entrantTexts.stop() : saved === null ? common.cancel() : common.close()}
      action={
        saved === null && (
          <Button
            pending={isSaving}
            pendingLabel={label}
            disabled={
              changes === undefined || changes.above > 0 || (count === 0 && !(takesBack && changes.gone.length > 0))
            }
            onClick={() => void save()}
          >
            {texts.recordCount({ count })}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <FileChoice file={file} error={error} disabled={isSaving} onFile={forget} />
        {isShown && !isSaving && (
          <>
            <ColumnSelects
              key={table.heads.join()}
              table={table}
              columns={columns}
              targets={timeTargets()}
              isMissing={isMissing}
              onChoose={choose}
            />
            {!isMissing && (
              <TimeSettings
                {...{ marathon, settings, start, guns: times.guns, gun: times.gun }}
                kind={settings.kind ?? read?.kind ?? 'day'}
                onSettings={(change) => setSettings({ ...settings, ...change })}
              />
            )}
          </>
        )}
        <div role="status" className="grid grid-cols-1 gap-3 empty:hidden">
          {saved !== null ? (
            <p className="font-semibold">{texts.done({ count: saved })}</p>
          ) : table && read && changes ? (
            <TimesReport
              {...{ marathon, table, read, changes, strangers: times.strangers, start, takesBack, namesLines: true }}
              onTakesBack={setTakesBack}
            />
          ) : (
            file.text !== null && table !== null && !isMissing && <p>{importTexts.reading()}</p>
          )}
        </div>
        <FormError>{failure}</FormError>
      </div>
    </Dialog>
  )
}
