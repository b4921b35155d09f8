import { EMPTY_APPLICATION } from '../../contract/fields.ts'
import { DAY_MS } from '../../contract/limits.ts'
import { answersTo, newlyAsked } from './asked.ts'
import { at, iso } from './sight.ts'

/** The first three are one person. */
export const NAMES = ['Ada', 'ÁDA', 'A‑da\u200b', 'Bo', 'Cy'] as const
/** How often a hostile account applies at once, and how long its texts are. */
export const FLOOD = 12
export const LONG = { description: 'x'.repeat(4000), additionalInfo: 'x'.repeat(900) }
/** Runners that one account registers for one marathon: more than a page of the pull has in most runs. */
export const CLUB = ['Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida'] as const
/** There are few bibs, some of them written in two ways, so that two entrants of a marathon often get the same one. */
export const BIBS = ['1', 'a2', ' 3', '01'] as const
export const GATES = ['A', 'B', ' '] as const

export function newMarathonFields(n: number, now: number, b: number) {
  return {
    title: `Event ${n}`,
    location: b % 5 === 0 ? `Place ${n} ` : `Place ${n}`,
    description: `Text ${n}`,
    image: 'https://example.com/a.jpg',
    distance: '10k' as const,
    regStart: iso(now - DAY_MS),
    regEnd: iso(now + (b % 4 === 3 ? 3_600_000 : 30 * DAY_MS)),
    startDate: iso(now + (b % 7 === 6 ? -40 : 40) * DAY_MS),
    timeZone: 'UTC',
    capacity: [null, 1, 2][b % 3] ?? null,
    registration: 'first-come' as const,
    perAccount: [10, 10, 2, 1][b % 4] ?? 10,
    ...newlyAsked(b),
    categories: '',
    splits: '',
    organisedBy: '',
    handOverUntil: b % 2 === 0 ? iso(now + 35 * DAY_MS) : null,
    deferTo: null,
    imageSize: '',
  }
}

/** A ballot that is open for an hour. */
export function newBallotFields(n: number, now: number, b: number) {
  return {
    ...newMarathonFields(n, now, 0),
    regEnd: iso(now + 3_600_000),
    capacity: 1 + (b % 2),
    registration: 'ballot' as const,
  }
}

export function marathonChanges(n: number, now: number) {
  return [
    { location: `Place ${n}` },
    { location: `Place ${n} ` },
    { description: `Text ${n}` },
    { capacity: 1 },
    { capacity: 3 },
    { capacity: null },
    { perAccount: 1 },
    { perAccount: 3 },
    { perAccount: 50 },
    { regEnd: iso(now - 1000) },
    { regEnd: iso(now + 20 * DAY_MS) },
    { startDate: iso(now - 50 * DAY_MS) },
    { startDate: iso(now + 60 * DAY_MS) },
    { distance: '15k' as const },
    { distance: '10k' as const },
    { cancelled: `Storm ${n}` },
    { cancelled: null },
    { registration: 'ballot' as const },
    { registration: 'first-come' as const },
    { registration: 'ballot' as const, capacity: 2 },
  ]
}

export function newApplicationFields(
  marathon: { _id: string; title: string; startDate: string; questions?: string },
  n: number,
  b: number,
  space: string,
  now: number,
) {
  return {
    marathonId: marathon._id,
    title: marathon.title,
    startDate: marathon.startDate,
    ...EMPTY_APPLICATION,
    firstName: `${at(NAMES, b)}${space}`,
    lastName: 'Lauf',
    phoneNumber: '12345 678',
    location: `Town ${n}${space}`,
    additionalInfo: `Info ${n}`,
    ...answersTo(marathon, n, now),
    ...isNamesake(n),
  }
}

/** Every third user says that this is another person of the same name. */
export const isNamesake = (n: number) => (n % 3 === 0 ? { namesake: true } : {})
