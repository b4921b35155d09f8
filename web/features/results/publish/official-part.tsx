import { type ReactNode, useDeferredValue, useEffect, useMemo } from 'react'
import type { Differences } from '../../../../contract/results/public-list-schema.ts'
import { fetchDifferences } from '../../../calls/official.ts'
import { entrantName } from '../../../marathon/entrant-name.ts'
import type { Race } from '../../../marathon/race/use-race.ts'
import { CorrectionFacts, correctionLines } from '../../../marathon/results/correction-facts.tsx'
import { useGrowingLimit } from '../../../marathon/use-growing-limit.ts'
import { useServerNow } from '../../../marathon/use-server-now.ts'
import { SavedNote } from '../../../status/saved-note.tsx'
import { useFetched } from '../../../status/use-fetched.ts'
import type { MarathonView } from '../../../store/overlay.ts'
import * as texts from '../../../texts/compiled/publish.js'
import { bibIs as bibIsText } from '../../../texts/compiled/results.js'
import { LoadMore } from '../../../ui/load-more.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CorrectForm } from './correct-form.tsx'
import { openPoints, type PublishedProps, signedList } from './signed-list.ts'

const STEP = 30
/** Changes come one after the other. */
const CALM_MS = 1000

/** What differs between the official list and what follows from the rows now, and what was corrected so far. */
export function OfficialPart({ race, staff, marathon }: PublishedProps) {
  const { _id: id } = marathon
  const later = useDeferredValue(race)
  const here = useMemo(() => signedList(later, marathon).digest, [later, marathon])
  const { unsent } = openPoints(later, staff)
  const { rows, at, problem, refetch } = useFetched<Differences>(id, `differences:${id}`, async (signal) => [
    await fetchDifferences(id, signal),
  ])
  const told = rows?.[0]
  // The server has another list by now, once all is sent.
  const newer = told !== undefined && told.digest !== here && unsent === 0 ? here : ''
  useEffect(() => {
    if (newer === '') return
    const timer = setTimeout(() => void refetch(), CALM_MS)
    return () => clearTimeout(timer)
  }, [newer, refetch])
  const now = useServerNow()
  if (rows === undefined) return <Skeleton />
  return (
    <>
      {problem && <SavedNote problem={problem} savedAt={at || null} now={now} onRetry={() => void refetch()} />}
      {unsent > 0 && <p className="font-semibold">{texts.sendFirst({ count: unsent })}</p>}
      {told && <ChangedRows told={told} race={race} marathon={marathon} reread={refetch} isBlocked={unsent > 0} />}
      {told && told.corrections.length > 0 && (
        <section aria-labelledby="corrections">
          <h3 id="corrections" className="font-sans text-base font-bold">
            {texts.corrected()}
          </h3>
          <Growing name={`corrections:${id}`} all={told.corrections}>
            {(correction) => (
              <li key={correction._id} className="py-2">
                <strong>{bibIs(correction)}</strong>
                <CorrectionFacts correction={correction} />
              </li>
            )}
          </Growing>
        </section>
      )}
    </>
  )
}

type ChangedRowsProps = {
  told: Differences
  race: Race
  marathon: MarathonView
  reread: () => Promise<unknown>
  isBlocked: boolean
}

/** Each difference as a line, and below them the form that corrects all. */
function ChangedRows({ told: { changes, moved, digest }, race, marathon, reread, isBlocked }: ChangedRowsProps) {
  return (
    <section aria-labelledby="differences" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 id="differences" className="font-sans text-base font-bold">
        {changes.length + moved === 0 ? texts.noDifference() : texts.differences({ count: changes.length })}
      </h3>
      {changes.length + moved > 0 && (
        <>
          <Growing name={`differences:${marathon._id}`} all={changes}>
            {({ entry, before, after }) => {
              const entrant = race.entrants.get(entry)
              return (
                <li key={entry} className="py-2">
                  <p className="font-semibold wrap-anywhere">
                    <span>{bibIs({ before, after })}</span>
                    {/* A margin of the name itself would be on the side where the name starts. */}
                    {entrant && (
                      <span className="ms-2">
                        <bdi>{entrantName(entrant)}</bdi>
                      </span>
                    )}
                  </p>
                  <ul>
                    {correctionLines({ before, after }).map((line) => (
                      <li key={line} className="wrap-anywhere">
                        {line}
                      </li>
                    ))}
                  </ul>
                </li>
              )
            }}
          </Growing>
          {moved > 0 && <p className="text-ink-soft">{texts.moved({ count: moved })}</p>}
          <CorrectForm marathonId={marathon._id} digest={digest} reread={reread} isBlocked={isBlocked} />
        </>
      )}
    </section>
  )
}

/** 'Bib 7', as it was in the official list. */
function bibIs({ before, after }: Parameters<typeof correctionLines>[0]): string {
  return bibIsText({ bib: (before ?? after).bib || '–' })
}

/** A list that grows. */
function Growing<Row>({
  name,
  all,
  children,
}: {
  name: string
  all: readonly Row[]
  children: (row: Row) => ReactNode
}) {
  const { limit, showMore } = useGrowingLimit(name, STEP)
  return (
    <>
      <ol className="divide-y divide-line border-y border-line empty:hidden">{all.slice(0, limit).map(children)}</ol>
      {all.length > limit && <LoadMore onMore={showMore} />}
    </>
  )
}
