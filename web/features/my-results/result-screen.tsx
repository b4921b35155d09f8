import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { formatRaceTime } from '../../../contract/results/race-time.ts'
import { pointName } from '../../marathon/race/point-name.ts'
import { NameInResults } from '../../marathon/results/name-in-results.tsx'
import { resultWords } from '../../marathon/results/own-result.tsx'
import { FirstSyncNote } from '../../status/first-sync-note.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { useMyApplicationsFor, useOwnResults } from '../../store/rows/applications.ts'
import { useMarathon } from '../../store/rows/marathons.ts'
import * as texts from '../../texts/compiled/my-results.js'
import * as publicTexts from '../../texts/compiled/public-results.js'
import * as resultTexts from '../../texts/compiled/results.js'
import { BackLink } from '../../ui/back-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDay } from '../../ui/format/format.ts'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../ui/inner-header.tsx'
import { Notice } from '../../ui/notice.tsx'
import { optional } from '../../ui/optional.ts'
import { OWN_WORDS } from '../../ui/own-words.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { isFinish } from './personal-bests.ts'
import { resultFacts } from './result-facts.ts'

// Without its code the screen shows the rest.
const Certificate = optional(() => import('./certificate/certificate.tsx').then((m) => m.Certificate))

const route = getRouteApi('/dashboard/myResults/$id')

/** One own official result. It is here without its event and its entry too. */
export function ResultScreen() {
  const { id } = route.useParams()
  const results = useOwnResults()
  const result = results?.find(({ _id }) => _id === id)
  useDocumentTitle(result?.title ?? texts.heading())
  return (
    <>
      <InnerHeader
        title={result?.title ?? texts.heading()}
        back={<BackLink to="/dashboard/myResults">{texts.heading()}</BackLink>}
      />
      <StaleDataBanner />
      {result ? (
        <Result result={result} />
      ) : results ? (
        <Notice kind="empty" title={texts.notFound()}>
          <p>{texts.notFoundText()}</p>
          <FirstSyncNote />
        </Notice>
      ) : (
        <RowSkeletons count={2} />
      )}
    </>
  )
}

function Result({ result }: { result: OwnResult }) {
  const { startDate, timeZone, distance, bib, name, reason, officialAt } = result
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] print:block">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 print:hidden">
        <section
          aria-label={texts.ownResult()}
          className="rounded-lg border border-line border-s-4 border-s-flare bg-surface p-4 shadow-lift sm:p-6"
        >
          <p className="flex flex-wrap gap-x-3 font-semibold text-ink-soft">
            <span {...OWN_WORDS}>{name}</span>
            {bib !== '' && <span>{resultTexts.bibIs({ bib })}</span>}
          </p>
          <p className="numeral my-3 text-5xl wrap-anywhere sm:text-6xl">{resultWords(result)}</p>
          <p className="text-ink-soft">{[formatDay(startDate, timeZone), distance].join(' · ')}</p>
          {reason !== '' && <p {...OWN_WORDS}>{reason}</p>}
          <Facts result={result} />
          <p className="mt-4 text-sm text-ink-soft">{texts.officialSince({ day: formatDay(officialAt, timeZone) })}</p>
        </section>
        <Splits result={result} />
        <Public result={result} />
      </div>
      {isFinish(result) && (
        <Suspense fallback={<RowSkeletons count={1} />}>
          <Certificate result={result} />
        </Suspense>
      )}
    </div>
  )
}

function Facts({ result }: { result: OwnResult }) {
  const facts = resultFacts(result)
  if (facts.length === 0) return null
  return (
    <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3 border-t border-line pt-4">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="numeral text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The times at the points on the way, and at the finish. */
function Splits({ result }: { result: OwnResult }) {
  const splits = JSON.parse(result.splits) as [point: string, time: number][]
  if (splits.every(([point]) => point === 'start' || point === 'finish')) return null
  return (
    <section aria-labelledby="splits">
      <h2 id="splits" className="mb-2 text-xl">
        {texts.splits()}
      </h2>
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface px-4">
        {splits.map(([point, ms]) => (
          <div key={point} className="flex min-h-11 items-center justify-between gap-4">
            <dt {...OWN_WORDS} className="min-w-0 break-words">
              {pointName(point)}
            </dt>
            <dd className="numeral text-lg">{formatRaceTime(ms)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What everybody reads of it, and the runner's say in that. Without the event there is no list. */
function Public({ result }: { result: OwnResult }) {
  const marathon = useMarathon(result.marathonId)
  const applications = useMyApplicationsFor(result.marathonId)
  if (!marathon || !applications) return null
  const application = applications.find(({ _id }) => _id === result._id)
  return (
    <div className="grid justify-items-start gap-3">
      {application ? (
        <NameInResults application={application} />
      ) : (
        <p className="text-sm text-ink-soft">{texts.leftEvent()}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <ButtonLink to="/marathons/$id" params={{ id: marathon._id }} variant="secondary">
          {texts.seeEvent()}
        </ButtonLink>
        {marathon.results !== '' && (
          <ButtonLink to="/e/$id/results" params={{ id: marathon._id }} variant="secondary">
            {publicTexts.allResults()}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
