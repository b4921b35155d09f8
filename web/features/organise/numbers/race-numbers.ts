import type { Results } from '../../../../contract/results/results.ts'
import { offsetOf } from '../../../ui/format/format.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** How many did what at a race. */
export interface RaceNumbers {
  /** Who was under way at any time: `finished`, `retired`, `disqualified` and `out` together. */
  started: number
  finished: number
  retired: number
  disqualified: number
  /** Who is still on the course. */
  out: number
  notStarted: number
  /** Of whom nobody knows anything: the start is not closed. */
  unknown: number
  /** The times of the first, of the middle and of the last finisher, in ms; null without one. */
  times: { fastest: number; middle: number; last: number } | null
  /**
   * The hours of the clock at the place, from that of the first finisher to that of the last: its begin (ms since the
   * epoch), and how many came in.
   */
  hours: { from: number; count: number }[]
}

/** The numbers of a race. Places are not needed: a list that is in doubt has numbers too. */
export function raceNumbers({ rows, gun }: Results, timeZone: string): RaceNumbers {
  const count = (state: Results['rows'][number]['state']) => rows.filter((row) => row.state === state).length
  const [finished, retired, disqualified, out] = [
    count('finished'),
    count('retired'),
    count('disqualified'),
    count('started'),
  ]
  const times = rows
    .flatMap(({ state, time }) => (state === 'finished' && time !== null ? [time] : []))
    .sort((a, b) => a - b)
  return {
    started: finished + retired + disqualified + out,
    ...{ finished, retired, disqualified, out },
    notStarted: count('notStarted'),
    unknown: count('registered'),
    times: summary(times),
    hours:
      gun === null
        ? []
        : byHour(
            times.map((time) => gun + time),
            timeZone,
          ),
  }
}

function summary(times: readonly number[]): RaceNumbers['times'] {
  const [fastest, last] = [times[0], times.at(-1)]
  if (fastest === undefined || last === undefined) return null
  // Of an even number the middle lies between two.
  const below = times[Math.floor((times.length - 1) / 2)] ?? fastest
  const above = times[Math.floor(times.length / 2)] ?? last
  return { fastest, middle: Math.round((below + above) / 2), last }
}

/** @param instants sorted */
function byHour(instants: readonly number[], timeZone: string): RaceNumbers['hours'] {
  const [first, last] = [instants[0], instants.at(-1)]
  if (first === undefined || last === undefined) return []
  // Zones may be half an hour off.
  const local = first + offsetOf(timeZone, new Date(first)) * MINUTE_MS
  const begin = first - (local % HOUR_MS)
  const hours = Array.from({ length: Math.floor((last - begin) / HOUR_MS) + 1 }, (_, index) => ({
    from: begin + index * HOUR_MS,
    count: 0,
  }))
  for (const instant of instants) {
    const hour = hours[Math.floor((instant - begin) / HOUR_MS)]
    if (hour) hour.count += 1
  }
  return hours
}
