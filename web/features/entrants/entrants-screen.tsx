import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { CancelledNotice } from '../../marathon/cancelled-notice.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { useEntrants } from '../../store/rows/entrants.ts'
import { useMarathon } from '../../store/rows/marathons.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { Rich } from '../../ui/rich.tsx'
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
        <Link to="/dashboard/myMarathons" className="text-link mb-2 inline-flex min-h-11 items-center gap-2">
          <Rich
            text={texts.toMyMarathons()}
            tags={{ arrow: (children) => <span aria-hidden="true">{children}</span> }}
          />
        </Link>
        <h2 className="text-2xl sm:text-3xl">{texts.entrants()}</h2>
        {isRead && marathon && (
          <div className="mt-1 mb-6">
            <p lang="" className="text-ink-soft">
              <bdi>{marathon.title}</bdi>
            </p>
            <CancelledNotice marathon={marathon} />
          </div>
        )}
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
