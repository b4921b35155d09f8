import { daysLeft } from '../../../contract/time/dates.ts'
import { CancelledNotice } from '../../marathon/cancelled-notice.tsx'
import { racePhase } from '../../store/rows/race-phase.ts'
import type { Race } from '../../store/rows/races.ts'
import * as texts from '../../texts/compiled/race-day.js'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDay, formatTime, formatWeekday } from '../../ui/format/format.ts'

/** The race that the checks are for, with a link to its start-line screen. */
export function RaceHeader({ race, now }: { race: Race | undefined; now: number }) {
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
  const { title, location, startDate, timeZone, marathonId, marathon } = race
  const date = { weekday: formatWeekday(startDate, timeZone), day: formatDay(startDate, timeZone) }
  return (
    <section className="rounded-lg border border-line bg-surface p-5 shadow-lift">
      <p className="font-semibold text-ink-soft">{texts.yourNextRace()}</p>
      <h2 lang="" className="mt-1 text-2xl">
        <bdi>{title}</bdi>
      </h2>
      <p lang="" className="mt-1">
        <bdi>{location}</bdi>
      </p>
      <p className="numeral mt-4 text-4xl">{formatTime(startDate, timeZone)}</p>
      <p className="mt-1 font-semibold">
        {racePhase(startDate, now) === 'under-way'
          ? texts.dayUnderWay(date)
          : texts.dayAhead({ ...date, days: daysLeft(startDate, now) })}
      </p>
      {marathon && <CancelledNotice marathon={marathon} />}
      <div className="mt-5 flex flex-col gap-3">
        <ButtonLink to="/start" search={{ race: marathonId }} size="lg">
          {texts.openStartLine()}
        </ButtonLink>
        <ButtonLink to="/marathons/$id" params={{ id: marathonId }} variant="secondary">
          {texts.seeDetails()}
        </ButtonLink>
      </div>
    </section>
  )
}
