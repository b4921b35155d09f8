import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { MarathonView } from '../../../store/overlay.ts'
import { hasPlace } from '../../../store/rows/check-in-rules.ts'
import { useEntrants } from '../../../store/rows/entrants.ts'
import * as texts from '../../../texts/compiled/sources.js'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { LINES, PrintedSheets, SHEET_KINDS, SHEET_TEXTS, type SheetKind } from './printed-sheets.tsx'
import { TypedSheet } from './typed-sheet.tsx'

/** Most pages of lines that are printed at once. */
const MOST_PAGES = 100

/** Sheets of paper for when phones fail: to print before the race, and to type in afterwards. */
export function Sheets({ marathon }: { marathon: MarathonView }) {
  const entrants = useEntrants(marathon._id)
  const [printed, setPrinted] = useState<SheetKind | null>(null)
  const [typed, setTyped] = useState('')
  const needed = Math.max(1, Math.ceil((entrants?.filter(hasPlace).length ?? 0) / LINES))
  const wanted = typed === '' ? needed : Number(typed)
  const isRight = Number.isInteger(wanted) && wanted >= 1 && wanted <= MOST_PAGES
  const print = (kind: SheetKind) => {
    flushSync(() => setPrinted(kind))
    addEventListener('afterprint', () => setPrinted(null), { once: true })
    window.print()
  }
  return (
    <>
      <div className="grid grid-cols-1 gap-8 print:hidden">
        <section aria-labelledby="print-sheets" className="grid grid-cols-1 gap-4">
          <div>
            <h2 id="print-sheets" className="text-xl">
              {texts.printSheets()}
            </h2>
            <p className="text-ink-soft">{texts.printHint()}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            {SHEET_KINDS.map((kind) => (
              <Button
                key={kind}
                variant="secondary"
                disabled={entrants === undefined || !isRight}
                onClick={() => print(kind)}
              >
                {SHEET_TEXTS[kind]()}
              </Button>
            ))}
          </div>
          <div className="max-w-xs">
            <TextField
              label={texts.pages()}
              hint={texts.pagesHint({ lines: LINES })}
              error={isRight ? '' : texts.pagesWrong({ max: MOST_PAGES })}
              inputMode="numeric"
              autoComplete="off"
              placeholder={String(needed)}
              value={typed}
              onChange={({ target }) => setTyped(target.value.trim())}
            />
          </div>
        </section>
        <TypedSheet marathon={marathon} />
      </div>
      {printed && <PrintedSheets marathon={marathon} kind={printed} pages={wanted} entrants={entrants ?? []} />}
    </>
  )
}
