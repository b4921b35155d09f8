import type { MarathonView } from '../../data/overlay.ts'
import type { SeenChange } from '../../data/race-pack.ts'
import { cancelledMessage } from '../../shared/marathon/registration-window.ts'
import { formatDayInText, formatTime, formatWeekday } from '../../ui/format/format.ts'

/** A change as a text: 'Start moved from Sat 5 Mar 2027, 08:00 to 07:30.' */
export function changeMessage({ field, was }: SeenChange, marathon: MarathonView, seenZone: string): string {
  switch (field) {
    case 'startDate':
      return movedMessage('Start', was, seenZone, marathon.startDate, marathon.timeZone)
    case 'regStart':
      return movedMessage('Opening of registration', was, seenZone, marathon.regStart, marathon.timeZone)
    case 'regEnd':
      return movedMessage('Close of registration', was, seenZone, marathon.regEnd, marathon.timeZone)
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
    case 'cancelled':
      return cancelledMessage(marathon) ?? 'The cancellation was taken back. The event takes place.'
  }
}

/** An instant that moved: by the hour on the same day, else with both days. */
function movedMessage(what: string, was: string, seenZone: string, now: string, timeZone: string): string {
  const before = { day: day(was, seenZone), time: formatTime(was, seenZone) }
  const after = { day: day(now, timeZone), time: formatTime(now, timeZone) }
  return before.day === after.day
    ? `${what} moved from ${before.time} to ${after.time}.`
    : `${what} moved from ${before.day}, ${before.time} to ${after.day}, ${after.time}.`
}

function day(instant: string, timeZone: string): string {
  return `${formatWeekday(instant, timeZone)} ${formatDayInText(instant, timeZone)}`
}
