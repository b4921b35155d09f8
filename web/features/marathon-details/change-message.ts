import type { MarathonView } from '../../data/overlay.ts'
import type { SeenChange } from '../../data/race-pack.ts'
import { formatDayInText, formatTime, formatWeekday } from '../../ui/format/format.ts'

/** A change as a text: 'Start moved from Sat 5 Mar 2027, 08:00 to 07:30.' */
export function changeMessage({ field, was }: SeenChange, marathon: MarathonView, seenZone: string): string {
  switch (field) {
    case 'startDate': {
      const before = { day: day(was, seenZone), time: formatTime(was, seenZone) }
      const after = {
        day: day(marathon.startDate, marathon.timeZone),
        time: formatTime(marathon.startDate, marathon.timeZone),
      }
      return before.day === after.day
        ? `Start moved from ${before.time} to ${after.time}.`
        : `Start moved from ${before.day}, ${before.time} to ${after.day}, ${after.time}.`
    }
    case 'timeZone':
      return `Time zone changed from ${was} to ${marathon.timeZone}.`
    case 'location':
      return `Place changed from ${was} to ${marathon.location}.`
    case 'distance':
      return `Distance changed from ${was} to ${marathon.distance}.`
    case 'name':
      return `Contact changed from ${was} to ${marathon.name}.`
    case 'email':
      return `Contact’s email changed from ${was} to ${marathon.email}.`
  }
}

function day(instant: string, timeZone: string): string {
  return `${formatWeekday(instant, timeZone)} ${formatDayInText(instant, timeZone)}`
}
