import * as z from 'zod/mini'
import { APPLICATION, type ApplicationField, EDITED } from './fields.ts'
import { must } from './invalid.ts'
import { MAX_LENGTH } from './limits.ts'
import { dateInput } from './marathon.ts'
import { foldText } from './text/fold-text.ts'
import { idSchema, isEmail, line, phoneNumber, pictureUrl, requiredLine, text } from './text/text.ts'

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
const NAMES = Object.keys(APPLICATION) as ApplicationField[]

/** The fields that a runner may change after applying. */
export const applicationFields = shapeOf(EDITED, (name) => SCHEMAS[name])

/** A new application. Its title and start date are copies of the marathon's at that time. */
export const applicationCreateSchema = z.strictObject({
  marathonId: idSchema,
  title: line(MAX_LENGTH.title),
  startDate: dateInput,
  ...shapeOf(NAMES, (name) => ('isRequired' in APPLICATION[name] ? SCHEMAS[name] : z._default(SCHEMAS[name], ''))),
  /** True if the runner takes a place on the waiting list where the marathon is full. */
  waitingList: z.optional(z.boolean()),
  namesake,
})
/** The fields that an update of an application may change. */
export const applicationPatchSchema = z.partial(z.strictObject({ ...applicationFields, namesake }))

/** What the organiser's op sets: the runner's number, or null for none. */
export const assignBibSchema = z.strictObject({ bib: z.nullable(requiredLine(MAX_LENGTH.bib)) })

export type ApplicationFields = z.infer<typeof applicationCreateSchema>
export type ApplicationPatch = z.infer<typeof applicationPatchSchema>
export type AssignBibPatch = z.infer<typeof assignBibSchema>

/**
 * Whether an application has a place (`registered`), stands on the waiting list (`waiting`), or is in a ballot that is
 * not drawn (`entered`).
 */
const APPLICATION_STATUSES = ['registered', 'waiting', 'entered'] as const

/** An application as the API returns it. */
export const applicationSchema = z.object({
  _id: idSchema,
  marathonId: idSchema,
  title: z.string(),
  startDate: z.string(),
  ...shapeOf(NAMES, () => z.string()),
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
  /** The entry code, which the gate scans (contract/text/entry-code). '' once the contact data is erased. */
  code: z.string(),
  ver: z.int(),
})
export type Application = z.infer<typeof applicationSchema>

/**
 * Names with the same key are the same person: those that differ in case, accents, apostrophes, dashes, blanks and other
 * signs, and those that look alike. One account may register a person once for a marathon, and a namesake where the user
 * says so.
 */
export function personKey(firstName: string, lastName: string): string {
  const folded = foldText(`${firstName} ${lastName}`)
  return folded.replace(/[^\p{L}\p{M}\p{N}]/gu, '') || folded.replace(/\s/g, '')
}
