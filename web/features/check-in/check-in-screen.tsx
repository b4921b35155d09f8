import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { helps, may, organises } from '../../../contract/roles.ts'
import { WayBack } from '../../marathon/way-back.tsx'
import { StaleDataBanner } from '../../status/stale-data-banner.tsx'
import { isFetching } from '../../store/is-fetching.ts'
import { useMarathon } from '../../store/rows/marathons.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import { useToldPhase } from '../../store/sync-status.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/check-in.js'
import { OneLine } from '../../ui/format/one-line.tsx'
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts'
import { RowSkeletons } from '../../ui/row-skeletons.tsx'
import { CheckIn } from './check-in.tsx'
import { NobodyHere } from './nobody-here.tsx'
import { useUnheardSince } from './unheard-since.ts'
import { useGate } from './use-gate.ts'

// Most gates have none, and a helper's never.
const WaitingScans = lazy(() => import('../../marathon/waiting-scans.tsx').then((m) => ({ default: m.WaitingScans })))

const route = getRouteApi('/dashboard_/myMarathons/$id/checkIn')

/** The screen of race morning: who of the entrants of a marathon is here. */
export function CheckInScreen() {
  const { id } = route.useParams()
  const marathon = useMarathon(id)
  const record = useSyncRecord()
  useShownMarathon(id, { isForStaff: true })
  const [settings, setSettings] = useGate(id)
  const since = useUnheardSince()
  const isOffline = useToldPhase() === 'offline'
  useDocumentTitle(marathon ? texts.checkInOf({ title: marathon.title }) : texts.checkIn())
  return (
    <div className="shell grid grid-cols-1 gap-2 pb-6">
      <div>
        <WayBack to={marathon} />
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-2xl sm:text-3xl">{texts.checkIn()}</h1>
          {helps(marathon) && (
            <p className="max-w-full text-ink-soft">
              <OneLine>{marathon.title}</OneLine>
            </p>
          )}
        </div>
      </div>
      <StaleDataBanner meaning={since && (isOffline ? texts.offlineSince({ since }) : texts.unheardSince({ since }))} />
      {organises(marathon) && (
        <Suspense>
          <WaitingScans marathonId={id} />
        </Suspense>
      )}
      {marathon === undefined || settings === undefined || record === undefined ? (
        <RowSkeletons count={6} />
      ) : marathon && may(marathon.role, 'checkIn') ? (
        <CheckIn marathon={marathon} settings={settings} isFetching={isFetching(record)} onSettings={setSettings} />
      ) : (
        <NobodyHere isFetching={isFetching(record)} />
      )}
    </div>
  )
}
