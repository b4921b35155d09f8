import { shownZone } from '../../../contract/time/zone-name.ts'
import { cancelledMessage } from '../../marathon/registration-window.ts'
import type { MarathonView } from '../../store/overlay.ts'
import * as texts from '../../texts/compiled/marathon-details.js'
import { formatDay, formatTime, formatWeekday } from '../../ui/format/format.ts'
import type { SeenChange } from './race-pack.ts'

/** A change as a text: 'Start moved from Sat Mar 5, 2027, 08:00 to 07:30.' */
export function changeMessage({ field, was }: SeenChange, marathon: MarathonView, seenZone: string): string {
  switch (field) {
    case 'startDate':
      return movedMessage(texts.startMoved, texts.startMovedDay, was, seenZone, marathon.startDate, marathon.timeZone)
    case 'regStart':
      return movedMessage(
        texts.openingMoved,
        texts.openingMovedDay,
        was,
        seenZone,
        marathon.regStart,
        marathon.timeZone,
      )
    case 'regEnd':
      return movedMessage(texts.closeMoved, texts.closeMovedDay, was, seenZone, marathon.regEnd, marathon.timeZone)
    case 'timeZone':
      return texts.timeZoneChanged({ before: shownZone(was), after: shownZone(marathon.timeZone) })
    case 'location':
      return texts.placeChanged({ before: was, after: marathon.location })
    case 'distance':
      return texts.distanceChanged({ before: was, after: marathon.distance })
    case 'name':
      return texts.contactChanged({ before: was, after: marathon.name })
    case 'email':
      return texts.emailChanged({ before: was, after: marathon.email })
    case 'cancelled':
      return cancelledMessage(marathon) ?? texts.cancellationTakenBack()
  }
}

/** An instant that moved: by the hour on the same day, else with both days. */
function movedMessage(
  sameDay: typeof texts.startMoved,
  otherDay: typeof texts.startMovedDay,
  was: string,
  seenZone: string,
  now: string,
  timeZone: string,
): string {
  const times = { fromTime: formatTime(was, seenZone), toTime: formatTime(now, timeZone) }
  const days = { fromDay: day(was, seenZone), toDay: day(now, timeZone) }
  return days.fromDay === days.toDay ? sameDay(times) : otherDay({ ...days, ...times })
}

function day(instant: string, timeZone: string): string {
  return `${formatWeekday(instant, timeZone)} ${formatDay(instant, timeZone)}`
}
