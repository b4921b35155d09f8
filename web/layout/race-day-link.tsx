import { Link } from '@tanstack/react-router'
import { useNextRace } from '../data/use-next-race.ts'

/** The dashboard's link to the race-day checks, for users with a race ahead or under way. */
export function RaceDayLink() {
  if (!useNextRace()) return null
  return (
    <li>
      <Link
        to="/ready"
        className="flex min-h-12 items-center rounded-md border-l-4 border-transparent px-3 font-semibold hover:bg-sunken"
      >
        Ready for race day?
      </Link>
    </li>
  )
}
