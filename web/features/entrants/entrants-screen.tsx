import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { CancelledNotice } from '../../marathon/cancelled-notice.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { useEntrants } from '../../store/rows/entrants.ts'
import { useMarathon } from '../../store/rows/marathons.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { BackLink } from '../../ui/back-link.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../ui/inner-header.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { Entrants } from './entrants.tsx'

const WaitingScans = lazy(() => import('../../marathon/waiting-scans.tsx').then((m) => ({ default: m.WaitingScans })))

const route = getRouteApi('/dashboard/myMarathons/$id/entrants')

/** The screen with the entrants of one of the user's own marathons. */
export function EntrantsScreen() {
  const { id } = route.useParams()
  const marathon = useMarathon(id)
  useShownMarathon(id, { isForStaff: true })
  const entrants = useEntrants(id)
  useDocumentTitle(marathon ? texts.entrantsOf({ title: marathon.title }) : texts.entrants())
  // The title comes with the entrants. Before them, it would push the skeleton down.
  const isRead = marathon !== undefined && entrants !== undefined
  return (
    <>
      <div className="print:hidden">
        <InnerHeader
          title={texts.entrants()}
          back={<BackLink to="/dashboard/myMarathons">{texts.toMyMarathons()}</BackLink>}
        >
          {isRead && marathon && (
            <>
              <p lang="" className="mt-1 text-ink-soft">
                <bdi>{marathon.title}</bdi>
              </p>
              <CancelledNotice marathon={marathon} />
            </>
          )}
        </InnerHeader>
        <StaleDataBanner />
        {marathon?.mine && (
          <Suspense>
            <WaitingScans marathonId={id} />
          </Suspense>
        )}
      </div>
      {!isRead ? (
        <RowSkeletons count={6} />
      ) : marathon?.mine ? (
        <Entrants marathon={marathon} entrants={entrants} />
      ) : (
        <Notice kind="empty" title={texts.noEntrants()}>
          {texts.notYours()}
        </Notice>
      )}
    </>
  )
}
