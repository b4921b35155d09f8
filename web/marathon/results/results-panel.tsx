import { Suspense } from 'react'
import type { PublicList } from '../../../contract/results/public-list-schema.ts'
import { SavedNote } from '../../status/saved-note.tsx'
import { useAccountOrNull } from '../../store/account-context.tsx'
import * as texts from '../../texts/compiled/public-results.js'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { optional } from '../../ui/optional.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { usePublicResults } from './public-results.ts'
import { ResultRow } from './result-row.tsx'

const SignedInResults = optional(() => import('./signed-in-results.tsx').then((m) => m.SignedInResults))

const FIRST = 3

/** The results on the screen of a marathon: live or official, who came in first, the own rows, and the way to all. */
export function ResultsPanel({ marathonId }: { marathonId: string }) {
  const { shown, reach } = usePublicResults(marathonId)
  const isSignedIn = useAccountOrNull() !== null
  const now = useNow()
  if (shown.state === 'missing') return null
  const list = shown.state === 'here' ? shown.list : null
  return (
    <section aria-labelledby="results" className="no-print grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="results" className="text-2xl">
          {texts.results()}
        </h2>
        {list && <ListState state={list.state} />}
      </div>
      {/* As high as the first rows, which come late. */}
      <div className="grid min-h-54 grid-cols-[minmax(0,1fr)] content-start gap-3">
        {shown.state === 'loading' ? (
          <RowSkeletons count={FIRST} />
        ) : shown.state === 'here' ? (
          <>
            {shown.savedAt !== null && (
              <SavedNote
                problem={shown.problem ?? 'failed'}
                isShownElsewhere={shown.problem === null || isSignedIn}
                savedAt={shown.savedAt}
                now={now}
                onRetry={shown.retry}
              />
            )}
            <FirstRows list={shown.list} />
            {isSignedIn && (
              <Suspense>
                <SignedInResults marathonId={marathonId} list={shown.list} reach={reach} isLinked />
              </Suspense>
            )}
          </>
        ) : (
          <SavedNote problem={shown.state} savedAt={null} now={now} onRetry={shown.retry} />
        )}
      </div>
      <ButtonLink to="/e/$id/results" params={{ id: marathonId }} variant="secondary" className="sm:justify-self-start">
        {texts.allResults()}
      </ButtonLink>
    </section>
  )
}

function FirstRows({ list }: { list: PublicList }) {
  const first = list.rows.slice(0, FIRST).filter(({ place }) => place !== null)
  if (first.length === 0) return <p className="text-ink-soft">{texts.nobodyFinished(list)}</p>
  return (
    <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {first.map((row, index) => (
        <li key={row.bib || index}>
          <ResultRow row={row} list={list} />
        </li>
      ))}
    </ol>
  )
}

/** Whether the list may still change, in words. */
export function ListState({ state }: { state: 'live' | 'official' }) {
  return <Badge tone={state === 'live' ? 'soon' : 'open'}>{state === 'live' ? texts.live() : texts.official()}</Badge>
}
