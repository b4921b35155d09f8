import { dayIn } from '../../../contract/time/dates.ts'
import { racePhase } from '../../store/rows/race-phase.ts'

/** When a race is: on this day or under way, later, or finished. */
export type When = (typeof ALL)[number]

const ALL = ['today', 'ahead', 'past'] as const

/** Is this a `When`, as an address may have it? */
export function isWhen(value: unknown): value is When {
  return ALL.some((one) => one === value)
}

/** When a race is. Its day is that of its own time zone. @param now ms by the server's clock */
export function whenIs({ startDate, timeZone }: { startDate: string; timeZone: string }, now: number): When {
  const phase = racePhase(startDate, now)
  if (phase === 'finished') return 'past'
  const isToday = dayIn(timeZone, startDate) === dayIn(timeZone, new Date(now).toISOString())
  return phase === 'under-way' || isToday ? 'today' : 'ahead'
}
