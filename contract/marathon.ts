import * as z from 'zod/mini'
import { isTimeZone, toInstant } from './dates.ts'
import { DISTANCES, MAX_CAPACITY, MAX_LENGTH } from './limits.ts'
import { idSchema, pictureUrl, requiredText } from './text.ts'

/** A date or an instant as a client sent it. A date alone depends on the marathon's time zone (contract/dates). */
export const dateInput = z.string('must be a date').check(
  z.trim(),
  z.refine((value) => toInstant(value, 'UTC') !== null, 'must be a date like 2027-03-05T08:00:00.000Z'),
)

/**
 * How a marathon gives its places: to the first who apply, or by a ballot after the registration window
 * (docs/ballot.md).
 */
const REGISTRATIONS = ['first-come', 'ballot'] as const

/** The fields of a marathon that its organiser sets. The server sets all other fields. */
export const marathonFields = {
  title: requiredText(MAX_LENGTH.title),
  location: requiredText(MAX_LENGTH.location),
  description: requiredText(MAX_LENGTH.description),
  image: pictureUrl.check(z.minLength(1, 'is required')),
  distance: z.enum(DISTANCES, `must be one of ${DISTANCES.join(', ')}`),
  regStart: dateInput,
  regEnd: dateInput,
  startDate: dateInput,
  timeZone: z
    .string('must be text')
    .check(
      z.trim(),
      z.maxLength(MAX_LENGTH.timeZone, `must be at most ${MAX_LENGTH.timeZone} characters`),
      z.refine(isTimeZone, 'must be a time zone like Europe/Berlin'),
    ),
  capacity: z.nullable(
    z
      .int('must be a whole number')
      .check(z.minimum(1, 'must be at least 1'), z.maximum(MAX_CAPACITY, `must be at most ${MAX_CAPACITY}`)),
  ),
  /** Fixed once somebody has applied. A ballot needs a capacity. */
  registration: z.enum(REGISTRATIONS, `must be one of ${REGISTRATIONS.join(', ')}`),
}

/** The fields of a new marathon. Older clients send no time zone, no capacity and no registration. */
export const marathonCreateSchema = z.strictObject({
  ...marathonFields,
  timeZone: z._default(marathonFields.timeZone, 'UTC'),
  capacity: z._default(marathonFields.capacity, null),
  registration: z._default(marathonFields.registration, 'first-come'),
})
/** The fields that an update of a marathon may contain. `cancelled` is the reason; null takes a cancellation back. */
export const marathonPatchSchema = z.partial(
  z.strictObject({ ...marathonFields, cancelled: z.nullable(requiredText(MAX_LENGTH.reason)) }),
)

export type MarathonFields = z.infer<typeof marathonCreateSchema>
export type MarathonPatch = z.infer<typeof marathonPatchSchema>

/** A marathon as the API returns it. Its dates are canonical instants (contract/dates). */
export const marathonSchema = z.object({
  _id: idSchema,
  title: z.string(),
  regStart: z.string(),
  regEnd: z.string(),
  startDate: z.string(),
  location: z.string(),
  distance: z.enum(DISTANCES),
  description: z.string(),
  image: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
  /** The number of registered runners. */
  regCount: z.int(),
  /** The number of runners on the waiting list. */
  waitingCount: z.int(),
  /** The number of runners in the ballot, before the draw. */
  enteredCount: z.int(),
  /** Why the organiser cancelled the marathon; null if it takes place. */
  cancelled: z.nullable(z.string()),
  timeZone: z.string(),
  capacity: z.nullable(z.int()),
  registration: z.enum(REGISTRATIONS),
  /** The SHA-256 of a ballot's seed, in hex, from its creation on; null without a ballot. */
  commitment: z.nullable(z.string()),
  /** The seed of the draw: 32 bytes in hex. Null until the draw. */
  seed: z.nullable(z.string()),
  ver: z.int(),
})
export type Marathon = z.infer<typeof marathonSchema>

/** A marathon in the public list. It has no name, email or uid of the organiser. */
export const publicMarathonSchema = z.pick(marathonSchema, {
  _id: true,
  image: true,
  title: true,
  location: true,
  regStart: true,
  regEnd: true,
  startDate: true,
  distance: true,
  timeZone: true,
})
export type PublicMarathon = z.infer<typeof publicMarathonSchema>

/** A marathon in the public list of upcoming marathons. */
export const upcomingMarathonSchema = z.extend(publicMarathonSchema, { description: z.string() })
export type UpcomingMarathon = z.infer<typeof upcomingMarathonSchema>

/** A draw as everybody may read it (docs/ballot.md). */
export const drawSchema = z.object({
  marathonId: idSchema,
  commitment: z.string(),
  seed: z.string(),
  /** The number of places that were drawn. */
  places: z.int(),
  /** The ids of all applications that took part, in the drawn order. */
  ids: z.array(idSchema),
})
export type Draw = z.infer<typeof drawSchema>

/** The lists of the home page, as the phone reads them. */
export const publicListSchemas = {
  explore: z.array(publicMarathonSchema),
  upcoming: z.array(upcomingMarathonSchema),
}
