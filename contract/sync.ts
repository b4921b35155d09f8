import * as z from 'zod/mini'
import { applicationSchema } from './application.ts'
import { type CheckIn, checkInSchema } from './check-in.ts'
import { columnsOf, rowsOfColumns } from './columns.ts'
import { fieldErrorsSchema, matches } from './invalid.ts'
import { MAX_OPS } from './limits.ts'
import { marathonSchema } from './marathon.ts'
import { noticeSchema } from './notice.ts'
import { PROBLEM_CODES } from './problem.ts'
import { type Answers, unpackAnswers } from './questions/questions.ts'
import { type OwnResult, ownResultSchema } from './results/public-list-schema.ts'
import { recordingSchema, rulingSchema, type SyncRecording, type SyncRuling } from './results/recording-schema.ts'
import { ROLES } from './roles.ts'
import { idSchema } from './text/text.ts'

/**
 * The fields of an op, by name. contract/op-values checks their values for all ops. The server parses them with the
 * schema of the op's type (worker/ops/decide/known-op).
 */
export type Fields = Record<string, unknown>
const fieldsSchema = z.record(z.string(), z.unknown())

/**
 * One queued edit.
 * - create: `patch` has every field, and `base` is `{}`.
 * - update: `patch` has the changed fields, and `base` has the values of these fields that the user saw.
 * - delete and draw: both are `{}`. Who leaves the waiting list sends the base `{status: 'waiting'}`: the op is
 *   rejected with STALE if the application has got a place meanwhile.
 * - assignBib and correct: like an update.
 * - withdraw: `patch` has the reason, and `base` is that of a delete.
 * - void: `patch` has the time, and `base` is `{}`.
 * - confirm, moveUp: both are `{}`.
 * - walkIn, takeOver and defer are creates; of claim and offer `patch` has the secret.
 *
 * This schema accepts any `type` and `v`: an op from another version of the app halts the request and is not rejected.
 * Unknown keys in an op and in the request are ignored: the app may be newer than the worker.
 */
const opSchema = z.object({
  opId: idSchema,
  v: z.int(),
  type: z.string().check(z.minLength(1), z.maxLength(64)),
  id: idSchema,
  base: fieldsSchema,
  patch: fieldsSchema,
  at: z.iso.datetime(),
})
export type Op = z.infer<typeof opSchema>

export const syncRequestSchema = z.object({
  uid: z.string().check(z.minLength(1), z.maxLength(128)),
  cursor: z.nullable(z.string().check(matches(/^[A-Za-z0-9-]{1,64}\.\d{1,15}$/, '<epoch>.<seq>'))),
  ops: z.array(opSchema).check(z.maxLength(MAX_OPS)),
  /** The bookmark of the response that brought the cursor: the pull reads no older state of the database. */
  bookmark: z.optional(z.string()),
  /** The highest seq that a live room has told this phone of: the pull reads no state before it. */
  toldSeq: z.optional(z.int()),
  /**
   * The most rows that the phone wants in the page. The server may send fewer, but no fewer than MIN_PULL_PAGE_ROWS of
   * those that there are.
   */
  pageRows: z.optional(z.int().check(z.minimum(1))),
})
export type SyncRequest = z.infer<typeof syncRequestSchema>

/** A clash in one field: the server kept its own value (`theirs`), and the user chooses. */
const conflictSchema = z.object({ base: z.unknown(), yours: z.unknown(), theirs: z.unknown() })
export type Conflict = z.infer<typeof conflictSchema>

const verdictSchema = z.object({
  opId: idSchema,
  status: z.enum(['applied', 'rejected']),
  code: z.optional(z.enum(PROBLEM_CODES)),
  fields: z.optional(fieldErrorsSchema),
  conflicts: z.optional(z.record(z.string(), conflictSchema)),
})
export type Verdict = z.infer<typeof verdictSchema>

/** The reason why a request stopped before its end. The op at that place and all later ones have no verdict. */
const HALT_CODES = ['UNAVAILABLE', 'UNKNOWN_OP'] as const
export type HaltCode = (typeof HALT_CODES)[number]

/** `role` is what the account is at the marathon; null for a stranger. `mine` is true for an application of its own. */
const syncMarathonSchema = z.extend(marathonSchema, {
  role: z.nullable(z.enum(ROLES)),
  /**
   * JSON of the fields that staff fill in of an entry (contract/questions); '' for none. Owner and organisers get all of
   * them, everybody else those that the runner sees.
   */
  staffFields: z.string(),
})
export type SyncMarathon = z.infer<typeof syncMarathonSchema>
const syncApplicationSchema = z.extend(applicationSchema, {
  /** JSON of what staff noted, by field. The runner gets that of the fields that the marathon shows. */
  staffAnswers: z.string(),
  mine: z.boolean(),
  /** Has it an account? */
  isClaimed: z.boolean(),
  /** The secret with which the runner offers the place to somebody; null without an offer, and for everybody else. */
  offer: z.nullable(z.string()),
})
/** An application as phones have it: its answers are fields. */
export type SyncApplication = Omit<z.infer<typeof syncApplicationSchema>, 'answers' | 'staffAnswers'> & Answers
/** All that a helper gets of an entrant (INV-19). */
const syncEntrantSchema = z.strictObject({
  ...z.pick(applicationSchema, {
    _id: true,
    marathonId: true,
    firstName: true,
    lastName: true,
    bib: true,
    code: true,
    status: true,
    wantedBib: true,
    ver: true,
    /** Those that gate, desk and timer may see. */
    answers: true,
    /** Of an entry without account; otherwise it is the runner's, and false here. */
    hidesName: true,
  }).shape,
  mine: z.literal(false),
  isClaimed: z.boolean(),
})

/**
 * A row of a marathon's staff, by the row's own id: nobody learns the id of an account. `mine` is true for the account's
 * own row. `since` is when somebody got the role, and `isOffered` says that the owner wants to hand the marathon over to
 * them.
 */
const syncStaffSchema = z.strictObject({
  _id: idSchema,
  marathonId: idSchema,
  name: z.string(),
  role: z.enum(ROLES),
  since: z.string(),
  isOffered: z.boolean(),
  mine: z.boolean(),
})
export type SyncStaff = z.infer<typeof syncStaffSchema>

/** `role`: the account has no role at the marathon with this id any more, and must forget what it had by it. */
const deletedSchema = z.object({
  type: z.enum(['marathon', 'application', 'staff', 'role', 'notice']),
  id: idSchema,
  at: z.string(),
  /** True for an entry that somebody else took over. */
  isHandedOn: z.optional(z.boolean()),
  /** Why staff withdrew the entry; owner and organisers alone get it. */
  reason: z.optional(z.string()),
})
export type Deletion = z.infer<typeof deletedSchema>

/** The header of a response with the cursor of the next page. It is missing where there is none or a halt. */
export const NEXT_CURSOR = 'Next-Cursor'
/** The header beside it with the response's bookmark, where the response has one. */
export const BOOKMARK = 'Bookmark'

/** Where a pull goes on: the `cursor` and the `bookmark` of a response. */
export interface PullFrom {
  cursor: string | null
  bookmark?: string | undefined
}

/** The parts of a response beside its rows by column. */
const headSchema = z.object({
  results: z.array(verdictSchema),
  halted: z.nullable(z.object({ code: z.enum(HALT_CODES) })),
  cursor: z.nullable(z.string()),
  more: z.boolean(),
  reset: z.boolean(),
  /** The name of the database's history. It is missing where the server could not read its database. */
  epoch: z.optional(z.string()),
  /**
   * The state of the database that this page was read from. The phone keeps it beside the cursor. It is missing where
   * the database has no replicas to choose from.
   */
  bookmark: z.optional(z.string()),
  /** The notices of marathons where the account is staff, or that it applied to. */
  notices: z.array(noticeSchema),
  deleted: z.array(deletedSchema),
  serverTime: z.string(),
  minVersion: z.int(),
})

/**
 * A response as the phone reads it. Of entrants of a marathon where the account only helps, just the fields of
 * `syncEntrantSchema` are there. The check-ins are those of marathons where the account is staff; recordings and rulings
 * those where it records, or organises. Owner and organisers get
 * all staff of their marathons, and others their own row.
 */
export interface SyncResponse extends z.infer<typeof headSchema> {
  marathons: SyncMarathon[]
  applications: SyncApplication[]
  checkIns: CheckIn[]
  recordings: SyncRecording[]
  rulings: SyncRuling[]
  staff: SyncStaff[]
  /** The account's own official results. */
  ownResults: OwnResult[]
}

/** The kinds of rows that a response has by column. `entrants` are applications as a helper gets them. */
export type ColumnKind =
  | 'marathons'
  | 'applications'
  | 'entrants'
  | 'checkIns'
  | 'recordings'
  | 'rulings'
  | 'staff'
  | 'ownResults'

/**
 * Makes the schema of a response as the worker sends it: rows by column, and a kind without rows is missing. Phones do
 * not need it and so do not make it.
 */
export function responseSchema() {
  const columns: Record<ColumnKind, z.ZodMiniType> = {
    marathons: z.optional(columnsOf(syncMarathonSchema)),
    applications: z.optional(columnsOf(syncApplicationSchema)),
    entrants: z.optional(columnsOf(syncEntrantSchema)),
    checkIns: z.optional(columnsOf(checkInSchema)),
    recordings: z.optional(columnsOf(recordingSchema)),
    rulings: z.optional(columnsOf(rulingSchema)),
    staff: z.optional(columnsOf(syncStaffSchema)),
    ownResults: z.optional(columnsOf(ownResultSchema)),
  }
  return z.extend(headSchema, { columns: z.strictObject(columns) })
}

const receivedColumns = z.optional(
  z.looseObject({ _id: z.array(z.string()), ver: z.union([z.int(), z.array(z.int())]) }),
)
const receivedSchema = z.extend(headSchema, {
  results: z.array(z.looseObject({ opId: z.string(), status: z.enum(['applied', 'rejected']) })),
  halted: z.nullable(z.looseObject({ code: z.string() })),
  notices: z.array(z.looseObject({ _id: z.string() })),
  deleted: z.array(z.looseObject({ type: z.string(), id: z.string() })),
  columns: z.object({
    marathons: receivedColumns,
    applications: receivedColumns,
    entrants: receivedColumns,
    checkIns: receivedColumns,
    recordings: receivedColumns,
    rulings: z.optional(z.looseObject({ _id: z.array(z.string()) })),
    staff: z.optional(z.looseObject({ _id: z.array(z.string()) })),
    ownResults: receivedColumns,
  } satisfies Record<ColumnKind, unknown>),
})

/**
 * Reads a sync response on the phone and checks the parts that the protocol needs. Rows by column become objects.
 * Unknown fields of a row are kept, and unknown codes and distances are accepted: this app must work with a newer worker.
 * @throws an error if the body is not a sync response
 */
export function parseSyncResponse(body: unknown): SyncResponse {
  // The other fields of a row are not checked here. The worker's tests check every response against its full schema.
  const { columns, ...response } = receivedSchema.parse(body)
  const rows = (kind: ColumnKind) => (columns[kind] ? rowsOfColumns(columns[kind]) : [])
  return {
    ...response,
    marathons: rows('marathons'),
    applications: [...rows('applications'), ...rows('entrants')].map((row) => unpackAnswers(row)),
    checkIns: rows('checkIns'),
    recordings: rows('recordings'),
    rulings: rows('rulings'),
    staff: rows('staff'),
    ownResults: rows('ownResults'),
  } as unknown as SyncResponse
}
