import { Suspense } from 'react'
import { helps, organises } from '../../../contract/roles.ts'
import { CancelledNotice } from '../../marathon/cancelled-notice.tsx'
import { useListLeft } from '../../marathon/list-left.ts'
import { ConfirmationLinks, OwnApplications } from '../../marathon/own-applications.tsx'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { WindowBadge } from '../../marathon/window-badge.tsx'
import { PendingBadge } from '../../status/pending-badge.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { useMyApplicationsFor } from '../../store/rows/applications.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { BackLink } from '../../ui/back-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { useMedia } from '../../ui/hooks/use-media.ts'
import { optional } from '../../ui/optional.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { StickyActions } from '../../ui/sticky-actions.tsx'
import { ChangedNotice } from './changed-notice.tsx'
import { MarathonActions } from './marathon-actions.tsx'
import { MarathonFacts } from './marathon-facts.tsx'
import { MarathonStart } from './marathon-start.tsx'
import { RaceDayPanel } from './race-day-panel.tsx'
import { RegisterAction } from './register-action.tsx'

// Without its code the screen still shows the rest.
const RaceNotices = optional(() => import('../../marathon/notices/race-notices.tsx').then((m) => m.RaceNotices))
// Few events have a ballot.
const BallotPanel = optional(() => import('./ballot-panel.tsx').then((m) => m.BallotPanel))

// Without its code the screen shows the rest.
const PushPanel = optional(() => import('../../marathon/notices/push-panel.tsx').then((m) => m.PushPanel))

type MarathonDetailsProps = {
  marathon: MarathonView
  /** False if the marathon comes from the server and this phone does not store it. */
  kept: boolean
}

/** The details of one marathon. */
export function MarathonDetails({ marathon, kept }: MarathonDetailsProps) {
  useDocumentTitle(texts.detailsOf({ title: marathon.title }))
  useShownMarathon(marathon._id)
  const now = useServerNow()
  const listLeft = useListLeft()
  const applications = useMyApplicationsFor(marathon._id)
  const wide = useMedia('(min-width: 64rem)')
  // The user's applications are above the start. The page waits for them, so that the start does not move.
  if (!applications) return <SpinnerBlock />
  // If the user has applied, only the confirmation is printed.
  const unprinted = applications.length > 0 ? 'print:hidden' : ''
  return (
    <article className="shell grid grid-cols-[minmax(0,1fr)] gap-6 py-3 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-x-10 lg:py-6">
      <div className="no-print lg:col-span-2">
        <BackLink to="/marathons" search={listLeft}>
          {texts.backToMarathons()}
        </BackLink>
        <StaleDataBanner />
        {kept && applications.length > 0 && <ChangedNotice marathon={marathon} />}
      </div>
      <header className={unprinted}>
        <Picture
          src={marathon.image}
          alt=""
          eager
          ratio="aspect-[2/1] sm:aspect-[21/9]"
          className="rounded-lg border border-line object-[50%_75%]"
        />
        <div className="mt-5 flex flex-wrap gap-2">
          <WindowBadge marathon={marathon} now={now} />
          <PendingBadge pending={marathon.pending} />
          {!kept && <Badge tone="closed">{texts.notKept()}</Badge>}
        </div>
        <h1 lang="" className="mt-3 text-3xl sm:text-5xl">
          <bdi>{marathon.title}</bdi>
        </h1>
        <p lang="" className="mt-2 text-lg text-ink-soft">
          <bdi>{marathon.location}</bdi>
        </p>
        <CancelledNotice marathon={marathon} />
      </header>
      <OwnApplications applications={applications} marathon={marathon} now={now}>
        <div className="mt-4">
          <ConfirmationLinks applications={applications} />
        </div>
      </OwnApplications>
      {kept && (applications.length > 0 || organises(marathon)) && <RaceDayPanel marathon={marathon} />}
      <section
        aria-label={texts.startAndRegistration()}
        className={`grid content-start gap-6 lg:sticky lg:top-[calc(var(--nav-height)+1.5rem)] lg:col-start-2 lg:row-span-4 lg:row-start-2 lg:self-start lg:rounded-lg lg:border lg:border-line lg:bg-surface lg:p-6 lg:shadow-lift ${unprinted}`}
      >
        <MarathonStart marathon={marathon} />
        {wide && (
          <div className="contents">
            <RegisterAction marathon={marathon} applications={applications} now={now} />
          </div>
        )}
      </section>
      <div className={`grid grid-cols-[minmax(0,1fr)] content-start gap-8 ${unprinted}`}>
        {kept && (applications.length > 0 || organises(marathon) || helps(marathon)) && (
          <Suspense>
            <RaceNotices marathonId={marathon._id} />
          </Suspense>
        )}
        <MarathonFacts marathon={marathon} />
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
      </div>
      {!wide && (
        <StickyActions>
          <RegisterAction marathon={marathon} applications={applications} now={now} />
        </StickyActions>
      )}
    </article>
  )
}
