import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { CancelledNotice } from '../../marathon/cancelled-notice.tsx'
import { MarathonUnavailable } from '../../marathon/marathon-unavailable.tsx'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { WindowBadge } from '../../marathon/window-badge.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import type { MarathonView } from '../../store/overlay.ts'
import { useMyApplications } from '../../store/rows/applications.ts'
import { useOneMarathon } from '../../store/rows/one-marathon.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import * as texts from '../../texts/compiled/registration.js'
import { BackLink } from '../../ui/back-link.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { optional } from '../../ui/optional.ts'
import { Picture } from '../../ui/pictures/picture.tsx'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { Applied } from './applied.tsx'
import { ApplyForm } from './apply-form.tsx'
import { lastRunner } from './last-runner.ts'

// Without its code the form works on.
const UrgentNotice = optional(() => import('../../marathon/notices/urgent-notice.tsx').then((m) => m.UrgentNotice))

const route = getRouteApi('/marathon/registration/$id')

/** The registration screen of one marathon. */
export function RegistrationScreen() {
  useDocumentTitle(texts.documentTitle())
  const { id } = route.useParams()
  const one = useOneMarathon(id)
  if (one.state === 'here') return <Screen marathon={one.marathon} />
  return (
    <div className="shell py-10">
      <MarathonUnavailable one={one} />
    </div>
  )
}

function Screen({ marathon }: { marathon: MarathonView }) {
  useShownMarathon(marathon._id)
  const now = useServerNow()
  const own = useMyApplications()
  const [applied, setApplied] = useState(false)
  // The form begins with what these have.
  if (!own) return <SpinnerBlock />
  return (
    <div className="shell max-w-3xl! py-3 lg:py-8">
      <BackLink to="/marathons/$id" params={{ id: marathon._id }}>
        {texts.seeEvent()}
      </BackLink>
      <StaleDataBanner />
      <div className="no-print relative overflow-hidden rounded-lg bg-night">
        <Picture src={marathon.image} alt="" eager ratio="aspect-[2/1] sm:aspect-[3/1]" />
        <div className="absolute inset-0 bg-linear-to-t from-night via-night/70 to-night/10" />
        <p className="absolute inset-x-0 bottom-0 p-4 font-display text-2xl font-bold text-chalk sm:p-6 sm:text-3xl">
          {marathon.title}
        </p>
      </div>
      <div className="no-print mt-6 mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl sm:text-3xl">{texts.formTitle()}</h1>
        <WindowBadge marathon={marathon} now={now} />
      </div>
      <div className="no-print mb-6 empty:hidden">
        {marathon.cancelled ? (
          <CancelledNotice marathon={marathon} />
        ) : (
          <Suspense>
            <UrgentNotice marathonId={marathon._id} />
          </Suspense>
        )}
      </div>
      {applied ? (
        <Applied marathon={marathon} now={now} onAnother={() => setApplied(false)} />
      ) : (
        <ApplyForm
          marathon={marathon}
          known={lastRunner(
            own.map(({ application }) => application),
            marathon._id,
          )}
          now={now}
          onSaved={() => {
            setApplied(true)
            // The code is above, where the form began.
            scrollTo({ top: 0 })
          }}
        />
      )}
    </div>
  )
}
