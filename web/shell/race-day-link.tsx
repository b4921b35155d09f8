import { Link } from '@tanstack/react-router'
import * as texts from '../texts/compiled/layout.js'
import { useNextRace } from './use-next-race.ts'

/** The dashboard's link to the race-day checks, for users with a race ahead or under way. */
export function RaceDayLink() {
  if (!useNextRace()) return null
  return (
    <li>
      <Link
        to="/ready"
        className="flex min-h-12 items-center rounded-md border-s-4 border-transparent px-3 font-semibold hover:bg-sunken"
      >
        {texts.readyForRaceDay()}
      </Link>
    </li>
  )
}
