import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react'
import { entryCodeOf } from '../../../contract/text/entry-code.ts'
import { type Searchable, searchableByName } from '../../marathon/find-entrants.ts'
import { onceEach } from '../../marathon/once-each.ts'
import { isInBallot, isOnWaitingList } from '../../marathon/waiting-list.ts'
import type { ApplicationView, CheckInView } from '../../store/overlay.ts'
import { counts, hasPlace } from '../../store/rows/check-in-rules.ts'
import { useCheckInsOf } from '../../store/rows/check-ins.ts'
import { useEntrants } from '../../store/rows/entrants.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { Badge } from '../../ui/badge.tsx'
import { CONTROL_CLASS, Field } from '../../ui/field.tsx'
import { CloseIcon } from '../../ui/icons/icon.tsx'
import { Rich } from '../../ui/rich.tsx'
import { whenAndWhere, who } from './answer-message.ts'
import { isScanned } from './scanner/is-scanned.ts'
import { nearest } from './scanner/nearest.ts'
import type { Answers } from './use-answers.ts'

/** Most rows that the search shows. A phone shows no more at once, and more rows would slow down typing. */
const MAX_ROWS = 8
const NONE: ApplicationView[] = []
const prepared = onceEach((one: ApplicationView) => searchableByName(one))

type FindPersonProps = Pick<Answers, 'scan' | 'undo'> & {
  marathonId: string
  /** More entrants may be on their way from the server. */
  isFetching: boolean
  /** Tells whether the search has a text. */
  onSearching: (isSearching: boolean) => void
  timeZone: string
  now: number
}

/** The search by name or bib, and the runners that it finds, each with a button. */
export function FindPerson({ marathonId, isFetching, onSearching, timeZone, now, scan, undo }: FindPersonProps) {
  // A change of the entrants or of the text does not render the rest of the screen again.
  const entrants = useEntrants(marathonId)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const all = useMemo(() => prepared(entrants ?? NONE), [entrants])
  const { rows, count } = useNearest(all, wanted)
  const checkIns = useCheckInsOf(rows.map(({ _id }) => _id))
  const onText = (next: string) => {
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
          <div className="relative">
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
            checkIns={checkIns?.get(entrant._id)}
            timeZone={timeZone}
            now={now}
            onCheckIn={() => {
              scan({ id: entrant._id })
              onText('')
            }}
            onUndo={(checkInId) => {
              undo(checkInId, who(entrant))
              onText('')
            }}
          />
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

type PersonRowProps = {
  entrant: ApplicationView
  /** Undefined until they are read. */
  checkIns: CheckInView[] | undefined
  timeZone: string
  now: number
  onCheckIn: () => void
  onUndo: (checkInId: string) => void
}

function PersonRow(props: PersonRowProps) {
  const { entrant, checkIns = [], timeZone, now, onCheckIn, onUndo } = props
  const counting = checkIns.filter(counts)
  const [first] = counting
  const isUndecided = checkIns.some(({ confirmed, voidedAt }) => !confirmed && voidedAt === null)
  const last = counting.at(-1)
  const name = who(entrant)
  const scan = first && whenAndWhere(first, timeZone, now)
  return (
    <li className="flex flex-wrap items-center justify-end gap-3 rounded-lg border border-line bg-surface p-2 ps-3">
      <div className="min-w-0 flex-[1_1_7rem]">
        <p className="text-xl font-bold wrap-anywhere">{name}</p>
        <div className="flex flex-wrap gap-2 not-empty:mt-1">
          {scan !== undefined && (
            <Badge tone={hasPlace(entrant) ? 'open' : 'soon'}>
              {hasPlace(entrant) ? texts.hereAt({ scan }) : texts.scannedAt({ scan })}
            </Badge>
          )}
          {isUndecided && <Badge tone="soon">{texts.unconfirmedScan()}</Badge>}
          {counting.length > 1 && <Badge tone="danger">{texts.checkIns({ count: counting.length })}</Badge>}
          {isOnWaitingList(entrant) && <Badge tone="soon">{texts.waitingList()}</Badge>}
          {isInBallot(entrant) && <Badge tone="soon">{texts.notDrawnYet()}</Badge>}
        </div>
      </div>
      {last ? (
        <RowButton className="border-edge bg-surface" onClick={() => onUndo(last._id)}>
          <Rich text={texts.undoCheckIn({ who: name })} />
        </RowButton>
      ) : (
        <RowButton className="border-transparent bg-action text-on-action" onClick={onCheckIn}>
          <Rich text={texts.checkInRunner({ who: name })} />
        </RowButton>
      )}
    </li>
  )
}

type RowButtonProps = { className: string; onClick: () => void; children: ReactNode }

/** A button for a thumb in a glove. */
function RowButton({ className, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`min-h-16 max-w-34 min-w-28 md:max-w-none shrink-0 rounded-md border-2 px-2 text-lg leading-tight font-bold ${className}`}
    >
      {children}
    </button>
  )
}
