import { getRouteApi } from '@tanstack/react-router'
import { helps, organises } from '../../../../contract/roles.ts'
import { WayBack } from '../../../marathon/way-back.tsx'
import { StaleDataBanner } from '../../../status/stale-data-banner.tsx'
import { isFetching } from '../../../store/is-fetching.ts'
import { useMarathon } from '../../../store/rows/marathons.ts'
import { useShownMarathon } from '../../../store/rows/shown-marathon.ts'
import { useSyncPhase } from '../../../store/sync-status.ts'
import { useSyncRecord } from '../../../store/unsent.ts'
import * as organise from '../../../texts/compiled/organise.js'
import * as texts from '../../../texts/compiled/overview.js'
import { useDocumentTitle } from '../../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../../ui/inner-header.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RowSkeletons } from '../../../ui/row-skeletons.tsx'
import { Facts } from './facts.tsx'
import { HelperPlace } from './helper-place.tsx'
import { Overview } from './overview.tsx'

const route = getRouteApi('/dashboard/myMarathons/$id/')

/** The place of a marathon for its staff: what is due, and the ways to all that they do. */
export function OverviewScreen() {
  const { id } = route.useParams()
  const marathon = useMarathon(id)
  useShownMarathon(id, { isForStaff: true })
  // Right after an accepted invitation the event is still to come.
  const record = useSyncRecord()
  const phase = useSyncPhase()
  const isComing = record !== undefined && isFetching(record) && (phase === 'idle' || phase === 'sending')
  useDocumentTitle(marathon ? texts.titleOf({ title: marathon.title }) : texts.title())
  return (
    // The height of a screen, so that nothing below moves when the marathon is read.
    <div className="min-h-dvh">
      {marathon === undefined ? (
        <>
          <WayBack />
          <h1 className="sr-only">{texts.title()}</h1>
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
      ) : helps(marathon) ? (
        <>
          <InnerHeader title={marathon.title} back={<WayBack />}>
            <Facts marathon={marathon} />
          </InnerHeader>
          <StaleDataBanner />
          <HelperPlace marathon={marathon} role={marathon.role} />
        </>
      ) : isComing ? (
        <>
          <WayBack />
          <h1 className="sr-only">{texts.title()}</h1>
          <p role="status" className="my-4 text-lg">
            {texts.loadingEvent()}
          </p>
          <RowSkeletons count={6} />
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
