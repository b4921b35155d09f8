import { useNextRace } from '../data/use-next-race.ts'
import { NavLink } from './nav-link.tsx'

/** The navigation's way to race day, for those who have one ahead. */
export function RaceDayNavLink() {
  if (!useNextRace()) return null
  return (
    <NavLink to="/ready" isMomentary>
      Race day
    </NavLink>
  )
}
