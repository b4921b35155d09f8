import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { organises } from '../../../contract/roles.ts'
import { CancelledNotice } from '../../marathon/cancelled-notice.tsx'
import { WaitingScans } from '../../marathon/waiting-scans.tsx'
import { WayBack } from '../../marathon/way-back.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import type { ApplicationView } from '../../store/overlay.ts'
import { useEntrants } from '../../store/rows/entrants.ts'
import { useMarathon } from '../../store/rows/marathons.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import * as texts from '../../texts/compiled/entrants.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../ui/inner-header.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { Entrants } from './entrants.tsx'

const ImportEntrants = lazy(() => import('./import/import-entrants.tsx').then((m) => ({ default: m.ImportEntrants })))

const route = getRouteApi('/dashboard/myMarathons/$id/entrants')

/** The screen with the entrants of one of the user's own marathons. */
export function EntrantsScreen() {
  const { id } = route.useParams()
  const marathon = useMarathon(id)
  useShownMarathon(id, { isForStaff: true })
  const entrants = useEntrants(id)
  // While somebody imports, the list below does not render 5,000 entrants with each part that is saved.
  const [before, setBefore] = useState<ApplicationView[] | null>(null)
  useDocumentTitle(marathon ? texts.entrantsOf({ title: marathon.title }) : texts.entrants())
  // What is said above comes with the entrants. Before them, it would push the skeleton down.
  const isRead = marathon !== undefined && entrants !== undefined
  return (
    <>
      <div className="print:hidden">
        <InnerHeader title={texts.entrants()} back={<WayBack to={marathon} />}>
          {isRead && marathon && <CancelledNotice marathon={marathon} />}
        </InnerHeader>
        <StaleDataBanner />
        {organises(marathon) && <WaitingScans marathonId={id} />}
      </div>
      {!isRead ? (
        <RowSkeletons count={6} />
      ) : organises(marathon) ? (
        <Entrants marathon={marathon} entrants={before ?? entrants} onImport={() => setBefore(entrants)} />
      ) : (
        <Notice kind="empty" title={texts.noEntrants()}>
          {texts.notYours()}
        </Notice>
      )}
      {/* It stays open while it fills a list that was empty. */}
      {before && isRead && organises(marathon) && (
        <Suspense>
          <ImportEntrants marathon={marathon} entrants={entrants} onClose={() => setBefore(null)} />
        </Suspense>
      )}
    </>
  )
}
