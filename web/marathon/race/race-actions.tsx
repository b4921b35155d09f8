import { Link } from '@tanstack/react-router'
import { isStaffAt, type Race } from '../../store/rows/races.ts'
import * as marathonTexts from '../../texts/compiled/marathon.js'
import * as texts from '../../texts/compiled/races.js'
import { ButtonLink } from '../../ui/button.tsx'
import { CheckIcon } from '../../ui/icons/screen-icons.tsx'

/** What the user does first at a race: staff check in, a runner shows the code. Somebody may do both. */
export function RaceActions({ race, className }: { race: Race; className?: string }) {
  const { marathonId: id } = race
  const isStaff = isStaffAt(race)
  return (
    <>
      {isStaff && (
        <ButtonLink to="/dashboard/myMarathons/$id/checkIn" params={{ id }} size="lg" className={className}>
          <CheckIcon size={20} />
          {texts.checkIn()}
        </ButtonLink>
      )}
      {race.applications.length > 0 && (
        <ButtonLink
          to="/start"
          search={{ race: id }}
          size="lg"
          variant={isStaff ? 'secondary' : 'primary'}
          className={className}
        >
          {marathonTexts.myCode()}
        </ButtonLink>
      )}
    </>
  )
}

/** The title of a race, which leads an organiser to the event's own place and everybody else to its details. */
export function RaceTitle({ race: { marathonId: id, title, marathon } }: { race: Race }) {
  const look = 'underline decoration-edge decoration-1 underline-offset-4 hover:decoration-2'
  return marathon?.mine ? (
    <Link to="/dashboard/myMarathons/$id" params={{ id }} lang="" className={look}>
      <bdi>{title}</bdi>
    </Link>
  ) : (
    <Link to="/marathons/$id" params={{ id }} lang="" className={look}>
      <bdi>{title}</bdi>
    </Link>
  )
}
