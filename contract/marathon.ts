import * as z from 'zod/mini'
import type { MARATHON } from './fields.ts'
import { must } from './invalid.ts'
import { DEFAULT_PER_ACCOUNT, DISTANCES, MAX_CAPACITY, MAX_LENGTH, MAX_PER_ACCOUNT } from './limits.ts'
import { categoriesText, questionsText, splitsText, staffFieldsText } from './questions/question-schema.ts'
import { idSchema, line, pictureSize, pictureUrl, requiredLine, requiredText } from './text/text.ts'
import { canonicalTimeZone, toInstant } from './time/instants.ts'

/** A date or an instant as a client sent it. A date alone depends on the marathon's time zone (contract/time/dates). */
export const dateInput = z.string().check(
  z.trim(),
  must((value) => toInstant(value, 'UTC') !== null, { code: 'NOT_A_DATE' }),
)

/**
 * How a marathon gives its places: to the first who apply, or by a ballot after the registration window
 * (docs/ballot.md).
 */
const REGISTRATIONS = ['first-come', 'ballot'] as const

/**
 * Which list of results everybody may read: none, the one that follows from the recordings, or the one that an organiser
 * signed, whose rows are kept.
 */
export const RESULTS_STATES = ['', 'live', 'official'] as const
/** Owner and organisers show the live list, or take it back. Only a call makes it official. */
export const publishSchema = z.strictObject({ results: z.enum(['', 'live']) })
export type PublishPatch = z.infer<typeof publishSchema>

/** The fields of a marathon that its organiser sets. The server sets all other fields. */
export const marathonFields = {
  title: requiredLine(MAX_LENGTH.title),
  location: requiredLine(MAX_LENGTH.location),
  description: requiredText(MAX_LENGTH.description),
  image: pictureUrl.check(z.minLength(1)),
  distance: z.enum(DISTANCES),
  regStart: dateInput,
  regEnd: dateInput,
  startDate: dateInput,
  timeZone: z.string().check(
    z.trim(),
    z.maxLength(MAX_LENGTH.timeZone),
    z.overwrite((name) => canonicalTimeZone(name) ?? name),
    must((name) => canonicalTimeZone(name) !== null, { code: 'NOT_A_TIME_ZONE' }),
  ),
  capacity: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_CAPACITY))),
  /** Fixed once somebody has applied. A ballot needs a capacity. */
  registration: z.enum(REGISTRATIONS),
  /** Most live applications of one account. A ballot has at most DEFAULT_PER_ACCOUNT, because each one is a ticket. */
  perAccount: z.int().check(z.minimum(1), z.maximum(MAX_PER_ACCOUNT)),
  handOverUntil: z.nullable(dateInput),
  deferTo: z.nullable(idSchema),
  organisedBy: line(MAX_LENGTH.name),
  questions: questionsText,
  staffFields: staffFieldsText,
  categories: categoriesText,
  splits: splitsText,
  imageSize: pictureSize,
} satisfies Record<keyof typeof MARATHON, unknown>

/** The fields of a new marathon. The original client sends only the first eight. */
export const marathonCreateSchema = z.strictObject({
  ...marathonFields,
  timeZone: z._default(marathonFields.timeZone, 'UTC'),
  capacity: z._default(marathonFields.capacity, null),
  registration: z._default(marathonFields.registration, 'first-come'),
  perAccount: z._default(marathonFields.perAccount, DEFAULT_PER_ACCOUNT),
  handOverUntil: z._default(marathonFields.handOverUntil, null),
  deferTo: z._default(marathonFields.deferTo, null),
  organisedBy: z._default(marathonFields.organisedBy, ''),
  questions: z._default(marathonFields.questions, ''),
  staffFields: z._default(marathonFields.staffFields, ''),
  categories: z._default(marathonFields.categories, ''),
  splits: z._default(marathonFields.splits, ''),
  imageSize: z._default(marathonFields.imageSize, ''),
})
/**
 * The fields that an update of a marathon may contain. `cancelled` is the reason; null takes a cancellation back. It is a
 * field, because a deletion would tell no reason, and an op of its own would need rules of its own for a clash.
 */
export const marathonPatchSchema = z.partial(
  z.strictObject({ ...marathonFields, cancelled: z.nullable(requiredText(MAX_LENGTH.reason)) }),
)

export type MarathonFields = z.infer<typeof marathonCreateSchema>
export type MarathonPatch = z.infer<typeof marathonPatchSchema>

/** A marathon as the API returns it. Its dates are canonical instants (contract/time/dates). */
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
  /** Most live applications of one account. */
  perAccount: z.int(),
  /** Until when a runner may hand the place on; null: not at all. */
  handOverUntil: z.nullable(z.string()),
  /** The marathon to which a runner may defer the place; null: none. */
  deferTo: z.nullable(idSchema),
  /** The SHA-256 of a ballot's seed, in hex, from its creation on; null without a ballot. */
  commitment: z.nullable(z.string()),
  /** The seed of the draw: 32 bytes in hex. Null until the draw. */
  seed: z.nullable(z.string()),
  /** Who organises, in the organiser's words; '' where the organiser says nothing. Everybody sees it. */
  organisedBy: z.string(),
  /** JSON of what the form asks beyond the fields of an application (contract/questions); '' for nothing. */
  questions: z.string(),
  /** JSON of the categories (contract/questions/categories); '' for none. */
  categories: z.string(),
  /** JSON of the names of the points between start and finish, in their order; '' for none. */
  splits: z.string(),
  results: z.enum(RESULTS_STATES),
  /** Width and height of `image` in pixels, `1200x630`; '' where they are not known. */
  imageSize: z.string(),
  /** The start before the last change of it; null for a start that never changed. */
  previousStart: z.nullable(z.string()),
  /** When the operator hid the marathon from everybody but its staff and its runners; null if it is not hidden. */
  hiddenAt: z.nullable(z.string()),
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

/**
 * A marathon as everybody may read it at `/e/{id}`, its public page. It has nobody's name and no address, but what the
 * organiser wrote in `organiser`.
 */
export const publicPageSchema = z.extend(upcomingMarathonSchema, {
  cancelled: marathonSchema.shape.cancelled,
  registration: marathonSchema.shape.registration,
  organisedBy: marathonSchema.shape.organisedBy,
  imageSize: marathonSchema.shape.imageSize,
  previousStart: marathonSchema.shape.previousStart,
  results: marathonSchema.shape.results,
  /** Would an application made now go to the waiting list? */
  isFull: z.boolean(),
  /** May search engines and the feed have it? Only if the address of the organiser's account is verified. */
  isListed: z.boolean(),
  ver: z.int(),
})
export type PublicPage = z.infer<typeof publicPageSchema>

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
