import { DAY_MS } from '../../../contract/limits.ts'
import { dayIn } from '../../../contract/time/dates.ts'
import { knownZone } from '../../../contract/time/zone-name.ts'
import { racePhase } from '../../store/rows/race-phase.ts'
import type { Race } from '../../store/rows/races.ts'
import * as texts from '../../texts/compiled/races.js'

type Moment = Pick<Race, 'startDate' | 'timeZone' | 'cancelled'>

const MINUTE_MS = 60_000

/**
 * Where a race stands: 'in 2 h 33 min' within a day, 'tomorrow' or 'in 5 days' before, 'under way for 40 min',
 * 'finished' or 'cancelled'.
 * @param now ms by the server's clock
 */
export function raceMoment({ startDate, timeZone, cancelled }: Moment, now: number): string {
  if (cancelled) return texts.cancelled()
  const start = Date.parse(startDate)
  switch (racePhase(startDate, now)) {
    case 'finished':
      return texts.finished()
    case 'under-way':
      return texts.underWay(duration(Math.floor((now - start) / MINUTE_MS)))
    case 'ahead':
      return beforeStart(start - now, daysBetween(new Date(now).toISOString(), startDate, knownZone(timeZone)))
  }
}

/** The day on which the clocks are set back has 25 hours, and its last ones are not 'in 0 days'. */
function beforeStart(left: number, days: number): string {
  if (left < DAY_MS || days === 0) return texts.inHours(duration(Math.ceil(left / MINUTE_MS)))
  return texts.inDays({ days })
}

function duration(minutes: number): { hours: number; minutes: number } {
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}

/** How many days later the calendar at the place shows the second instant. */
function daysBetween(from: string, to: string, timeZone: string): number {
  return Math.round((Date.parse(dayIn(timeZone, to)) - Date.parse(dayIn(timeZone, from))) / DAY_MS)
}
