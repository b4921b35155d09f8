import { DAY_MS } from '../../contract/limits.ts'
import { compareBy } from './compare-by.ts'

/** Nobody tells when a race ends: this long after its start it counts as finished. */
export const RACE_LASTS_MS = DAY_MS / 2

/** Where a race stands at `now`, by the server's clock. */
export type RacePhase = 'ahead' | 'under-way' | 'finished'

export function racePhase(startDate: string, now: number): RacePhase {
  const start = Date.parse(startDate)
  if (now < start) return 'ahead'
  return now < start + RACE_LASTS_MS ? 'under-way' : 'finished'
}

/** The race that matters now: one under way before the soonest ahead; undefined where all are over. */
export function nextRace<T extends { startDate: string }>(races: readonly T[], now: number): T | undefined {
  const inPhase = (phase: RacePhase) =>
    races.filter((race) => racePhase(race.startDate, now) === phase).sort(compareBy('startDate'))
  return inPhase('under-way').at(-1) ?? inPhase('ahead').at(0)
}
