import { useServerNow } from '../../marathon/use-server-now.ts'
import { useAuth } from '../../session/auth-context.tsx'
import { AccountCodeMissing } from '../../status/account-code-missing.tsx'
import { useUnreadNotices } from '../../store/rows/notices.ts'
import { useRaces } from '../../store/rows/races.ts'
import { useSyncRecord } from '../../store/unsent.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { ButtonLink } from '../../ui/button.tsx'
import { pickRace } from './pick-race.ts'
import { StartFrame } from './start-frame.tsx'
import { StartLineView } from './start-line-view.tsx'

/** Start-line mode for the user's next race, or for the race in the URL. */
export function StartScreen({ wanted }: { wanted: string | undefined }) {
  const { user, loading, isCodeMissing } = useAuth()
  const races = useRaces()
  const unread = useUnreadNotices()
  const sync = useSyncRecord()
  const now = useServerNow(1000)
  const isUnread = races === undefined || sync === undefined || unread === undefined
  if (loading || (user && isUnread)) return <StartFrame title={texts.startLine()} />
  if (isCodeMissing) return <AccountCodeMissing />
  if (!user) {
    return (
      <StartFrame title={texts.nobodySignedIn()}>
        <p>{texts.shownOnceLoggedIn()}</p>
        <ButtonLink to="/login" search={{ redirect: '/start' }} size="lg">
          {texts.login()}
        </ButtonLink>
      </StartFrame>
    )
  }
  const race = pickRace(races ?? [], wanted, now)
  if (race) return <StartLineView key={race.marathonId} race={race} unread={unread ?? []} now={now} sync={sync} />
  return (
    <StartFrame title={wanted ? texts.raceNotHere() : texts.noneAhead()}>
      <p>{sync?.syncedAt ? texts.showsHere() : texts.nothingSavedYet()}</p>
      <ButtonLink to="/marathons" size="lg">
        {texts.marathons()}
      </ButtonLink>
    </StartFrame>
  )
}
