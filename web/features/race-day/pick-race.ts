import { nextRace } from '../../store/rows/race-phase.ts'
import type { Race } from '../../store/rows/races.ts'

/**
 * The race to show: the wanted one, the next one, or the last one if all are over. A deleted marathon is shown only if
 * it is wanted.
 */
export function pickRace(races: Race[], wanted: string | undefined, now: number): Race | undefined {
  if (wanted) return races.find((race) => race.marathonId === wanted)
  const live = races.filter((race) => race.marathon !== null)
  return nextRace(live, now) ?? live.at(-1)
}
