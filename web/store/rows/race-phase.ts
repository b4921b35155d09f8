import { DAY_MS } from '../../../contract/limits.ts'
import { compareBy } from './compare-by.ts'

/** A race counts as finished this long after its start, because the app does not know when it ends. */
export const RACE_LASTS_MS = DAY_MS / 2

/** The phase of a race, by the server's clock. */
export type RacePhase = 'ahead' | 'under-way' | 'finished'

/** The phase of a race. @param now ms by the server's clock */
export function racePhase(startDate: string, now: number): RacePhase {
  const start = Date.parse(startDate)
  if (now < start) return 'ahead'
  return now < start + RACE_LASTS_MS ? 'under-way' : 'finished'
}

/**
 * The race to show now: the one under way that started last, or else the one that starts soonest; undefined if all are
 * finished. A cancelled race is shown until its start, so that nobody travels to it; it is never under way.
 */
export function nextRace<T extends { startDate: string; cancelled?: string | null }>(
  races: readonly T[],
  now: number,
): T | undefined {
  const phaseOf = ({ startDate, cancelled }: T) => {
    const phase = racePhase(startDate, now)
    return cancelled && phase === 'under-way' ? 'finished' : phase
  }
  const inPhase = (phase: RacePhase) => races.filter((race) => phaseOf(race) === phase).sort(compareBy('startDate'))
  return inPhase('under-way').at(-1) ?? inPhase('ahead').at(0)
}
