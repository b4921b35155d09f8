import { getRouteApi } from '@tanstack/react-router'
import { may } from '../../../contract/roles.ts'
import { WayBack } from '../../marathon/way-back.tsx'
import { isFetching } from '../../store/is-fetching.ts'
import { useMarathon } from '../../store/rows/marathons.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/timing.js'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { Timing } from './timing.tsx'
import { usePoint } from './use-point.ts'

const route = getRouteApi('/dashboard_/myMarathons/$id/timing')

/** The screen of the finish line, and of every other point: who crossed it when. */
export function TimingScreen() {
  const { id } = route.useParams()
  const marathon = useMarathon(id)
  const record = useSyncRecord()
  useShownMarathon(id, { isForStaff: true })
  const [settings, setSettings] = usePoint(id)
  useDocumentTitle(marathon ? texts.timingOf({ title: marathon.title }) : texts.timing())
  const isRead = marathon !== undefined && settings !== undefined && record !== undefined
  const isHere = isRead && marathon && may(marathon.role, 'time')
  return (
    <div className="shell pt-1.5">
      <h1 className="sr-only">{texts.timing()}</h1>
      {isHere ? (
        <Timing marathon={marathon} settings={settings} onSettings={setSettings} />
      ) : (
        <div className="grid gap-2 pb-6">
          <WayBack to={marathon} />
          {!isRead || isFetching(record) ? (
            <RowSkeletons count={4} />
          ) : (
            <Notice kind="empty" title={texts.nothingToTime()}>
              {texts.notYours()}
            </Notice>
          )}
        </div>
      )}
    </div>
  )
}
