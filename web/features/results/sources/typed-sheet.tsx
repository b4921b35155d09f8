import { type ClipboardEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { atOnce, readTable, type Table } from '../../../forms/files/read-table.ts'
import { RestoredNote } from '../../../forms/restored-note.tsx'
import type { MarathonView } from '../../../store/overlay.ts'
import * as labels from '../../../texts/compiled/labels.js'
import * as texts from '../../../texts/compiled/sources.js'
import { Button } from '../../../ui/button.tsx'
import { confirmPopUp } from '../../../ui/dialogs/pop-up.ts'
import { TextField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import type { TimesKind } from './read-times.ts'
import { SheetLines } from './sheet-lines.tsx'
import { shownSpan } from './shown-time.ts'
import { hasTime, matchTimes, withTimes } from './time-columns.ts'
import { TimeSettings } from './time-settings.tsx'
import { pairedDigits, readTime } from './time-text.ts'
import { TimesReport } from './times-report.tsx'
import { useSaveTimes } from './use-save-times.ts'
import { EMPTY_LINE, type SheetLine, useSheet, withTyped } from './use-sheet.ts'
import { useTimes } from './use-times.ts'

const COLUMNS = { time: 0, bib: 1 }

/** A form for a sheet of paper: time, Enter, bib, Enter. What is typed is a table like that of a file. */
export function TypedSheet({ marathon }: { marathon: MarathonView }) {
  const { id, lines, typed, editing, settings, isRestored, change, noteSaved, clear } = useSheet(marathon._id)
  const [takesBack, setTakesBack] = useState(true)
  const [time, bib] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const table = useMemo(() => tableOf(lines), [lines])
  const times = useTimes({ marathon, table, columns: COLUMNS, settings, sheet: id })
  const { read, changes, start, isSaving, label } = times
  const { saved, failure, save, forget } = useSaveTimes(times, takesBack)
  const kind = settings.kind ?? 'since'
  const isTimed = settings.what !== 'order'
  const first = isTimed ? time : bib
  const count = changes?.fresh.filter(({ patch }) => patch.kind !== 'clock').length ?? 0
  const gone = takesBack ? (changes?.gone.length ?? 0) : 0

  const put = (next: SheetLine[], line = EMPTY_LINE, at: number | null = null) => {
    forget()
    change({ lines: next, typed: line, editing: at })
  }
  /** The line that is typed is done, and another one begins. */
  const go = (at: number | null) => {
    first.current?.focus()
    const next = withTyped({ lines, typed, editing })
    const line = (at === null ? undefined : next[at]) ?? EMPTY_LINE
    if (next === lines) change({ typed: line, editing: at })
    else put(next, line, at)
  }
  const remove = (at: number) => {
    const rest = lines.toSpliced(at, 1)
    if (editing === at) put(rest)
    else put(rest, typed, editing !== null && editing > at ? editing - 1 : editing)
  }
  const next = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    bib.current?.focus()
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = pastedLines(event.clipboardData.getData('text/plain'), isTimed)
    if (pasted === null) return
    event.preventDefault()
    put([...lines, ...pasted], typed, editing)
  }
  const startOver = async () => {
    const ask = { title: texts.newSheetTitle(), text: texts.newSheetText(), confirm: texts.newSheetYes() }
    if (count > 0 && !(await confirmPopUp(ask))) return
    forget()
    clear()
  }
  return (
    <section aria-labelledby="typed-sheet" className="grid grid-cols-1 gap-4">
      <h2 id="typed-sheet" className="text-xl">
        {texts.typeIn()}
      </h2>
      {isRestored && lines.length > 0 && <RestoredNote onClear={() => void startOver()} />}
      <TimeSettings
        {...{ marathon, settings, kind, start, guns: times.guns, gun: times.gun, disabled: isSaving }}
        hasOrder
        onSettings={(to) => change({ settings: { ...settings, ...to } })}
      />
      <form
        className={`grid items-start gap-3 ${isTimed ? 'grid-cols-[3fr_2fr] sm:grid-cols-[3fr_2fr_auto]' : 'grid-cols-[1fr_auto]'}`}
        onSubmit={(event) => {
          event.preventDefault()
          go(null)
        }}
        onPaste={paste}
      >
        {isTimed && (
          <TextField
            ref={time}
            label={texts.time()}
            inputMode="decimal"
            enterKeyHint="next"
            autoComplete="off"
            value={typed.time}
            onChange={({ target }) => change({ typed: { ...typed, time: target.value } })}
            onKeyDown={next}
          />
        )}
        <TextField
          ref={bib}
          label={labels.bib()}
          inputMode="numeric"
          enterKeyHint="enter"
          autoComplete="off"
          value={typed.bib}
          onChange={({ target }) => change({ typed: { ...typed, bib: target.value } })}
        />
        <Button
          type="submit"
          className={`min-h-12 ${isTimed ? 'col-span-2 sm:col-span-1 sm:mt-[1.875rem]' : 'mt-[1.875rem]'}`}
          disabled={isSaving}
        >
          {editing === null ? texts.addLine() : texts.changeLine({ line: editing + 1 })}
        </Button>
        <p className="col-span-full min-h-6" aria-live="polite">
          {!isTimed ? texts.orderHint() : typed.time === '' ? texts.typeHint() : understood(typed.time, kind)}
        </p>
      </form>
      <SheetLines {...{ marathon, lines, kind, isTimed, editing }} read={read} onEdit={go} onRemove={remove} />
      <div role="status" className="grid grid-cols-1 gap-3 empty:hidden">
        {saved !== null && (
          <p className="font-semibold">{isTimed ? texts.done({ count: saved }) : texts.doneBibs({ count: saved })}</p>
        )}
        {lines.length > 0 && read && changes && saved === null && (
          <TimesReport
            {...{ marathon, table, read, changes, strangers: times.strangers, start, takesBack, namesLines: false }}
            isOrder={!isTimed}
            onTakesBack={setTakesBack}
          />
        )}
      </div>
      <FormError>{failure}</FormError>
      {lines.length > 0 && (
        <div className="flex flex-wrap gap-3">
          <Button
            pending={isSaving}
            pendingLabel={label}
            disabled={(changes?.above ?? 1) > 0 || count + gone === 0}
            onClick={() => void save().then((isSaved) => isSaved && noteSaved(lines))}
          >
            {isTimed ? texts.recordCount({ count }) : texts.recordBibs({ count })}
          </Button>
          <Button variant="secondary" disabled={isSaving} onClick={() => void startOver()}>
            {texts.newSheet()}
          </Button>
        </div>
      )}
    </section>
  )
}

/** What was understood of a time, at once. */
function understood(text: string, kind: TimesKind): string {
  const read = readTime(pairedDigits(text))
  if (read?.isTwo) return texts.timeIsTwo({ value: text })
  const ms = kind === 'day' ? read?.ofDay : read?.since
  return ms == null ? texts.notTime({ value: text }) : texts.understood({ time: shownSpan(ms) })
}

/** The lines of a sheet as a table. */
function tableOf(lines: readonly SheetLine[]): Table {
  const rows = lines.map(({ time, bib }, at) => ({ line: at + 1, cells: [pairedDigits(time), bib] }))
  return { heads: [texts.time(), labels.bib()], above: [], rows, separator: ';' }
}

/** The lines of a pasted table; null for a text of one cell. */
function pastedLines(text: string, isTimed: boolean): SheetLine[] | null {
  if (!/[\n\t]/.test(text.trim())) return null
  if (!isTimed)
    return text
      .trim()
      .split(/[\s;,]+/)
      .map((bib) => ({ time: '', bib }))
  const table = atOnce(readTable(text, (heads) => Object.keys(matchTimes(heads)).length, hasTime))
  if (!table) return null
  const named = withTimes(table, matchTimes(table.heads))
  const time = named.time ?? 0
  const bib = named.bib ?? table.heads.findIndex((_, at) => at !== time)
  return table.rows.map(({ cells }) => ({ time: (cells[time] ?? '').trim(), bib: (cells[bib] ?? '').trim() }))
}
