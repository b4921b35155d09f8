import { Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { DISTANCES, type Distance } from '../../../contract/limits.ts'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import { resultWords } from '../../marathon/results/own-result.tsx'
import { FirstSyncNote } from '../../status/first-sync-note.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { useOwnResults } from '../../store/rows/applications.ts'
import * as texts from '../../texts/compiled/my-results.js'
import { BackLink } from '../../ui/back-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CardTable, type Column } from '../../ui/card-table.tsx'
import { Chips } from '../../ui/chips.tsx'
import { EmptyText } from '../../ui/empty-text.tsx'
import { formatDay } from '../../ui/format/format.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../ui/inner-header.tsx'
import { optional } from '../../ui/optional.ts'
import { OWN_WORDS } from '../../ui/own-words.ts'
import { PLOT_HEIGHT } from '../../ui/plot/plot-height.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { type Finish, personalBests, resultsOf, runnersOf, timesAt } from './personal-bests.ts'

// The table says the same.
const TimesPlot = optional(() => import('./times-plot.tsx').then((m) => m.TimesPlot))

/** The account's own official results: the best ones, how they changed over the years, and all of them. */
export function MyResultsScreen() {
  useDocumentTitle(texts.heading())
  const results = useOwnResults()
  return (
    <>
      <InnerHeader title={texts.heading()} back={<BackLink to="/dashboard/myApply">{texts.back()}</BackLink>} />
      <StaleDataBanner />
      {!results ? (
        <RowSkeletons count={3} />
      ) : results.length === 0 ? (
        <EmptyText title={texts.none()}>
          <p>{texts.noneText()}</p>
          <FirstSyncNote />
        </EmptyText>
      ) : (
        <MyResults results={results} />
      )}
    </>
  )
}

function MyResults({ results }: { results: OwnResult[] }) {
  const runners = useMemo(() => runnersOf(results), [results])
  const [chosen, setChosen] = useState('')
  const runner = runners.includes(chosen) ? chosen : (runners[0] ?? '')
  const own = useMemo(() => resultsOf(results, runner), [results, runner])
  const bests = useMemo(() => personalBests(own), [own])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <p className="hidden text-2xl font-bold print:block">
        <bdi>{runner}</bdi>
      </p>
      {runners.length > 1 && (
        <Chips
          legend={texts.runner()}
          name="runner"
          chips={runners.map((name) => ({ value: name, label: name }))}
          value={runner}
          onChange={setChosen}
        />
      )}
      {bests.length > 0 && <Bests bests={bests} />}
      <Times key={runner} results={own} />
      <section aria-labelledby="all">
        <h2 id="all" className="mb-3 text-xl">
          {texts.table()}
        </h2>
        <CardTable caption={texts.table()} columns={columnsOf(bests)} rows={own} keyOf={({ _id }) => _id} />
      </section>
    </div>
  )
}

function Bests({ bests }: { bests: Finish[] }) {
  return (
    <section aria-labelledby="bests">
      <h2 id="bests" className="mb-3 text-xl">
        {texts.bests()}
      </h2>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,11rem),1fr))] gap-3">
        {bests.map((best) => (
          <div key={best.distance} className="rounded-lg border border-line border-s-4 border-s-flare bg-surface p-4">
            <dt className="font-semibold">{best.distance}</dt>
            <dd className="numeral mt-1 text-3xl">{formatRaceTime(best.time)}</dd>
            <dd className="mt-1 text-sm text-ink-soft">{formatDay(best.startDate, best.timeZone)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The times over the years, of a distance at which there are two at least. */
function Times({ results }: { results: OwnResult[] }) {
  const [chosen, setChosen] = useState<Distance>()
  const plotted = useMemo(() => {
    const all = DISTANCES.map((distance) => ({ distance, times: timesAt(results, distance) }))
    return all.filter(({ times }) => times.length > 1)
  }, [results])
  const most = [...plotted].sort((a, b) => b.times.length - a.times.length)[0]
  const shown = plotted.find(({ distance }) => distance === chosen) ?? most
  if (!shown) return null
  return (
    <section aria-labelledby="times">
      <h2 id="times" className="mb-3 text-xl">
        {texts.timesAt(shown)}
      </h2>
      {plotted.length > 1 && (
        <Chips
          legend={texts.distance()}
          name="distance"
          chips={plotted.map(({ distance, times }) => ({ value: distance, label: distance, count: times.length }))}
          value={shown.distance}
          onChange={setChosen}
        />
      )}
      <div className={`mt-2 ${PLOT_HEIGHT}`}>
        <Suspense>
          <TimesPlot {...shown} />
        </Suspense>
      </div>
    </section>
  )
}

function columnsOf(bests: Finish[]): Column<OwnResult>[] {
  return [
    {
      head: texts.event(),
      cell: ({ _id: id, title }) => (
        <Link
          to="/dashboard/myResults/$id"
          params={{ id }}
          {...OWN_WORDS}
          className="inline-flex min-h-11 items-center font-semibold hover:underline max-md:text-lg"
        >
          {title}
        </Link>
      ),
    },
    {
      head: texts.time(),
      cell: (result) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="numeral text-2xl whitespace-nowrap md:text-xl">{resultWords(result)}</span>
          {bests.some(({ _id }) => _id === result._id) && <Badge tone="open">{texts.isPersonalBest()}</Badge>}
        </span>
      ),
    },
    { head: texts.distance(), cell: ({ distance }) => distance, isNamed: true },
    {
      head: texts.place(),
      cell: ({ place, finishers }) => (place === null ? '–' : texts.placeOf({ place, count: finishers })),
      isNamed: true,
    },
    {
      head: texts.date(),
      cell: ({ startDate, timeZone }) => formatDay(startDate, timeZone),
      className: 'md:whitespace-nowrap',
      isNamed: true,
    },
  ]
}
