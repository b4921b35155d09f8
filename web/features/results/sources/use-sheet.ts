import { useState } from 'react'
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
  settings: TimesSettings
}

export const EMPTY_LINE: SheetLine = { time: '', bib: '' }
const newSheet = (settings: TimesSettings): Sheet => ({ id: newId(), lines: [], typed: EMPTY_LINE, settings })
const FIRST: TimesSettings = { ...FIRST_SETTINGS, kind: 'since' }

/** The sheet that is typed in at a marathon. It is kept on this phone until the next one begins. */
export function useSheet(marathonId: string) {
  const [sheet, setSheet] = useState(() => newSheet(FIRST))
  const [isRestored, setRestored] = useState(false)
  const draft = useDraft(`sheet:${marathonId}`, (values) => {
    setSheet((now) => restored(now, values as Partial<Sheet>))
    setRestored(true)
  })
  const change = (next: Partial<Sheet>) => {
    const changed = { ...sheet, ...next }
    setSheet(changed)
    draft.keep({ ...changed })
  }
  return {
    ...sheet,
    isRestored,
    change,
    /** Begins another sheet, with the same settings. */
    clear: () => {
      setSheet(newSheet(sheet.settings))
      setRestored(false)
      void draft.clear()
    },
  }
}

/** The sheet that was kept, and behind it what was typed before it was read. */
function restored(now: Sheet, kept: Partial<Sheet>): Sheet {
  const typed = isTyped(now.typed) ? now.typed : (kept.typed ?? EMPTY_LINE)
  return { ...now, ...kept, lines: [...(kept.lines ?? []), ...now.lines], typed }
}

/** Is there something in the line? */
export function isTyped({ time, bib }: SheetLine): boolean {
  return time.trim() !== '' || bib.trim() !== ''
}
