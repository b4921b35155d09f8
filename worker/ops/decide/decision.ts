import type * as z from 'zod/mini'
import type { FieldErrors } from '../../../contract/field-errors.ts'
import { invalidFrom } from '../../../contract/invalid.ts'
import { DAY_MS, LATE_DAYS } from '../../../contract/limits.ts'
import { normaliseValue } from '../../../contract/op-values.ts'
import { type EntityType, kindOf, type OpType } from '../../../contract/ops.ts'
import type { Role } from '../../../contract/roles.ts'
import type { Conflict, Fields, Verdict } from '../../../contract/sync.ts'
import type {
  ApplicationCore,
  ApplicationRow,
  CheckInRow,
  MarathonRow,
  NoticeRow,
  RecordingRow,
  RulingRow,
  StaffRow,
} from '../../db/client.ts'
import type { KnownOp } from './known-op.ts'

// The parts of a decision. decide.ts makes decisions, write-ops.ts writes them.

/**
 * The rows that the ops of one batch may depend on, as they were read.
 * - `applications` are whole where an op edits them.
 * - `people` maps a `personSlot` to the id of the application in it.
 * - `bibs` maps a `bibSlot` to the id of the application that has the bib, and `codes` a `codeSlot` to the one that has
 *   the entry code.
 * - `gone` maps `type:id` of a deleted row to what its tombstone tells.
 * - `staff` has rows by `accountSlot`: the actors' own, also where the actor was removed; and for ops on staff those that
 *   they name, and the owner and who is offered the marathon.
 * - `written` maps a marathon's id to the number of notices that its organiser wrote. It is read only for a request
 *   that creates a notice.
 * - `scans` maps an application's id to the number of its check-ins, at most MAX_SCANS_OF_ALL, and a `scanSlot` to the
 *   number of those of one account. It is read only for a request that scans the application.
 * - `recorded` maps an `accountSlot` to the number of what the account recorded there, and `ruled` a marathon's id to the
 *   number of rulings. They are read only for a request that adds one.
 * - `applied` maps an `accountSlot` to the number of the account's live applications. It is read only for a request that
 *   creates an application there.
 * - `entered` maps a marathon's id to the ids of the applications in its ballot. It is read only for a request that
 *   draws.
 * - `owned` maps an actor's uid to the number of its rows of each type; it is read only if a request creates such a row.
 */
export interface State {
  readonly marathons: ReadonlyMap<string, MarathonRow>
  readonly applications: ReadonlyMap<string, ApplicationCore>
  readonly checkIns: ReadonlyMap<string, CheckInRow>
  readonly recordings: ReadonlyMap<string, RecordingRow>
  readonly rulings: ReadonlyMap<string, RulingRow>
  readonly recorded: ReadonlyMap<string, number>
  readonly ruled: ReadonlyMap<string, number>
  readonly notices: ReadonlyMap<string, NoticeRow>
  readonly written: ReadonlyMap<string, number>
  readonly scans: ReadonlyMap<string, number>
  readonly people: ReadonlyMap<string, string>
  readonly bibs: ReadonlyMap<string, string>
  readonly codes: ReadonlyMap<string, string>
  readonly gone: ReadonlyMap<string, Gone>
  readonly staff: ReadonlyMap<string, StaffRow>
  readonly applied: ReadonlyMap<string, number>
  readonly entered: ReadonlyMap<string, readonly string[]>
  readonly owned: ReadonlyMap<string, Readonly<Record<Limited, number>>>
}

/** What a tombstone tells of its row. */
export interface Gone {
  /** Null for an entry without account. */
  ownerUid: string | null
  /** Of an application or a notice; '' where the tombstone does not tell. */
  marathonId: string
  /** Retention left nothing but the id: nobody knows whose row it was. */
  isStripped: boolean
}

/** The types of rows of which an account may have a limited number. */
export type Limited = Extract<EntityType, 'marathon' | 'application'>

/** The account whose ops are decided. */
export interface Actor {
  uid: string
  email: string
  name: string
  /** When its session was issued, seconds since the epoch; undefined where the worker itself deletes an account. */
  issuedAt?: number
}

/**
 * Random values that a decision may use: a seed for a ballot (worker/ops/decide/ballot), a code for an entry
 * (contract/text/entry-code), the id of the notice that tells what an op did. An op tells at most one.
 */
export interface Fresh {
  seed: string
  code: string
  noticeId: string
}

/** The ops that an account sent together, with what decides whether they are accepted at all. */
export interface OpRequest {
  actor: Actor
  ops: KnownOp[]
  /** The phone's cursor; null or left out for a caller without one. */
  cursor?: string | null
}

/** One change that a decision makes. */
export type Effect =
  | { kind: 'put-marathon'; row: MarathonRow }
  | { kind: 'put-staff'; row: StaffRow }
  | { kind: 'put-application'; row: ApplicationRow }
  | { kind: 'put-check-in'; row: CheckInRow }
  | { kind: 'put-recording'; row: RecordingRow }
  | { kind: 'put-ruling'; row: RulingRow }
  | { kind: 'put-notice'; row: NoticeRow }
  | { kind: 'delete-notice'; row: NoticeRow }
  | { kind: 'delete-marathon'; row: MarathonRow }
  | { kind: 'delete-application'; row: ApplicationCore; reason?: string; isHandedOn?: boolean }
  /** Changes what is no text of an application: bib, offer, account, and the status of an unconfirmed one. */
  | { kind: 'set-entry'; row: ApplicationCore }
  /** The application comes to the head of its waiting list. */
  | { kind: 'move-up'; row: ApplicationCore }
  /**
   * Changes of a marathon's numbers: of registered runners, of waiting ones, of those in a ballot, of entries without
   * account, and how many of the waiting ones are promoted. The promoted ones are counted in the first two as well.
   */
  | ({ kind: 'count'; marathonId: string } & Numbers)
  /** All applications of a ballot in the drawn order: the first `places` are registered, the others wait. */
  | { kind: 'draw'; marathonId: string; order: string[]; places: number }

/** How the numbers of a marathon change. */
interface Numbers {
  registered: number
  waiting: number
  entered: number
  unclaimed: number
  promoted: number
}

/** The numbers of a marathon that change without a new version of it. */
export type Counted = 'regCount' | 'waitingCount' | 'enteredCount' | 'unclaimedCount'

/** A precondition of a verdict. A guard re-checks it in the transaction that writes. */
export type Precondition =
  | { kind: 'marathon'; id: string }
  | { kind: 'application'; id: string }
  | { kind: 'checkIn'; id: string }
  | { kind: 'recording'; id: string }
  | { kind: 'ruling'; id: string }
  | { kind: 'notice'; id: string }
  /** The account is to this marathon what it was when it was read. */
  | { kind: 'staff'; marathonId: string; uid: string }
  | { kind: 'count-at-least'; marathonId: string; of: Counted; count: number }
  | { kind: 'count-at-most'; marathonId: string; of: Counted; count: number }
  /** The slot of this person is as it was read: empty, or with the same application (`CHANGED_PERSON` in write-guards). */
  | { kind: 'no-person'; marathonId: string; uid: string; person: string }
  /** The slot of this bib is as it was read, likewise. */
  | { kind: 'no-bib'; marathonId: string; key: string }
  /** The organiser of the marathon has at least, or at most, `count` notices there. */
  | { kind: 'written-at-least'; marathonId: string; count: number }
  | { kind: 'written-at-most'; marathonId: string; count: number }
  /** The account has at least, or at most, `count` live applications to the marathon. */
  | { kind: 'applied-at-least'; marathonId: string; uid: string; count: number }
  | { kind: 'applied-at-most'; marathonId: string; uid: string; count: number }
  /** The account owns at least, or at most, `count` rows of this type. */
  | { kind: 'owned-at-least'; type: Limited; uid: string; count: number }
  | { kind: 'owned-at-most'; type: Limited; uid: string; count: number }

/** What `decide` says about one op. */
export interface Decision {
  verdict: Omit<Verdict, 'opId'>
  effects: Effect[]
  preconditions: Precondition[]
  /** The names of the fields that an update changed, for the history of its marathon. */
  changed?: string[]
}

/** An op decided for the first time in this batch, and the account whose op it is. */
export interface Decided {
  uid: string
  op: KnownOp
  decision: Decision
}

/** How many rows an op changed, 0 or 1. What others are told of it, and the numbers of its marathon, do not count. */
export function modifiedBy(op: Pick<KnownOp, 'id'>, { effects }: Decision): 0 | 1 {
  const isOfOp = (effect: Effect) =>
    effect.kind !== 'count' && (effect.kind !== 'put-notice' || effect.row.id === op.id)
  return effects.some(isOfOp) ? 1 : 0
}

/** The rows as they were read, before any op of the batch. The guards compare with them. */
export type Before = Pick<
  State,
  | 'marathons'
  | 'applications'
  | 'checkIns'
  | 'recordings'
  | 'rulings'
  | 'notices'
  | 'people'
  | 'bibs'
  | 'gone'
  | 'staff'
>

/** The input of one write batch. */
export interface Write {
  decided: Decided[]
  before: Before
  /** ms since the epoch */
  now: number
  /** Are the accounts charged? */
  isLimited: boolean
  /** Whose ops they are. The guards check that their sessions were not ended. */
  actors: Actor[]
}

/**
 * Is this an op that staff make for each entrant: a bib, an entry at the gate, a check-in or a recording? They are many,
 * and screens of runners do not wait for them.
 */
export function isRaceDayOp(type: OpType): boolean {
  return (
    type === 'application.assignBib' ||
    type === 'application.walkIn' ||
    ['checkIn', 'recording'].includes(kindOf(type).entity)
  )
}

/** The ops that give the actor's account an entry. */
export const ENTRY_OPS: readonly OpType[] = [
  'application.create',
  'application.claim',
  'application.takeOver',
  'application.defer',
]

/** The key of `State.people`. One account registers one person at most once for a marathon. */
export function personSlot(marathonId: string, uid: string, person: string): string {
  return `${marathonId}\n${uid}\n${person}`
}

/** The key of `State.staff` and `State.applied`. */
export function accountSlot(marathonId: string, uid: string): string {
  return `${marathonId}\n${uid}`
}

/** The key of the scans of one account in `State.scans`. */
export function scanSlot(applicationId: string, uid: string): string {
  return `${applicationId}\n${uid}`
}

/** The key of `State.bibs`. A marathon has each bib at most once, however it is written (INV-18). */
export function bibSlot(marathonId: string, key: string): string {
  return `${marathonId}\n${key}`
}

/** The key of `State.codes`. A marathon has each entry code at most once. */
export function codeSlot(marathonId: string, code: string): string {
  return `${marathonId}\n${code}`
}

/**
 * What the actor is at a marathon; null for a stranger. Only this function decides it, and the verdict rests on it: it is
 * added to `preconditions`.
 */
export function roleOf(
  state: State,
  { uid }: Pick<Actor, 'uid'>,
  marathonId: string,
  preconditions: Precondition[],
): Role | 'removed' | null {
  preconditions.push({ kind: 'staff', marathonId, uid })
  const row = state.staff.get(accountSlot(marathonId, uid))
  return row?.removedAt === null ? row.role : row ? 'removed' : null
}

/**
 * Merges an update into the current row, field by field.
 * - A field that already has the patch's value stays as it is.
 * - A field that still has the value of `base` takes the patch's value. With `base` null, every field does.
 * - Any other field keeps the current value and becomes a conflict.
 */
export function mergeFields(current: Fields, base: Fields | null, patch: Fields) {
  const changes: Fields = {}
  const conflicts: Record<string, Conflict> = {}
  for (const [field, yours] of Object.entries(patch)) {
    const theirs = current[field]
    if (theirs === yours) continue
    if (base === null || base[field] === theirs) changes[field] = yours
    // JSON has no undefined, so a value that is missing in the base becomes null.
    else conflicts[field] = { base: base[field] ?? null, yours, theirs }
  }
  return { changes, conflicts: Object.keys(conflicts).length > 0 ? conflicts : undefined }
}

/**
 * The base with its values as the server would have stored them. A phone that edits its own unsent row has the text
 * that the user typed as base ("Kiel " where the server stores "Kiel"). That difference must not become a conflict.
 */
export function tidyBase(base: Fields | null, schemas: Record<string, z.ZodMiniType>): Fields | null {
  if (base === null) return null
  return Object.fromEntries(
    Object.entries(base).map(([field, value]) => {
      const parsed = Object.hasOwn(schemas, field) ? schemas[field]?.safeParse(value) : undefined
      if (parsed?.success) return [field, parsed.data]
      return [field, typeof value === 'string' ? normaliseValue(field, value) : value]
    }),
  )
}

/**
 * The phone's time of a scan or a notice, or the server's where the phone's cannot be true: it is in the future, or too
 * long ago. The clock of that phone is wrong, and its scan must not count as the first of all.
 */
export function credible(at: string, now: number): string {
  const time = Date.parse(at)
  const canBeTrue = time <= now && time >= now - LATE_DAYS * DAY_MS
  return new Date(canBeTrue ? time : now).toISOString()
}

/** A rejection that depends on `preconditions`. */
export function reject(
  code: NonNullable<Verdict['code']>,
  preconditions: Precondition[],
  fields?: FieldErrors,
): Decision {
  return { verdict: { status: 'rejected', code, ...(fields ? { fields } : {}) }, effects: [], preconditions }
}

/** The rejection of an op on a marathon that is not there: it was deleted, or never was. */
export function refuseMissingMarathon(state: State, id: string, preconditions: Precondition[]): Decision {
  return reject(state.gone.has(`marathon:${id}`) ? 'GONE' : 'NOT_FOUND', preconditions)
}

/** Most unknown fields that a rejection names. */
const MOST_UNKNOWN = 3

/**
 * The rejection of a patch that its schema refuses. The verdict is stored, so it names few of the fields that the
 * schema does not know: a client may send many of them, with long names.
 */
export function refuseInvalid(error: z.core.$ZodError, preconditions: Precondition[]): Decision {
  const fields = Object.entries(invalidFrom(error).fields ?? {})
  const unknown = fields.filter(([, { code }]) => code === 'UNKNOWN_FIELD')
  const named = unknown.filter(([name]) => /^[\w.]{1,64}$/.test(name)).slice(0, MOST_UNKNOWN)
  const known = fields.filter(([, { code }]) => code !== 'UNKNOWN_FIELD')
  const fewer = Object.fromEntries([...known, ...named])
  const isCut = named.length < unknown.length
  return reject('INVALID', preconditions, isCut ? { ...fewer, patch: { code: 'UNKNOWN_FIELDS' } } : fewer)
}

/** An acceptance that depends on `preconditions`. @param changes of an update */
export function accept(
  effects: Effect[],
  preconditions: Precondition[],
  conflicts?: Record<string, Conflict>,
  changes?: Fields,
): Decision {
  const changed = changes ? { changed: Object.keys(changes) } : {}
  return { verdict: { status: 'applied', ...(conflicts ? { conflicts } : {}) }, effects, preconditions, ...changed }
}

/**
 * The rejection of one more row if the account already has `max` rows of this type; otherwise null, and the limit is
 * added to `preconditions`. The error names the limit.
 */
export function refuseAboveLimit(
  state: State,
  { uid }: Actor,
  type: Limited,
  max: number,
  preconditions: Precondition[],
): Decision | null {
  if ((state.owned.get(uid)?.[type] ?? 0) < max) {
    preconditions.push({ kind: 'owned-at-most', type, uid, count: max - 1 })
    return null
  }
  const code = type === 'marathon' ? 'MOST_EVENTS' : 'MOST_APPLICATIONS'
  const above: Precondition = { kind: 'owned-at-least', type, uid, count: max }
  return reject('INVALID', [...preconditions, above], { account: { code, values: { max } } })
}
