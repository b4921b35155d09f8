import type { ApplicationFields } from '../../contract/application.ts'
import { EMPTY_APPLICATION } from '../../contract/fields.ts'
import { DAY_MS, DEFAULT_PER_ACCOUNT, type Distance } from '../../contract/limits.ts'
import type { MarathonFields } from '../../contract/marathon.ts'
import { dayIn } from '../../contract/time/dates.ts'
import { toInstant } from '../../contract/time/instants.ts'
import { MARATHON_TEXTS } from './sample-texts.ts'

const HALF_HOUR_MS = 1_800_000
const PICTURES = 8
/** The indexes in ROWS of the marathons that the sample runner applies to. All of them are open. */
const APPLIED_TO = [15, 18, 22]

export type SampleMarathon = MarathonFields & { _id: string }
export type SampleApplication = ApplicationFields & { _id: string }

/**
 * An instant relative to `now` (ms). `day` and `endOf` count whole days in the marathon's time zone, `hours` from now.
 */
type When = (now: number, timeZone: string) => string
/** `count` hours from now, rounded up to a half hour. */
const hours =
  (count: number): When =>
  (now) =>
    new Date(Math.ceil((now + count * 2 * HALF_HOUR_MS) / HALF_HOUR_MS) * HALF_HOUR_MS).toISOString()
const day =
  (days: number, time = ''): When =>
  (now, timeZone) =>
    instant(dayIn(timeZone, new Date(now + days * DAY_MS).toISOString()) + (time && `T${time}`), timeZone)
/** The last millisecond of a day, when registration closes. */
const endOf =
  (days: number): When =>
  (now, timeZone) =>
    instant(dayIn(timeZone, new Date(now + days * DAY_MS).toISOString()), timeZone, 'end')

function instant(text: string, timeZone: string, edge: 'start' | 'end' = 'start'): string {
  const found = toInstant(text, timeZone, edge)
  if (!found) throw new Error(`${text} is no instant in ${timeZone}`)
  return found
}

type Row = [distance: Distance, timeZone: string, regStart: When, regEnd: When, start: When, capacity?: number]

// The sample marathons in order of their creation: the home page shows the last ones first. sample-texts.ts has the
// texts.
const ROWS: Row[] = [
  // past
  ['25k', 'Europe/Berlin', day(-120), endOf(-50), day(-43, '09:00'), 4000],
  ['10k', 'America/Chicago', day(-90), endOf(-20), day(-14, '07:30')],
  ['5k', 'Asia/Dhaka', day(-60), endOf(-8), day(-5, '06:00'), 600],
  ['3k', 'Europe/Lisbon', day(-40), endOf(-3), day(-1, '18:30')],
  // registration closed, not started yet
  ['25k', 'Asia/Tokyo', day(-150), endOf(-10), day(9, '08:10'), 12000],
  ['15k', 'America/Sao_Paulo', day(-70), endOf(-2), day(5, '06:30')],
  ['10k', 'Africa/Nairobi', day(-45), hours(-3), day(2, '07:00'), 1500],
  // today
  ['5k', 'Europe/London', day(-50), endOf(-1), hours(3)],
  ['10k', 'Pacific/Auckland', day(-50), hours(1), hours(5), 900],
  ['3k', 'America/New_York', day(-30), hours(-2), hours(-1)],
  // not yet open
  ['25k', 'Europe/Zurich', day(14), endOf(80), day(95, '08:30'), 2500],
  ['15k', 'Australia/Sydney', day(3), endOf(60), day(72, '06:45')],
  ['10k', 'Asia/Kolkata', hours(20), endOf(40), day(47, '05:45'), 5000],
  ['5k', 'America/Vancouver', day(30), endOf(100), day(110, '10:00')],
  // closing within a day
  ['10k', 'Europe/Paris', day(-28), hours(18), day(12, '09:30'), 3000],
  ['5k', 'Africa/Johannesburg', day(-21), hours(9), day(7, '07:15')],
  ['25k', 'Asia/Kathmandu', day(-40), hours(22), day(16, '06:00'), 250],
  // open
  ['3k', 'Atlantic/Reykjavik', day(-10), endOf(20), day(24, '11:00'), 300],
  ['15k', 'Europe/Amsterdam', day(-12), endOf(25), day(33, '10:15')],
  ['5k', 'Asia/Singapore', day(-7), endOf(11), day(13, '19:00'), 2000],
  ['25k', 'America/Denver', day(-20), endOf(45), day(61, '06:30'), 1200],
  ['10k', 'Australia/Adelaide', day(-5), endOf(30), day(38, '07:30')],
  ['15k', 'Asia/Dhaka', day(-3), endOf(26), day(34, '05:30'), 800],
  ['25k', 'Europe/Berlin', day(-9), endOf(50), day(57, '09:00'), 5000],
]

/**
 * The sample marathons, with dates around `now`.
 * @param now ms since the epoch
 * @param origin the app's origin, which serves the pictures
 */
export function sampleMarathons(now: number, origin: string): SampleMarathon[] {
  return ROWS.map(([distance, timeZone, regStart, regEnd, start, capacity = null], index) => {
    const text = MARATHON_TEXTS[index]
    if (!text) throw new Error(`Sample event ${index + 1} has no text`)
    const [title, location, description] = text
    return {
      _id: `seed-event-${String(index + 1).padStart(2, '0')}`,
      title,
      location,
      description,
      image: `${origin}/samples/sample-${(index % PICTURES) + 1}.svg`,
      distance,
      timeZone,
      regStart: regStart(now, timeZone),
      regEnd: regEnd(now, timeZone),
      startDate: start(now, timeZone),
      capacity,
      registration: 'first-come',
      perAccount: DEFAULT_PER_ACCOUNT,
      questions: '',
      staffFields: '',
      categories: '',
      splits: '',
      organisedBy: '',
      handOverUntil: null,
      deferTo: null,
      imageSize: '',
    }
  })
}

/** The sample runner's applications to some of these marathons. */
export function sampleApplications(marathons: SampleMarathon[]): SampleApplication[] {
  return APPLIED_TO.flatMap((row) => marathons[row] ?? []).map((marathon, index) => ({
    ...EMPTY_APPLICATION,
    _id: `seed-application-${index + 1}`,
    marathonId: marathon._id,
    title: marathon.title,
    startDate: marathon.startDate,
    location: marathon.location,
    image: marathon.image,
    description: marathon.description,
    firstName: 'Ravi',
    lastName: 'Menon',
    phoneNumber: '+44 20 7946 0812',
    email: 'runner@example.com',
    additionalInfo: index === 0 ? 'T-shirt size M. I carry an inhaler.' : '',
  }))
}
