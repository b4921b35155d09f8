import { DAY_MS } from '../../../contract/limits.ts'
import { dayIn } from '../../../contract/time/dates.ts'
import { toInstant } from '../../../contract/time/instants.ts'

/** How many applications came on a day (`yyyy-mm-dd`). */
export interface DayCount {
  day: string
  count: number
}

/**
 * The applications of each day from the first to the last one, in the marathon's time zone; days without any are 0.
 * @param applications the oldest first: the end of a day is then computed once a day, and not for 50,000 rows
 */
export function applicationsByDay(applications: readonly { createdAt: string }[], timeZone: string): DayCount[] {
  const days: DayCount[] = []
  let end = ''
  for (const { createdAt } of applications) {
    const last = days.at(-1)
    if (last && createdAt <= end) {
      last.count += 1
      continue
    }
    const day = dayIn(timeZone, createdAt)
    end = toInstant(day, timeZone, 'end') ?? ''
    if (last) addEmptyDays(days, last.day, day)
    days.push({ day, count: 1 })
  }
  return days
}

function addEmptyDays(days: DayCount[], after: string, before: string) {
  for (let ms = Date.parse(after) + DAY_MS; ms < Date.parse(before); ms += DAY_MS)
    days.push({ day: new Date(ms).toISOString().slice(0, 10), count: 0 })
}
