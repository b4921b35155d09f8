import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import { entrantName } from '../../marathon/entrant-name.ts'
import { findEntrants, searchableByName } from '../../marathon/find-entrants.ts'
import { onceEach } from '../../marathon/once-each.ts'
import type { Race } from '../../marathon/race/use-race.ts'
import { useGrowingLimit } from '../../marathon/use-growing-limit.ts'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/results.js'
import { OneLine } from '../../ui/format/one-line.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { StickySearch } from '../../ui/sticky-search.tsx'
import { ResultRowFacts } from './result-row-facts.tsx'
import { isShown, type ResultRow, type Shown } from './shown-rows.ts'
import type { Rule } from './use-rule.ts'

const RowDialog = lazy(() => import('./row-dialog.tsx').then((m) => ({ default: m.RowDialog })))

type ResultListProps = Pick<Rule, 'failure'> & {
  shown: Shown
  race: Race
  marathon: MarathonView
  rule: Rule['rule'] | null
}

const STEP = 50
const prepared = onceEach((one: ApplicationView) => searchableByName(one))

/** A part of the list of results, with a search. A tap on somebody opens what is known, and what can be decided. */
export function ResultList({ shown, race, marathon, rule, failure }: ResultListProps) {
  const { results, entrants } = race
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const [open, setOpen] = useState<string | null>(null)
  const { limit, showMore } = useGrowingLimit(`results:${marathon._id}:${shown}`, STEP)
  const rows = useMemo(() => found(results.rows, entrants, shown, wanted), [results, entrants, shown, wanted])
  const doubtful = useMemo(() => new Set(results.doubts.flatMap(({ bibs }) => bibs)), [results])
  const hasPlaces = rows.some(({ place }) => place !== null)
  const opened = open === null ? undefined : results.rows.find(({ entry }) => entry === open)
  return (
    <>
      <StickySearch>
        <SearchField label={texts.search()} value={text} onChange={({ target }) => setText(target.value)} />
      </StickySearch>
      {rows.length === 0 && (
        <p role="status" className="py-6 text-center text-ink-soft">
          {wanted.trim() === '' ? texts.nobodyYet() : texts.nobodyFound()}
        </p>
      )}
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {rows.slice(0, limit).map((row) => (
          <ListRow
            key={row.entry}
            entry={row.entry}
            place={hasPlaces ? row.place : undefined}
            name={nameOf(row, entrants)}
            bib={row.bib}
            isDoubtful={doubtful.has(row.bib)}
            time={row.state === 'finished' ? row.time : null}
            onOpen={setOpen}
          >
            {row.state === 'finished' && row.time !== null ? null : (
              <ResultRowFacts row={row} race={race} timeZone={marathon.timeZone} />
            )}
          </ListRow>
        ))}
      </ol>
      {rows.length > limit && <LoadMore onMore={showMore} />}
      {opened && (
        <Suspense>
          <RowDialog row={opened} {...{ race, marathon, rule, failure }} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  )
}

interface ListRowProps {
  entry: string
  /** Undefined where no row of the list has a place. */
  place: number | null | undefined
  name: string
  bib: string
  isDoubtful: boolean
  time: number | null
  onOpen: (entry: string) => void
  /** What is known of somebody without a time. */
  children: ReactNode
}

/** A new recording makes all rows anew, and most look as before. */
const ListRow = memo(({ entry, place, name, bib, isDoubtful, time, onOpen, children }: ListRowProps) => (
  <li className="rounded-md border border-line bg-surface">
    <button
      type="button"
      onClick={() => onOpen(entry)}
      className={`grid min-h-14 w-full items-center gap-x-3 px-3 py-2 text-start hover:bg-sunken ${place === undefined ? 'grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-[2.5rem_minmax(0,1fr)_auto]'}`}
    >
      {place !== undefined && <span className="numeral text-lg">{place}</span>}
      <span className="min-w-0">
        <strong>
          <OneLine>{name}</OneLine>
        </strong>
        <span className="text-sm text-ink-soft">{bib === '' ? texts.hasNoBib() : texts.bibIs({ bib })}</span>
        {isDoubtful && <span className="ms-3 text-sm font-semibold text-soon">{texts.inDoubt()}</span>}
      </span>
      <span className="text-end">
        {time === null ? children : <span className="numeral text-lg">{formatRaceTime(time)}</span>}
      </span>
    </button>
  </li>
))

function nameOf({ entry }: ResultRow, entrants: Race['entrants']): string {
  const entrant = entrants.get(entry)
  return entrant ? entrantName(entrant) : ''
}

/** The rows of a part; with a search those that it finds in all parts, in the order of the list. */
function found(rows: readonly ResultRow[], entrants: Race['entrants'], shown: Shown, text: string): ResultRow[] {
  if (text.trim() === '') return rows.filter((row) => isShown(row, shown))
  const named = rows.flatMap(({ entry }) => entrants.get(entry) ?? [])
  const ids = new Set(findEntrants(prepared(named), text, () => true).map(({ _id }) => _id))
  return rows.filter(({ entry }) => ids.has(entry))
}
