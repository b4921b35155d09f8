import * as z from 'zod/mini'
import { APPLICATION, type ApplicationField, ASKED, EDITED } from './fields.ts'
import { matches, must } from './invalid.ts'
import { MAX_CAPACITY, MAX_LENGTH } from './limits.ts'
import { dateInput } from './marathon.ts'
import { objectWithAnswers } from './questions/question-schema.ts'
import type { Answers } from './questions/questions.ts'
import { entryCodeOf } from './text/entry-code.ts'
import { foldText } from './text/fold-text.ts'
import { idSchema, isEmail, line, phoneNumber, pictureUrl, requiredLine, requiredText, text } from './text/text.ts'

/** True if the user says that this is another person than the one of the same name whom the account has registered. */
const namesake = z.optional(z.boolean())

/** The schema of each field: an empty text where it is not required. */
const SCHEMAS = Object.fromEntries(
  Object.entries(APPLICATION).map(([name, field]) => [name, schemaOf(field)]),
) as Record<ApplicationField, z.ZodMiniType<string>>

function schemaOf({ kind, max, ...field }: (typeof APPLICATION)[ApplicationField]): z.ZodMiniType<string> {
  if (kind === 'phone') return phoneNumber
  if (kind === 'picture') return pictureUrl
  if (kind === 'text') return text(max)
  if (kind === 'email')
    return line(max).check(must((value) => value === '' || isEmail(value), { code: 'NOT_AN_EMAIL' }))
  return 'isRequired' in field ? requiredLine(max) : line(max)
}

/** The fields of these names, each with a schema made of its own. */
const shapeOf = <Name extends ApplicationField>(names: readonly Name[], make: (name: Name) => z.ZodMiniType<string>) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, z.ZodMiniType<string>>
/** The same fields, none of them required. */
const optional = <Shape extends z.core.$ZodShape>(shape: Shape) => z.partial(z.object(shape)).shape
const NAMES = Object.keys(APPLICATION) as ApplicationField[]

/** Is the name left out of published results? The runner says it, and of an entry without account staff. */
const hidesName = z.optional(z.boolean())

/** The fields that a runner may change after applying. */
export const applicationFields = { ...shapeOf(EDITED, (name) => SCHEMAS[name]), hidesName }

/** What the form of a new application sends. Its title and start date are copies of the marathon's at that time. */
const formFields = () => ({
  marathonId: idSchema,
  title: line(MAX_LENGTH.title),
  startDate: dateInput,
  ...shapeOf(NAMES, (name) => ('isRequired' in APPLICATION[name] ? SCHEMAS[name] : z._default(SCHEMAS[name], ''))),
  hidesName,
})

/** A new application. */
export const applicationCreateSchema = objectWithAnswers({
  ...formFields(),
  /** True if the runner takes a place on the waiting list where the marathon is full. */
  waitingList: z.optional(z.boolean()),
  namesake,
})
/** The fields that an update of an application may change. */
export const applicationPatchSchema = objectWithAnswers(optional({ ...applicationFields, namesake }))

/** A bib as it is written; null for none. */
const bib = z.nullable(requiredLine(MAX_LENGTH.bib))

/** What staff set: the runner's number, or null for none. */
export const assignBibSchema = z.strictObject({
  bib,
  /** True if the entrant holds the bib already: a desk handed it out. If it cannot be the entrant's, the row says so. */
  isHandedOut: z.optional(z.boolean()),
})

/** The fields that staff may correct. */
export const correctFields = { ...shapeOf(ASKED, (name) => SCHEMAS[name]), hidesName }
/** A correction by staff. `correctApplication` says what a desk may correct. */
export const correctSchema = objectWithAnswers(optional({ ...correctFields, namesake }), 'staff')

/** Staff withdraw an entry, and say why. */
export const withdrawSchema = z.strictObject({ reason: requiredText(MAX_LENGTH.reason) })

/** The organiser puts who waits at the head of the waiting list. The op has no fields. */
export const moveUpSchema = z.strictObject({})

/** The organiser makes an unconfirmed entry count. The op has no fields. */
export const confirmSchema = z.strictObject({})

/** The entry code in its one form. */
const entryCode = z
  .string()
  .check(must((code) => entryCodeOf(code) === code, { code: 'NOT_VALID', values: { expected: 'an entry code' } }))

/** An entry that a desk makes at the gate, without account. */
export const walkInSchema = objectWithAnswers(
  {
    marathonId: idSchema,
    firstName: SCHEMAS.firstName,
    lastName: SCHEMAS.lastName,
    hidesName,
    /** What an organiser has of who is entered from a file. A desk sends none. A phone that forgot it sends null. */
    phoneNumber: z.optional(z.nullable(z.union([SCHEMAS.phoneNumber, z.literal('')]))),
    email: z.optional(z.nullable(SCHEMAS.email)),
    additionalInfo: z.optional(z.nullable(SCHEMAS.additionalInfo)),
    bib,
    /** The desk makes the code, so that it can show the QR code without a network. */
    code: entryCode,
    /** How far above the capacity this entry was where its writer saw it; 0 within the capacity. */
    above: z.int().check(z.minimum(0), z.maximum(MAX_CAPACITY)),
  },
  'desk',
)

/** An account takes an entry that has none. `secret` is the entry code, from the QR code that the desk shows. */
export const claimSchema = z.strictObject({ marathonId: idSchema, secret: entryCode })

/** 128 random bits in base64url. */
const offerSecret = z.string().check(matches(/^[A-Za-z0-9_-]{22}$/, '22 characters of base64url'))

/** The runner offers the place to who has the link with this secret; null takes the offer back. */
export const offerSchema = z.strictObject({ secret: z.nullable(offerSecret) })

/** An account takes an offered place over, by an application of its own. `from` is the entry that was offered. */
export const takeOverSchema = objectWithAnswers({ ...formFields(), from: idSchema, secret: offerSecret, namesake })

/** The runner's place at this marathon takes the place of the entry `from`. */
export const deferSchema = z.strictObject({ marathonId: idSchema, from: idSchema })

export type ApplicationFields = z.infer<typeof applicationCreateSchema> & Answers
export type ApplicationPatch = z.infer<typeof applicationPatchSchema> & Answers
export type AssignBibPatch = z.infer<typeof assignBibSchema>
export type CorrectPatch = z.infer<typeof correctSchema> & Answers
export type WithdrawPatch = z.infer<typeof withdrawSchema>
export type WalkInFields = z.infer<typeof walkInSchema> & Answers
export type ClaimPatch = z.infer<typeof claimSchema>
export type OfferPatch = z.infer<typeof offerSchema>
export type TakeOverFields = z.infer<typeof takeOverSchema> & Answers
export type DeferPatch = z.infer<typeof deferSchema>

/**
 * Whether an application has a place (`registered`), stands on the waiting list (`waiting`), is in a ballot that is not
 * drawn (`entered`), or was made at the gate by who had lost the role (`unconfirmed`: owner or organiser decide).
 */
export const APPLICATION_STATUSES = ['registered', 'waiting', 'entered', 'unconfirmed'] as const

/** An application as the API returns it. */
export const applicationSchema = z.object({
  _id: idSchema,
  marathonId: idSchema,
  title: z.string(),
  startDate: z.string(),
  ...shapeOf(NAMES, () => z.string()),
  /** Is the name left out of published results? */
  hidesName: z.boolean(),
  createdAt: z.string(),
  status: z.enum(APPLICATION_STATUSES),
  /** When the application came from the waiting list to a place, ISO 8601; null if it did not. */
  promotedAt: z.nullable(z.string()),
  /**
   * The order of the waiting list: of two, the one with the smaller number gets a place first. Null for an application that
   * does not wait.
   */
  waitingOrder: z.nullable(z.int()),
  /** The number of the application in the order of the draw, from 1; null without a draw. */
  drawOrder: z.nullable(z.int()),
  /** The bib: the runner's number, which the organiser gives. Null before that. */
  bib: z.nullable(z.string()),
  /** A bib that the entrant holds, and that another entrant has; null for none. */
  wantedBib: z.nullable(z.string()),
  /** Of an entry made at the gate: how far above the capacity its writer saw it. 0 for others. */
  above: z.int(),
  /** The entry code, which the gate scans (contract/text/entry-code). '' once the contact data is erased. */
  code: z.string(),
  /** The answers by question, as JSON; '' for none. Phones have them as fields (contract/questions). */
  answers: z.string(),
  ver: z.int(),
})
/** An application where its answers are fields: on phones, and in files. */
export type Application = Omit<z.infer<typeof applicationSchema>, 'answers'> & Answers

/**
 * Names with the same key are the same person: those that differ in case, accents, apostrophes, dashes, blanks and other
 * signs, and those that look alike. One account may register a person once for a marathon, and a namesake where the user
 * says so.
 */
export function personKey(firstName: string, lastName: string): string {
  const folded = foldText(`${firstName} ${lastName}`)
  return folded.replace(/[^\p{L}\p{M}\p{N}]/gu, '') || folded.replace(/\s/g, '')
}
