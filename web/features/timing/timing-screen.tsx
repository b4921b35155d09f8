import { getRouteApi } from '@tanstack/react-router'
import { helps, may } from '../../../contract/roles.ts'
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
  return (
    <div className="shell grid grid-cols-1 gap-2 pb-6">
      <div>
        <WayBack to={marathon} />
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-2xl sm:text-3xl">{texts.timing()}</h1>
          {helps(marathon) && <p className="max-w-full truncate text-ink-soft">{marathon.title}</p>}
        </div>
      </div>
      {!isRead ? (
        <RowSkeletons count={4} />
      ) : marathon && may(marathon.role, 'time') ? (
        <Timing key={settings.point} marathon={marathon} settings={settings} onSettings={setSettings} />
      ) : isFetching(record) ? (
        <RowSkeletons count={4} />
      ) : (
        <Notice kind="empty" title={texts.nothingToTime()}>
          {texts.notYours()}
        </Notice>
      )}
    </div>
  )
}
