import { Link } from '@tanstack/react-router'
import { DAY_MS } from '../../../contract/limits.ts'
import { may, organises } from '../../../contract/roles.ts'
import type { Race } from '../../store/rows/races.ts'
import * as marathonTexts from '../../texts/compiled/marathon.js'
import * as texts from '../../texts/compiled/races.js'
import { ButtonLink } from '../../ui/button.tsx'
import { CheckIcon, StopwatchIcon } from '../../ui/icons/screen-icons.tsx'
import { OWN_WORDS } from '../../ui/own-words.ts'

/**
 * What the user does first at a race: staff check in or time, a runner shows the code. Somebody may do both. An organiser
 * prepares the event until the day before. A cancelled race asks for nothing.
 * @param now ms by the server's clock
 */
export function RaceActions({ race, now, className }: { race: Race; now: number; className?: string }) {
  const { marathonId: id, marathon, cancelled } = race
  if (cancelled) return null
  const checksIn = may(marathon?.role, 'checkIn')
  const times = may(marathon?.role, 'time') && !checksIn
  const isPrepared = organises(marathon) && !runsNow(race, now)
  return (
    <>
      {isPrepared && (
        <ButtonLink to="/dashboard/myMarathons/$id" params={{ id }} size="lg" className={className}>
          {texts.organise()}
        </ButtonLink>
      )}
      {checksIn && !isPrepared && (
        <ButtonLink to="/dashboard/myMarathons/$id/checkIn" params={{ id }} size="lg" className={className}>
          <CheckIcon size={20} />
          {texts.checkIn()}
        </ButtonLink>
      )}
      {times && (
        <ButtonLink to="/dashboard/myMarathons/$id/timing" params={{ id }} size="lg" className={className}>
          <StopwatchIcon size={20} />
          {texts.timing()}
        </ButtonLink>
      )}
      {race.applications.length > 0 && (
        <ButtonLink
          to="/start"
          search={{ race: id }}
          size="lg"
          variant={checksIn || times ? 'secondary' : 'primary'}
          className={className}
        >
          {marathonTexts.myCode()}
        </ButtonLink>
      )}
    </>
  )
}

/** Does the user organise this race, which starts within a day or has started? @param now ms by the server's clock */
export function runsNow({ marathon, startDate }: Race, now: number): boolean {
  return organises(marathon) && Date.parse(startDate) - now <= DAY_MS
}

/** The title of a race, which leads staff to the event's own place and everybody else to its details. */
export function RaceTitle({ race: { marathonId: id, title, marathon } }: { race: Race }) {
  const look = 'underline decoration-edge decoration-1 underline-offset-4 hover:decoration-2'
  return marathon?.role ? (
    <Link to="/dashboard/myMarathons/$id" params={{ id }} {...OWN_WORDS} className={look}>
      {title}
    </Link>
  ) : (
    <Link to="/marathons/$id" params={{ id }} {...OWN_WORDS} className={look}>
      {title}
    </Link>
  )
}
