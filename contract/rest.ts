import * as z from 'zod/mini'
import { applicationCreateSchema, applicationPatchSchema } from './application.ts'
import { ENTRANT_PAGE_ROWS, LIST_PAGE_ROWS, MAX_LENGTH } from './limits.ts'
import { MAIL_LANGUAGES } from './mail.ts'
import { marathonCreateSchema, marathonPatchSchema } from './marathon.ts'
import { INVITED_ROLES, ROLES } from './roles.ts'
import { idSchema } from './text/text.ts'

/** The fields of a marathon that the server sets. It ignores the values that a client sends for them. */
export const DECIDED_MARATHON_FIELDS = [
  '_id',
  'name',
  'email',
  'createdAt',
  'regCount',
  'waitingCount',
  'enteredCount',
  'commitment',
  'seed',
  'previousStart',
  'results',
  'hiddenAt',
  'ver',
  'ownerUid',
] as const
/** The fields that an update of an application ignores. The original client sends the whole object. */
export const FIXED_APPLICATION_FIELDS = [
  '_id',
  'marathonId',
  'title',
  'startDate',
  'email',
  'createdAt',
  'status',
  'promotedAt',
  'waitingOrder',
  'drawOrder',
  'wantedBib',
  'above',
  'bib',
  'code',
  'answers',
  'ver',
] as const

/** A new row as a JSON object. A client may send its id. `decide` checks the other values. */
export const newRowSchema = z.looseObject({ _id: z.optional(idSchema) })
/** A JSON object. `decide` checks its values. */
export const fieldsSchema = z.record(z.string(), z.unknown())

const ignored = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.optional(z.unknown())])) as Record<
    Name,
    z.ZodMiniOptional<z.ZodMiniUnknown>
  >

// The bodies of the REST writes for the OpenAPI document: the schemas that `decide` uses, with the ignored fields.

export const marathonPostSchema = z.extend(marathonCreateSchema, {
  ...ignored(DECIDED_MARATHON_FIELDS),
  _id: z.optional(idSchema),
})
export const marathonPutSchema = z.extend(marathonPatchSchema, ignored(DECIDED_MARATHON_FIELDS))
/** The fields of an application with others, and any answers beside them (contract/questions). */
const withMore = <Shape extends z.core.$ZodShape>(schema: { shape: z.core.$ZodShape }, more: Shape) =>
  z.catchall(z.object({ ...schema.shape, ...more }), z.unknown())

/** Without marathonId, the title and start date must match exactly one marathon (worker/reads/find-marathon). */
export const applicationPostSchema = withMore(applicationCreateSchema, {
  ...ignored(['createdAt', 'ver']),
  _id: z.optional(idSchema),
  marathonId: z.optional(idSchema),
})
export const applicationPutSchema = withMore(applicationPatchSchema, ignored(FIXED_APPLICATION_FIELDS))

/** `language`: that of the account's mails. The original client sends none. */
export const jwtBodySchema = z.object({
  email: z.string().check(z.maxLength(MAX_LENGTH.email)),
  language: z.optional(z.enum(MAIL_LANGUAGES)),
})

const limitUpTo = (most: number) => z.coerce.number().check(z.int(), z.minimum(1), z.maximum(most))

export const marathonListQuerySchema = z.object({
  sort: z._default(z.enum(['asc', 'desc']), 'desc'),
  email: z.optional(z.string()),
  limit: z._default(limitUpTo(LIST_PAGE_ROWS), LIST_PAGE_ROWS),
  /** The cursor from the `Link` header of the previous page. */
  cursor: z.optional(z.string()),
})

/** `?email=` limits a list to the user's own rows. It must be the user's own email; a space in it means `+`. */
export const ownListQuerySchema = z.object({
  email: z.optional(z.string()),
  limit: z._default(limitUpTo(LIST_PAGE_ROWS), LIST_PAGE_ROWS),
  /** The cursor from the `Link` header of the previous page. */
  cursor: z.optional(z.string()),
})

const SEPARATORS = ['comma', 'semicolon'] as const

/** Without `limit` and `cursor` the response has all entrants, with one of them it is a page. */
export const entrantListQuerySchema = z.object({
  limit: z.optional(limitUpTo(ENTRANT_PAGE_ROWS)),
  /** The cursor from the `Link` header of the previous page. */
  cursor: z.optional(z.string()),
  /** What separates the cells of CSV; a comma without it. */
  separator: z.optional(z.enum(SEPARATORS)),
})

export const insertedSchema = z.object({ acknowledged: z.literal(true), insertedId: idSchema })
export const updatedSchema = z.object({
  acknowledged: z.literal(true),
  matchedCount: z.int(),
  modifiedCount: z.int(),
})
export const deletedCountSchema = z.object({ acknowledged: z.literal(true), deletedCount: z.int() })
/** What an invitation makes of who accepts it. */
export const invitationPostSchema = z.object({ role: z.enum(INVITED_ROLES) })
/** An invitation. `url` opens the app where it is accepted; the server does not keep it. */
export const invitationSchema = z.object({ url: z.url(), expiresAt: z.iso.datetime() })
/** An invitation that is still open, as the organiser sees one. The id does not open it. */
export const openInvitationSchema = z.object({
  _id: idSchema,
  expiresAt: z.iso.datetime(),
  role: z.enum(INVITED_ROLES),
})
export type OpenInvitation = z.infer<typeof openInvitationSchema>
/** What an invitation is for: the marathon, and the role that it gives. */
export const invitedSchema = z.object({
  marathonId: idSchema,
  title: z.string(),
  location: z.string(),
  startDate: z.string(),
  timeZone: z.string(),
  role: z.enum(INVITED_ROLES),
})
/** `role`: what the account is there now. Who was staff before keeps the own role. */
export const acceptedSchema = z.object({ marathonId: idSchema, role: z.enum(ROLES) })

/**
 * What a link to an entry is for. `claim`: an account takes the entry of `person`, which a desk made. `handOver`: an account
 * takes over the place that its runner offers, until `until`; null where that is over.
 */
export const linkedEntrySchema = z.object({
  kind: z.enum(['claim', 'handOver']),
  marathonId: idSchema,
  title: z.string(),
  location: z.string(),
  startDate: z.string(),
  timeZone: z.string(),
  until: z.nullable(z.string()),
  person: z.nullable(z.string()),
})
export type LinkedEntry = z.infer<typeof linkedEntrySchema>
export const healthSchema = z.object({ ok: z.literal(true), time: z.iso.datetime() })

/** An OpenAPI document. The schema checks only its top level. */
export const openApiSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({}),
  paths: z.looseObject({}),
})
