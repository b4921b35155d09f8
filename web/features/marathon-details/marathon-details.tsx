import { Suspense } from 'react'
import { helps, organises } from '../../../contract/roles.ts'
import { MarathonActions } from '../../marathon/details/marathon-actions.tsx'
import { MarathonFacts } from '../../marathon/details/marathon-facts.tsx'
import { MarathonHead } from '../../marathon/details/marathon-head.tsx'
import { MarathonLayout } from '../../marathon/details/marathon-layout.tsx'
import { MarathonStart } from '../../marathon/details/marathon-start.tsx'
import { useListLeft } from '../../marathon/list-left.ts'
import { ConfirmationLinks, OwnApplications } from '../../marathon/own-applications.tsx'
import { participants } from '../../marathon/participants.ts'
import { OwnResultLink } from '../../marathon/results/own-result.tsx'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { WindowBadge } from '../../marathon/window-badge.tsx'
import { PendingBadge } from '../../status/pending-badge.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import type { ApplicationView, MarathonView } from '../../store/overlay.ts'
import { useOwnResults } from '../../store/rows/applications.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import * as resultTexts from '../../texts/compiled/my-results.js'
import { BackLink } from '../../ui/back-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { optional } from '../../ui/optional.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { ChangedNotice } from './changed-notice.tsx'
import { ContactFacts } from './contact-facts.tsx'
import { RaceDayPanel } from './race-day-panel.tsx'
import { RegisterAction } from './register-action.tsx'

// Without its code the screen still shows the rest.
const RaceNotices = optional(() => import('../../marathon/notices/race-notices.tsx').then((m) => m.RaceNotices))
// Most events have no results yet.
const ResultsPanel = optional(() => import('../../marathon/results/results-panel.tsx').then((m) => m.ResultsPanel))
// Few events have a ballot.
const BallotPanel = optional(() => import('./ballot-panel.tsx').then((m) => m.BallotPanel))

// Without its code the screen shows the rest.
const PushPanel = optional(() => import('../../marathon/notices/push-panel.tsx').then((m) => m.PushPanel))

type MarathonDetailsProps = {
  marathon: MarathonView
  /** False if the marathon comes from the server and this phone does not store it. */
  kept: boolean
  /** The user's own to this marathon. */
  applications: ApplicationView[]
}

/** The details of one marathon. */
export function MarathonDetails({ marathon, kept, applications }: MarathonDetailsProps) {
  useDocumentTitle(texts.detailsOf({ title: marathon.title }))
  useShownMarathon(marathon._id)
  const now = useServerNow()
  const listLeft = useListLeft()
  const offsetMs = useSyncRecord()?.serverOffsetMs ?? 0
  const results = useOwnResults()?.filter(({ marathonId }) => marathonId === marathon._id) ?? []
  // If the user has applied, only the confirmation is printed.
  const unprinted = applications.length > 0 ? 'print:hidden' : ''
  return (
    <MarathonLayout
      className={unprinted}
      above={
        <>
          <BackLink to="/marathons" search={listLeft}>
            {texts.backToMarathons()}
          </BackLink>
          <StaleDataBanner />
          {kept && applications.length > 0 && <ChangedNotice marathon={marathon} />}
        </>
      }
      head={
        <MarathonHead marathon={marathon}>
          <WindowBadge marathon={marathon} now={now} />
          <PendingBadge pending={marathon.pending} />
          {!kept && <Badge tone="closed">{texts.notKept()}</Badge>}
        </MarathonHead>
      }
      between={
        <>
          {results.map((result) => (
            <p
              key={result._id}
              className="flex flex-wrap items-center justify-between gap-x-4 rounded-lg border border-line border-s-4 border-s-flare bg-surface px-4 py-1 text-lg print:hidden"
            >
              <OwnResultLink result={result} />
              {result.place !== null && (
                <span className="py-2 text-base">
                  {resultTexts.placeOf({ place: result.place, count: result.finishers })}
                </span>
              )}
            </p>
          ))}
          {marathon.results !== '' && (
            <Suspense fallback={<RowSkeletons count={5} />}>
              <ResultsPanel marathonId={marathon._id} />
            </Suspense>
          )}
          <OwnApplications applications={applications} marathon={marathon} now={now}>
            <div className="mt-4">
              <ConfirmationLinks applications={applications} />
            </div>
          </OwnApplications>
          {kept && (applications.length > 0 || organises(marathon)) && <RaceDayPanel marathon={marathon} />}
        </>
      }
      beside={
        <MarathonStart marathon={marathon} from={marathon.createdAt} now={now} offsetMs={offsetMs}>
          <div>
            <dt className="text-sm text-ink-soft">{texts.participants()}</dt>
            <dd className="numeral mt-1 text-3xl">{participants(marathon)}</dd>
          </div>
        </MarathonStart>
      }
      action={<RegisterAction marathon={marathon} applications={applications} results={results} now={now} />}
    >
      {kept && (applications.length > 0 || organises(marathon) || helps(marathon)) && (
        <Suspense>
          <RaceNotices marathonId={marathon._id} />
        </Suspense>
      )}
      <MarathonFacts marathon={marathon}>
        <ContactFacts marathon={marathon} />
      </MarathonFacts>
      {marathon.registration === 'ballot' && (
        <Suspense>
          <BallotPanel marathon={marathon} applications={applications} now={now} />
        </Suspense>
      )}
      <MarathonActions marathon={marathon} />
      {kept && applications.length > 0 && (
        <Suspense>
          <PushPanel />
        </Suspense>
      )}
    </MarathonLayout>
  )
}
