import { Suspense, useState } from 'react'
import { lastResponse } from '../../calls/call-api.ts'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { nextRace } from '../../store/rows/race-phase.ts'
import { useRaces } from '../../store/rows/races.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { formatClock } from '../../ui/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { optional } from '../../ui/optional.ts'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { BatteryChecks } from './battery-checks.tsx'
import { AppCheck, InstallCheck, StorageCheck } from './phone-checks.tsx'
import { PushCheck } from './push-check.tsx'
import { RaceHeader } from './race-header.tsx'
import { ClockCheck, PackCheck, UnsentCheck } from './saved-checks.tsx'

// Without its code the screen still shows the rest.
const RaceNotices = optional(() => import('../../marathon/notices/race-notices.tsx').then((m) => m.RaceNotices))

/** How often the screen looks for a newer response of the server. */
const ANSWER_MS = 1000

/** Says which marathon this screen shows, while there is one. */
function RoomOf({ marathonId }: { marathonId: string }) {
  useShownMarathon(marathonId)
  return null
}

/** The screen of the race-day checks. The most important check is first. Where possible, one tap fixes a check. */
export function ReadyScreen() {
  const races = useRaces()
  const now = useServerNow()
  // A new key makes the checks ask the browser again after a fix.
  const [refreshKey, setRefreshKey] = useState(0)
  const again = () => setRefreshKey((before) => before + 1)
  if (!races) return <SpinnerBlock />
  const race = nextRace(
    races.filter(({ marathon }) => marathon !== null),
    now,
  )
  return (
    <div className="shell grid items-start gap-8 py-8 sm:py-12 lg:grid-cols-[2fr_3fr]">
      <div className="grid gap-6">
        <RaceHeader race={race} now={now} />
        {race && (
          <Suspense>
            <RoomOf marathonId={race.marathonId} />
            <RaceNotices marathonId={race.marathonId} />
          </Suspense>
        )}
      </div>
      <section aria-labelledby="checks">
        <h2 id="checks" className="text-2xl">
          {texts.thisPhone()}
        </h2>
        <ul className="mt-2">
          <PackCheck race={race} refreshKey={refreshKey} onMended={again} />
          <UnsentCheck />
          <AppCheck />
          <InstallCheck />
          <StorageCheck refreshKey={refreshKey} onMended={again} />
          <ClockCheck />
          <BatteryChecks />
          <PushCheck />
        </ul>
        <LastAnswer />
      </section>
    </div>
  )
}

/** What somebody who helps needs to find this phone's last call in the server's log. */
function LastAnswer() {
  // The response may come after the screen.
  useNow(ANSWER_MS)
  const response = lastResponse()
  if (!response) return null
  return (
    <p className="mt-4 text-sm text-ink-soft wrap-anywhere">
      {texts.lastAnswer({ time: formatClock(response.at), requestId: response.requestId })}
    </p>
  )
}
