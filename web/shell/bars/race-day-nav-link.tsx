import * as texts from '../../texts/compiled/layout.js'
import { NavLink } from './nav-link.tsx'
import { useNextRace } from './use-next-race.ts'

/** The navigation bar's link to the race-day checks, for users with a race ahead or under way. */
export function RaceDayNavLink() {
  if (!useNextRace()) return null
  return <NavLink to="/ready">{texts.raceDay()}</NavLink>
}
