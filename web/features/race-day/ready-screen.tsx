import { useState } from 'react'
import { lastResponse } from '../../calls/call-api.ts'
import { NoticesShown } from '../../marathon/notices/race-notices.tsx'
import { useServerNow } from '../../marathon/use-server-now.ts'
import { useNotices } from '../../store/rows/notices.ts'
import { nextRace, racesAtHand } from '../../store/rows/race-phase.ts'
import { useRaces } from '../../store/rows/races.ts'
import { useShownMarathon } from '../../store/rows/shown-marathon.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { formatClock } from '../../ui/format/format.ts'
import { useNow } from '../../ui/hooks/use-now.ts'
import { SpinnerBlock } from '../../ui/spinner.tsx'
import { BatteryChecks } from './battery-checks.tsx'
import { AppCheck, InstallCheck, StorageCheck } from './phone-checks.tsx'
import { PushCheck } from './push-check.tsx'
import { RaceHeader } from './race-header.tsx'
import { RaceSwitch } from './race-switch.tsx'
import { ClockCheck, PackCheck, UnsentCheck } from './saved-checks.tsx'

/** How often the screen looks for a newer response of the server. */
const ANSWER_MS = 1000

/** Says which marathon this screen shows, while there is one. */
function RoomOf({ marathonId }: { marathonId: string }) {
  useShownMarathon(marathonId)
  return null
}

/**
 * Race day: the user's races at hand, what to do first at one of them, and whether this phone is ready. The most
 * important check is first. Where possible, one tap fixes a check.
 * @param wanted the id of the race to show; by default the next one
 */
export function ReadyScreen({ wanted }: { wanted: string | undefined }) {
  const races = useRaces()
  const now = useServerNow()
  // A new key makes the checks ask the browser again after a fix.
  const [refreshKey, setRefreshKey] = useState(0)
  const again = () => setRefreshKey((before) => before + 1)
  const told = useNotices()
  if (!races || !told) return <SpinnerBlock />
  const live = races.filter(({ marathon }) => marathon !== null)
  const atHand = racesAtHand(live, now)
  const race = live.find(({ marathonId }) => marathonId === wanted) ?? nextRace(live, now) ?? atHand.at(-1)
  const notices = told.filter(({ marathonId }) => marathonId === race?.marathonId)
  return (
    <div className="shell grid grid-cols-[minmax(0,1fr)] items-start gap-8 pb-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <RaceHeader race={race} now={now} />
        {race && atHand.some((one) => one !== race) && <RaceSwitch races={atHand} shown={race} now={now} />}
        {race && (
          <>
            <RoomOf marathonId={race.marathonId} />
            <NoticesShown notices={notices} />
          </>
        )}
      </div>
      <section aria-labelledby="checks">
        <h2 id="checks" className="text-2xl">
          {texts.readyForRaceDay()}
        </h2>
        <p className="mt-1 text-ink-soft">{texts.readyLead()}</p>
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
