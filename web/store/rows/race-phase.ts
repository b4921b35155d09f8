import { DAY_MS } from '../../../contract/limits.ts'
import { compareBy } from './compare-by.ts'

/** A race counts as finished this long after its start, because the app does not know when it ends. */
export const RACE_LASTS_MS = DAY_MS / 2

/** A race that starts within this time is at hand. */
const NEAR_MS = 7 * DAY_MS

/** The phase of a race, by the server's clock. */
export type RacePhase = 'ahead' | 'under-way' | 'finished'

/** The phase of a race. @param now ms by the server's clock */
export function racePhase(startDate: string, now: number): RacePhase {
  const start = Date.parse(startDate)
  if (now < start) return 'ahead'
  return now < start + RACE_LASTS_MS ? 'under-way' : 'finished'
}

type Started = { startDate: string; cancelled?: string | null }

/**
 * The race to show now: of those under way and ahead, the one whose start is nearest; undefined if all are finished. A
 * cancelled race is shown until its start, so that nobody travels to it; it is never under way. It counts as a day
 * further away, so that it does not hide a race of the same day.
 */
export function nextRace<T extends Started>(races: readonly T[], now: number): T | undefined {
  const isOn = ({ startDate, cancelled }: T) => {
    const phase = racePhase(startDate, now)
    return phase === 'ahead' || (phase === 'under-way' && !cancelled)
  }
  const away = ({ startDate, cancelled }: T) => Math.abs(Date.parse(startDate) - now) + (cancelled ? DAY_MS : 0)
  return races.filter(isOn).sort((a, b) => away(a) - away(b))[0]
}

/**
 * The races of the last day and of the days to come, soonest first, and the next one however far away it is.
 * @param now ms by the server's clock
 */
export function racesAtHand<T extends Started>(races: readonly T[], now: number): T[] {
  const next = nextRace(races, now)
  const isNear = ({ startDate }: T) => {
    const left = Date.parse(startDate) - now
    return left > -DAY_MS && left < NEAR_MS
  }
  return races.filter((race) => race === next || isNear(race)).sort(compareBy('startDate'))
}
