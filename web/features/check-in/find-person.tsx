import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { counts, hasPlace } from '../../data/check-in-rules.ts'
import { useCheckInsOf } from '../../data/check-ins.ts'
import { useEntrants } from '../../data/entrants.ts'
import type { ApplicationView, CheckInView } from '../../data/overlay.ts'
import { type Searchable, searchableByName } from '../../shared/marathon/find-entrants.ts'
import { onceEach } from '../../shared/marathon/once-each.ts'
import { isInBallot, isOnWaitingList } from '../../shared/marathon/waiting-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { CONTROL_CLASS, Field } from '../../ui/field.tsx'
import { CloseIcon } from '../../ui/icon.tsx'
import { whenAndWhere, who } from './answer-message.ts'
import { nearest } from './nearest.ts'
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
  // The entrants and the text are kept here, so that a change of them does not render the rest of the screen again.
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
  // The rows get functions that never change, so that typing renders only the rows that are new.
  const latest = useRef({ scan, undo, onText })
  useEffect(() => {
    latest.current = { scan, undo, onText }
  })
  const [onCheckIn] = useState(() => (entrant: ApplicationView) => {
    latest.current.scan(entrant._id)
    latest.current.onText('')
  })
  const [onUndo] = useState(() => (entrant: ApplicationView, checkInId: string) => {
    latest.current.undo(checkInId, who(entrant))
    latest.current.onText('')
  })
  return (
    <section aria-label="Find a runner" className="grid grid-cols-1 gap-3">
      <Field label="Find by name or bib">
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
              className={`${CONTROL_CLASS} min-h-16 pr-16 text-2xl! font-semibold [&::-webkit-search-cancel-button]:hidden`}
            />
            {text !== '' && (
              <button
                type="button"
                aria-label="Clear the search"
                onClick={() => onText('')}
                className="absolute top-1 right-1 grid size-14 place-items-center rounded-md hover:bg-sunken"
              >
                <CloseIcon />
              </button>
            )}
          </div>
        )}
      </Field>
      <p role="status" className="text-ink-soft empty:hidden">
        {wanted.trim() === '' ? isFetching && INCOMPLETE : summary(entrants, count, isFetching)}
      </p>
      <ul className="grid grid-cols-1 gap-2">
        {rows.map((entrant) => (
          <PersonRow
            key={entrant._id}
            entrant={entrant}
            checkIns={checkIns?.get(entrant._id)}
            timeZone={timeZone}
            now={now}
            onCheckIn={onCheckIn}
            onUndo={onUndo}
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
    const isLonger = before.current.all === all && shorter !== '' && text.startsWith(shorter)
    const found = nearest(isLonger ? fitting : all, text, MAX_ROWS)
    before.current = { all, text: text.trim() === '' ? '' : text, fitting: found.fitting }
    return { rows: found.rows, count: found.fitting.length }
  }, [all, text])
}

const INCOMPLETE = 'The list of entrants is not complete yet.'

function summary(entrants: ApplicationView[] | undefined, found: number, isFetching: boolean): string {
  if (!entrants) return 'Reading the entrants…'
  if (found === 0) return isFetching ? `Nobody found so far. ${INCOMPLETE}` : 'Nobody has this name or bib.'
  const more = isFetching ? ` ${INCOMPLETE}` : ''
  if (found === 1) return isFetching ? `1 runner so far.${more}` : '1 runner'
  const shown = found > MAX_ROWS ? ` The first ${MAX_ROWS} are shown. Type more to find the others.` : ''
  return `${found.toLocaleString('en-US')} runners${isFetching ? ' so far' : ''}.${shown}${more}`
}

type PersonRowProps = {
  entrant: ApplicationView
  /** Undefined until they are read. */
  checkIns: CheckInView[] | undefined
  timeZone: string
  now: number
  onCheckIn: (entrant: ApplicationView) => void
  onUndo: (entrant: ApplicationView, checkInId: string) => void
}

const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { entrant, checkIns = [], timeZone, now, onCheckIn, onUndo } = props
  const counting = checkIns.filter(counts)
  const [first] = counting
  const isUndecided = checkIns.some(({ confirmed, voidedAt }) => !confirmed && voidedAt === null)
  const last = counting.at(-1)
  const name = who(entrant)
  return (
    <li className="flex items-center gap-3 rounded-lg border border-line bg-surface p-2 pl-3">
      <div className="min-w-0 flex-1">
        <p className="text-xl font-bold wrap-anywhere">{name}</p>
        <div className="flex flex-wrap gap-2 not-empty:mt-1">
          {first && (
            <Badge tone={hasPlace(entrant) ? 'open' : 'soon'}>
              {hasPlace(entrant) ? 'Here' : 'Scanned'}, {whenAndWhere(first, timeZone, now)}
            </Badge>
          )}
          {isUndecided && <Badge tone="soon">Unconfirmed scan</Badge>}
          {counting.length > 1 && <Badge tone="danger">{counting.length} check-ins</Badge>}
          {isOnWaitingList(entrant) && <Badge tone="soon">Waiting list</Badge>}
          {isInBallot(entrant) && <Badge tone="soon">In the ballot, not drawn yet</Badge>}
        </div>
      </div>
      {last ? (
        <RowButton className="border-edge bg-surface" onClick={() => onUndo(entrant, last._id)}>
          Undo<span className="sr-only"> the check-in of {name}</span>
        </RowButton>
      ) : (
        <RowButton className="border-transparent bg-action text-on-action" onClick={() => onCheckIn(entrant)}>
          Check in<span className="sr-only"> {name}</span>
        </RowButton>
      )}
    </li>
  )
})

type RowButtonProps = { className: string; onClick: () => void; children: ReactNode }

/** A button for a thumb in a glove. */
function RowButton({ className, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={`min-h-16 w-28 shrink-0 rounded-md border-2 px-2 text-lg leading-tight font-bold ${className}`}
    >
      {children}
    </button>
  )
}
