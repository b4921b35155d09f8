import { DISTANCES, type Distance } from '../../../contract/limits.ts'
import type { OwnResult } from '../../../contract/results/public-list-schema.ts'
import { foldText } from '../../../contract/text/fold-text.ts'

/** The result of somebody who reached the finish. */
export type Finish = OwnResult & { time: number }

/** Has it a time? */
export function isFinish(result: OwnResult): result is Finish {
  return result.state === 'finished' && result.time !== null
}

/**
 * The people whose results an account has, by name, as the newest result writes it: a family may share an account.
 * @param results the newest first
 */
export function runnersOf(results: readonly OwnResult[]): string[] {
  return [...Map.groupBy(results, ({ name }) => foldText(name)).values()].flatMap(([newest]) => newest?.name ?? [])
}

/** The results of one of them. */
export function resultsOf(results: readonly OwnResult[], runner: string): OwnResult[] {
  return results.filter(({ name }) => foldText(name) === foldText(runner))
}

/** The fastest time at each distance, the shortest distance first; of equal times the earlier. */
export function personalBests(results: readonly OwnResult[]): Finish[] {
  return DISTANCES.flatMap((distance) => timesAt(results, distance).sort((a, b) => a.time - b.time)[0] ?? [])
}

/** The times at a distance, the oldest first. */
export function timesAt(results: readonly OwnResult[], distance: Distance): Finish[] {
  return results
    .filter(isFinish)
    .filter((result) => result.distance === distance)
    .sort((a, b) => Date.parse(a.startDate) - Date.parse(b.startDate))
}
