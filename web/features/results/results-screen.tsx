import { getRouteApi } from '@tanstack/react-router'
import { may } from '../../../contract/roles.ts'
import { WayBack } from '../../marathon/way-back.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { isFetching } from '../../store/is-fetching.ts'
import { useMarathon } from '../../store/rows/marathons.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/results.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { InnerHeader } from '../../ui/inner-header.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { RaceResults } from './race-results.tsx'

const route = getRouteApi('/dashboard/myMarathons/$id/results')

/** The screen of the referee: what is doubtful, who came in when, and who is still out. */
export function ResultsScreen() {
  const { id } = route.useParams()
  const marathon = useMarathon(id)
  const record = useSyncRecord()
  useShownMarathon(id, { isForStaff: true })
  useDocumentTitle(marathon ? texts.resultsOf({ title: marathon.title }) : texts.results())
  return (
    <>
      <InnerHeader title={texts.results()} back={<WayBack to={marathon} />} />
      <StaleDataBanner />
      {marathon && may(marathon.role, 'time') ? (
        <RaceResults marathon={marathon} />
      ) : marathon === undefined || record === undefined || isFetching(record) ? (
        <RowSkeletons count={6} />
      ) : (
        <Notice kind="empty" title={texts.nothingHere()}>
          {texts.notYours()}
        </Notice>
      )}
    </>
  )
}
