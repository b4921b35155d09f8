import { DAY_MS } from '../../../contract/limits.ts'
import { dayIn } from '../../../contract/time/dates.ts'
import type { MarathonView } from '../../store/overlay.ts'
import { formatTime } from '../../ui/format/format.ts'
import type { MarathonValues } from './marathon-rules.ts'

/** 52 weeks, so that a marathon on a Sunday is on a Sunday again. */
const YEAR_DAYS = 364

/**
 * The values of the add form for the duplicate of a marathon, one year later. Days and start time are moved as the
 * clock at the place shows them, so that daylight saving changes neither. The window has whole days, as the form has.
 */
export function oneYearLater(marathon: MarathonView): MarathonValues {
  const { title, location, description, image, organisedBy, distance, timeZone, capacity, registration, perAccount } =
    marathon
  // The same ids, so that a deferred place brings its answers.
  const { questions, staffFields, categories, splits } = marathon
  const later = (instant: string) => addDays(dayIn(timeZone, instant), YEAR_DAYS)
  return {
    ...{
      title,
      location,
      description,
      image,
      organisedBy,
      distance,
      timeZone,
      questions,
      staffFields,
      categories,
      splits,
    },
    regStart: later(marathon.regStart),
    regEnd: later(marathon.regEnd),
    startDate: later(marathon.startDate),
    startTime: formatTime(marathon.startDate, timeZone, timeZone),
    capacity: capacity === null ? '' : String(capacity),
    registration: registration ?? 'first-come',
    perAccount: String(perAccount),
    handOverUntil: marathon.handOverUntil === null ? '' : later(marathon.handOverUntil),
    // Nobody knows the event of the year after.
    deferTo: '',
  }
}

/** A day (`yyyy-mm-dd`) some days later; '' if this browser does not know the marathon's zone. */
function addDays(day: string, days: number): string {
  const at = Date.parse(day)
  return Number.isNaN(at) ? '' : new Date(at + days * DAY_MS).toISOString().slice(0, 10)
}
