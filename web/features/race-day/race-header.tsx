import { CancelledNotice } from '../../marathon/cancelled-notice.tsx'
import { RaceActions, RaceTitle } from '../../marathon/race/race-actions.tsx'
import { raceMoment } from '../../marathon/race/race-moment.ts'
import { useOwnResults } from '../../store/rows/applications.ts'
import { isStaffAt, type Race } from '../../store/rows/races.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDayOfYear, formatTime, formatWeekday } from '../../ui/format/format.ts'
import { roleOf } from './race-switch.tsx'

/** The race that the checks are for, with what the user does first there. */
export function RaceHeader({ race, now }: { race: Race | undefined; now: number }) {
  const results = useOwnResults() ?? []
  if (!race) {
    return (
      <section className="rounded-lg border border-line bg-surface p-5">
        <h2 className="text-xl">{texts.noneAhead()}</h2>
        <p className="mt-2 text-ink-soft">{texts.checksHold()}</p>
        <ButtonLink to="/marathons" variant="secondary" className="mt-4">
          {texts.marathons()}
        </ButtonLink>
      </section>
    )
  }
  const { location, startDate, timeZone, marathonId, marathon } = race
  return (
    <section className="rounded-lg border border-line bg-surface p-5 shadow-lift">
      <p className="font-semibold text-ink-soft">{roleOf(race)}</p>
      <h2 className="mt-1 text-2xl break-words">
        <RaceTitle race={race} />
      </h2>
      <p lang="" className="mt-1">
        <bdi>{location}</bdi>
      </p>
      <p className="numeral mt-4 text-4xl">{formatTime(startDate, timeZone)}</p>
      <p className="mt-1 text-lg font-semibold">
        {texts.dayAndMoment({
          weekday: formatWeekday(startDate, timeZone),
          day: formatDayOfYear(startDate, timeZone),
          moment: raceMoment(race, now),
        })}
      </p>
      {marathon && <CancelledNotice marathon={marathon} />}
      <div className="mt-5 grid gap-3">
        <RaceActions race={race} now={now} results={results} />
        {race.applications.length === 0 && isStaffAt(race) && (
          <ButtonLink to="/start" search={{ race: marathonId }} variant="secondary">
            {texts.openStartLine()}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
