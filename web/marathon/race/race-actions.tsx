import { Link } from '@tanstack/react-router'
import { DAY_MS } from '../../../contract/limits.ts'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { may, organises } from '../../../contract/roles.ts'
import type { Race } from '../../store/rows/races.ts'
import * as marathonTexts from '../../texts/compiled/marathon.js'
import * as texts from '../../texts/compiled/races.js'
import { ButtonLink } from '../../ui/button.tsx'
import { CheckIcon, StopwatchIcon } from '../../ui/icons/screen-icons.tsx'
import { OWN_WORDS } from '../../ui/own-words.ts'
import { ownResultMessage } from '../results/own-result.tsx'

type RaceActionsProps = {
  race: Race
  /** ms by the server's clock */
  now: number
  /** The user's own. */
  results: readonly OwnResult[]
  className?: string
}

/**
 * What the user does first at a race: staff check in or time, a runner shows the code, and after the race sees the result.
 * Somebody may do both. An organiser prepares the event until the day before. A cancelled race asks for nothing.
 */
export function RaceActions({ race, now, results, className }: RaceActionsProps) {
  const { marathonId: id, marathon, cancelled } = race
  if (cancelled) return null
  // One account may have entered several people. The code stays until each of them has a result.
  const hasRun = race.applications.every((one) => results.some(({ _id }) => _id === one._id))
  const result = hasRun && results.find(({ marathonId }) => marathonId === id)
  const checksIn = may(marathon?.role, 'checkIn')
  const times = may(marathon?.role, 'time') && !checksIn
  const variant = checksIn || times ? 'secondary' : 'primary'
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
      {result ? (
        <ButtonLink
          to="/dashboard/myResults/$id"
          params={{ id: result._id }}
          size="lg"
          variant={variant}
          className={className}
        >
          <bdi className="line-clamp-2">{ownResultMessage(result)}</bdi>
        </ButtonLink>
      ) : (
        race.applications.length > 0 && (
          <ButtonLink to="/start" search={{ race: id }} size="lg" variant={variant} className={className}>
            {marathonTexts.myCode()}
          </ButtonLink>
        )
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
