import type { MarathonView } from '../../../store/overlay.ts'
import * as entrantTexts from '../../../texts/compiled/entrants.js'
import * as texts from '../../../texts/compiled/sources.js'
import { CloseIcon } from '../../../ui/icons/icon.tsx'
import type { ReadTimes, TimesKind } from './read-times.ts'
import { shownMoment, shownSpan } from './shown-time.ts'
import type { SheetLine } from './use-sheet.ts'

type SheetLinesProps = {
  marathon: MarathonView
  lines: readonly SheetLine[]
  kind: TimesKind
  /** Have the lines times? */
  isTimed: boolean
  /** Undefined while it is read. */
  read: ReadTimes | undefined
  /** The line that is changed. */
  editing: number | null
  onEdit: (at: number) => void
  onRemove: (at: number) => void
}

/** So many lines are shown: who types looks at the last ones. */
const SHOWN = 40

/** The lines that were typed: those with something wrong first, and then the last ones. Each says what was understood. */
export function SheetLines({ marathon, lines, kind, isTimed, read, editing, onEdit, onRemove }: SheetLinesProps) {
  if (lines.length === 0) return null
  const wrong = new Map(read?.problems.map(({ row, message }) => [row.line, message]))
  const right = new Map(read?.crossings.map((one) => [one.row.line, one]))
  const numbers = lines.map((_, at) => at + 1).reverse()
  const sorted = [...numbers.filter((line) => wrong.has(line)), ...numbers.filter((line) => !wrong.has(line))]
  const more = sorted.length - SHOWN
  return (
    <ol aria-label={texts.lines()} className="divide-y divide-line border-y border-line">
      {sorted.slice(0, SHOWN).map((line) => {
        const { time = '', bib = '' } = lines[line - 1] ?? {}
        const crossing = right.get(line)
        return (
          <li key={line} className={`flex items-center ${editing === line - 1 ? 'bg-sunken' : ''}`}>
            <button
              type="button"
              className="flex min-h-11 min-w-0 flex-1 items-baseline gap-3 py-1 text-start hover:bg-sunken"
              onClick={() => onEdit(line - 1)}
            >
              <span className="w-8 shrink-0 text-end text-ink-soft tabular-nums">
                <span className="sr-only">{`${texts.editLine({ line })}: `}</span>
                <span aria-hidden="true">{line}</span>
              </span>
              <span className="min-w-0 flex-1">
                <span className="flex flex-wrap items-baseline gap-x-3">
                  {isTimed && <span className="numeral">{time || '–'}</span>}
                  <span className="font-semibold">{bib || '–'}</span>
                  {crossing && isTimed && (
                    <span className="text-sm text-ink-soft">
                      {kind === 'day'
                        ? shownMoment(crossing.at, marathon)
                        : texts.sinceAt({
                            span: shownSpan(crossing.reading),
                            time: shownMoment(crossing.at, marathon),
                          })}
                    </span>
                  )}
                </span>
                {wrong.has(line) && <span className="block text-sm font-semibold text-danger">{wrong.get(line)}</span>}
              </span>
            </button>
            <button
              type="button"
              aria-label={texts.removeLine({ line })}
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
              onClick={() => onRemove(line - 1)}
            >
              <CloseIcon size={20} />
            </button>
          </li>
        )
      })}
      {more > 0 && <li className="py-2 text-ink-soft">{entrantTexts.andMore({ count: more })}</li>}
    </ol>
  )
}
