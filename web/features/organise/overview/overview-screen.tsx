import { getRouteApi, Navigate } from '@tanstack/react-router'
import { helps, organises } from '../../../../contract/roles.ts'
import { WayBack } from '../../../marathon/way-back.tsx'
import { StaleDataBanner } from '../../../status/stale-data-banner.tsx'
import { useMarathon } from '../../../store/rows/marathons.ts'
import { useShownMarathon } from '../../../store/rows/shown-marathon.ts'
import * as organise from '../../../texts/compiled/organise.js'
import * as texts from '../../../texts/compiled/overview.js'
import { useDocumentTitle } from '../../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../../ui/inner-header.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowSkeletons } from '../../../ui/row-skeletons.tsx'
import { Facts } from './facts.tsx'
import { Overview } from './overview.tsx'

const route = getRouteApi('/dashboard/myMarathons/$id/')

/** The place of one of the user's own marathons: what is due, and the ways to all that an organiser does. */
export function OverviewScreen() {
  const { id } = route.useParams()
  const marathon = useMarathon(id)
  useShownMarathon(id, { isForStaff: true })
  useDocumentTitle(marathon ? texts.titleOf({ title: marathon.title }) : texts.title())
  if (helps(marathon)) return <Navigate to="/dashboard/myMarathons/$id/checkIn" params={{ id }} replace />
  return (
    // The height of a screen, so that nothing below moves when the marathon is read.
    <div className="min-h-dvh">
      {marathon === undefined ? (
        <>
          <WayBack />
          <RowSkeletons count={6} />
        </>
      ) : organises(marathon) ? (
        <>
          <InnerHeader title={marathon.title} back={<WayBack />}>
            <Facts marathon={marathon} />
          </InnerHeader>
          <StaleDataBanner />
          <Overview marathon={marathon} />
        </>
      ) : (
        <>
          <InnerHeader title={texts.title()} back={<WayBack />} />
          <Notice kind="empty" title={texts.none()}>
            {organise.notYours()}
          </Notice>
        </>
      )}
    </div>
  )
}
