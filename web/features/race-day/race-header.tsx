import { daysLeft } from '../../../contract/dates.ts'
import { racePhase } from '../../data/race-phase.ts'
import type { Race } from '../../data/races.ts'
import { CancelledNotice } from '../../shared/marathon/cancelled-notice.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { formatDayInText, formatTime, formatWeekday } from '../../ui/format/format.ts'

/** The race that the checks are for, with a link to its start-line screen. */
export function RaceHeader({ race, now }: { race: Race | undefined; now: number }) {
  if (!race) {
    return (
      <section className="rounded-lg border border-line bg-surface p-5">
        <h2 className="text-xl">No race of yours is ahead.</h2>
        <p className="mt-2 text-ink-soft">The checks below hold all the same.</p>
        <ButtonLink to="/marathons" variant="secondary" className="mt-4">
          Marathons
        </ButtonLink>
      </section>
    )
  }
  const { title, location, startDate, timeZone, marathonId, marathon } = race
  const days = daysLeft(startDate, now)
  return (
    <section className="rounded-lg border border-line bg-surface p-5 shadow-lift">
      <p className="font-semibold text-ink-soft">Your next race</p>
      <h2 className="mt-1 text-2xl">{title}</h2>
      <p className="mt-1">{location}</p>
      <p className="numeral mt-4 text-4xl">{formatTime(startDate, timeZone)}</p>
      <p className="mt-1 font-semibold">
        {formatWeekday(startDate, timeZone)} {formatDayInText(startDate, timeZone)}
        {racePhase(startDate, now) === 'under-way'
          ? ', under way'
          : days === 1
            ? ', within a day'
            : `, in ${days} days`}
      </p>
      {marathon && <CancelledNotice marathon={marathon} />}
      <div className="mt-5 flex flex-col gap-3">
        <ButtonLink to="/start" search={{ race: marathonId }} size="lg">
          Open the start line
        </ButtonLink>
        <ButtonLink to="/marathons/$id" params={{ id: marathonId }} variant="secondary">
          See Details
        </ButtonLink>
      </div>
    </section>
  )
}
