import { useNextRace } from '../data/use-next-race.ts'
import { NavLink } from './nav-link.tsx'

/** The navigation's way to race day, for those who have one ahead. */
export function RaceDayNavLink() {
  return useNextRace() ? <NavLink to="/ready">Race day</NavLink> : null
}
