import { useRef, useState } from 'react'
import { useDraft } from '../../../forms/use-draft.ts'
import { newId } from '../../../store/new-id.ts'
import { FIRST_SETTINGS, type TimesSettings } from './use-times.ts'

/** A line of a sheet, as it is typed. */
export interface SheetLine {
  time: string
  bib: string
}

interface Sheet {
  /** All that is typed of one sheet, also later, is one clock. */
  id: string
  lines: SheetLine[]
  /** The line that is typed now. */
  typed: SheetLine
  /** The index of the line that it changes; null for a new one. */
  editing: number | null
  settings: TimesSettings
  /** Is all of it recorded, so that nothing is lost with it? */
  isSaved: boolean
}

export const EMPTY_LINE: SheetLine = { time: '', bib: '' }
const newSheet = (settings: TimesSettings): Sheet => {
  return { id: newId(), lines: [], typed: EMPTY_LINE, editing: null, settings, isSaved: true }
}
const FIRST: TimesSettings = { ...FIRST_SETTINGS, kind: 'since' }

/** The sheet that is typed in at a marathon. It is kept on this phone until the next one begins. */
export function useSheet(marathonId: string) {
  const [sheet, setSheet] = useState(() => newSheet(FIRST))
  const [isRestored, setRestored] = useState(false)
  /** The sheet with what was typed last. What was asked before may answer after that. */
  const now = useRef(sheet)
  const isTouched = useRef(false)
  const show = (whole: Sheet) => {
    now.current = whole
    setSheet(whole)
  }
  const draft = useDraft(`sheet:${marathonId}`, (values) => {
    show(restored(now.current, values as Partial<Sheet>))
    setRestored(true)
    // What was typed before the draft was read is not in it yet.
    if (isTouched.current) draft.keep({ ...now.current })
  })
  const change = (next: Partial<Sheet>) => {
    const whole = { ...now.current, ...next }
    whole.isSaved = next.isSaved ?? withTyped(whole).length === 0
    isTouched.current = true
    show(whole)
    draft.keep({ ...whole })
  }
  return {
    ...sheet,
    isRestored,
    change,
    /** Notes that these lines are recorded. What was typed meanwhile is not. */
    noteSaved: (recorded: readonly SheetLine[]) => {
      const { lines, typed } = now.current
      if (lines === recorded && !isTyped(typed)) change({ isSaved: true })
    },
    /** Begins another sheet, with the same settings. */
    clear: () => {
      isTouched.current = false
      show(newSheet(now.current.settings))
      setRestored(false)
      void draft.clear()
    },
  }
}

/** The sheet that was kept, and behind it what was typed before it was read. */
function restored(now: Sheet, kept: Partial<Sheet>): Sheet {
  const settings = now.settings === FIRST ? (kept.settings ?? FIRST) : now.settings
  const before = { ...now, ...kept, settings, isSaved: now.isSaved && kept.isSaved === true }
  if (!isTyped(now.typed)) return { ...before, lines: [...before.lines, ...now.lines] }
  return { ...before, lines: [...withTyped(before), ...now.lines], typed: now.typed, editing: null }
}

/** The lines of a sheet with the line that is typed now. */
export function withTyped({ lines, typed, editing }: Pick<Sheet, 'lines' | 'typed' | 'editing'>): SheetLine[] {
  if (!isTyped(typed)) return lines
  return editing === null ? [...lines, typed] : lines.with(editing, typed)
}

/** Is there something in the line? */
function isTyped({ time, bib }: SheetLine): boolean {
  return time.trim() !== '' || bib.trim() !== ''
}
