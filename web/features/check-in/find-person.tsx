import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { entryCodeOf } from '../../../contract/text/entry-code.ts'
import type { Searchable } from '../../marathon/find-entrants.ts'
import type { ApplicationView } from '../../store/overlay.ts'
import { useCheckInsOf } from '../../store/rows/check-ins.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { CONTROL_CLASS, Field } from '../../ui/field.tsx'
import { CloseIcon } from '../../ui/icons/icon.tsx'
import { who } from './answer-message.ts'
import type { Bibs } from './bibs/use-bibs.ts'
import { codeOfLink } from './claim-link.ts'
import { PersonRow } from './person-row.tsx'
import { isScanned } from './scanner/is-scanned.ts'
import { nearest } from './scanner/nearest.ts'
import type { Answers } from './use-answers.ts'

/** Most rows that the search shows. A phone shows no more at once, and more rows would slow down typing. */
const MAX_ROWS = 8

type FindPersonProps = Pick<Answers, 'scan' | 'undo' | 'handOut'> & {
  /** The entrants; undefined until they are read. */
  entrants: ApplicationView[] | undefined
  /** The same, prepared for the search. */
  all: Searchable<ApplicationView>[]
  /** The bibs at this table; null where the user may not hand them out. */
  bibs: Bibs | null
  /** More entrants may be on their way from the server. */
  isFetching: boolean
  /** Tells whether the search has a text. */
  onSearching: (isSearching: boolean) => void
  /** Has the entry a waiver to sign? */
  isUnsigned: (entrant: ApplicationView) => boolean
  /** What else the user may do with an entry. */
  actionsOf: (entrant: ApplicationView) => ReactNode
  timeZone: string
  now: number
  /** What is beside the field. */
  children?: ReactNode
}

/** The search by name or bib, and the runners that it finds, each with a button. */
export function FindPerson(props: FindPersonProps) {
  const { entrants, all, bibs, isFetching, onSearching, isUnsigned, actionsOf, timeZone, now, scan, undo, handOut } =
    props
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const { rows, count } = useNearest(all, wanted)
  const checkIns = useCheckInsOf(rows.map(({ _id }) => _id))
  const onText = (typed: string) => {
    // Of the link on a walk-in's QR code only the entry's code is looked for.
    const next = codeOfLink(typed) ?? typed
    setText(next)
    onSearching(next !== '')
  }
  const onEnter = () => {
    // What is shown may be behind what is typed.
    const { meant, fitting } = nearest(all, text, 1)
    if (meant) scan({ id: meant._id })
    else if (fitting.length === 0 && isScanned(text)) scan({ text })
    else return
    onText('')
  }
  return (
    <section aria-label={texts.findRunner()} className="grid grid-cols-1 gap-3">
      <Field label={texts.findByName()}>
        {(described) => (
          <div className="flex flex-wrap gap-2">
            <div className="relative flex-3 basis-44">
              <input
                {...described}
                type="search"
                enterKeyHint="search"
                autoComplete="off"
                autoCorrect="off"
                spellCheck={false}
                value={text}
                onChange={(change) => onText(change.target.value)}
                onKeyDown={(press) => press.key === 'Enter' && !press.nativeEvent.isComposing && onEnter()}
                className={`${CONTROL_CLASS} min-h-16 pe-16 text-2xl! font-semibold [&::-webkit-search-cancel-button]:hidden`}
              />
              {text !== '' && (
                <button
                  type="button"
                  aria-label={texts.clearSearch()}
                  onClick={() => onText('')}
                  className="absolute top-1 end-1 grid size-14 place-items-center rounded-md hover:bg-sunken"
                >
                  <CloseIcon />
                </button>
              )}
            </div>
            {props.children}
          </div>
        )}
      </Field>
      <p role="status" className="text-ink-soft empty:hidden">
        {wanted.trim() === '' ? isFetching && texts.listIncomplete() : summary(entrants, count, isFetching)}
      </p>
      <ul className="grid grid-cols-1 gap-2">
        {rows.map((entrant) => (
          <PersonRow
            key={entrant._id}
            entrant={entrant}
            isUnsigned={isUnsigned(entrant)}
            checkIns={checkIns?.get(entrant._id)}
            timeZone={timeZone}
            now={now}
            bibs={bibs}
            handOut={handOut}
            onCheckIn={() => {
              scan({ id: entrant._id })
              onText('')
            }}
            onUndo={(checkInId) => {
              undo(checkInId, who(entrant))
              onText('')
            }}
          >
            {actionsOf(entrant)}
          </PersonRow>
        ))}
      </ul>
    </section>
  )
}

/** Finds the nearest entrants. If the text became longer, it searches only what the shorter text found. */
function useNearest(all: Searchable<ApplicationView>[], text: string) {
  const before = useRef({ all, text: '', fitting: all })
  return useMemo(() => {
    const { text: shorter, fitting } = before.current
    // Zeros and signs may be those before a bib, which is found once it is complete, like a code.
    const narrows = /^[\p{L}\p{M}1-9\s]+$/u.test(shorter) && entryCodeOf(text) === null
    const isLonger = before.current.all === all && narrows && text.startsWith(shorter)
    const found = nearest(isLonger ? fitting : all, text, MAX_ROWS)
    before.current = { all, text: text.trim() === '' ? '' : text, fitting: found.fitting }
    return { rows: found.rows, count: found.fitting.length }
  }, [all, text])
}

function summary(entrants: ApplicationView[] | undefined, found: number, isFetching: boolean): string {
  if (!entrants) return texts.readingEntrants()
  if (found === 0) return isFetching ? texts.nobodyFoundYet() : texts.nobodyFound()
  const counted = { count: found, shown: MAX_ROWS }
  if (found > MAX_ROWS) return isFetching ? texts.manyFoundYet(counted) : texts.manyFound(counted)
  return isFetching ? texts.foundYet({ count: found }) : texts.found({ count: found })
}
