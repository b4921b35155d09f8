import type * as z from 'zod/mini'
import type { Conflict, EntityType, Fields, OpType, Verdict } from '../../contract/sync.ts'
import { normaliseText } from '../../contract/text.ts'
import type { ApplicationRow, MarathonRow } from '../db/client.ts'

// What a decision is made of. decide.ts makes them, write-ops.ts writes them.

/**
 * What the ops of one request may rest on, as it was read. `people` maps a person's slot to the application
 * that fills it, `gone` maps `type:id` of a deleted row to its owner. `owned` is how many rows of a kind the actor has.
 */
export interface State {
  readonly marathons: ReadonlyMap<string, MarathonRow>
  readonly applications: ReadonlyMap<string, ApplicationRow>
  readonly people: ReadonlyMap<string, string>
  readonly gone: ReadonlyMap<string, string>
  readonly owned: Readonly<Record<EntityType, number>>
}

export interface Actor {
  uid: string
  email: string
  name: string
}

/** An op whose type and version are known. `base` null (a REST write) means: whatever is there. */
export interface KnownOp {
  opId: string
  type: OpType
  id: string
  base: Fields | null
  patch: Fields
  /** What was said, as a hash (domain/op-content): an op id that comes again with another one is no repetition. */
  content: string
  /** The version a REST write insists on (If-Match). */
  ifVer?: number | undefined
}

export type Effect =
  | { kind: 'put-marathon'; row: MarathonRow }
  | { kind: 'put-application'; row: ApplicationRow }
  | { kind: 'delete-marathon'; row: MarathonRow }
  | { kind: 'delete-application'; row: ApplicationRow }
  | { kind: 'count'; marathonId: string; delta: 1 | -1 }

/** A fact that a verdict rests on; the write re-checks it inside its transaction. */
export type Precondition =
  | { kind: 'marathon'; id: string }
  | { kind: 'application'; id: string }
  | { kind: 'count-at-least'; marathonId: string; count: number }
  | { kind: 'count-at-most'; marathonId: string; count: number }
  /** Nobody of this name is registered by this account, or only a row that this very request takes away first. */
  | { kind: 'no-person'; marathonId: string; person: string }
  /** So many rows of its own, at least or at most, the account has. */
  | { kind: 'owned-at-least'; type: EntityType; count: number }
  | { kind: 'owned-at-most'; type: EntityType; count: number }

export interface Decision {
  verdict: Omit<Verdict, 'opId'>
  effects: Effect[]
  preconditions: Precondition[]
}

/** An op decided for the first time in this request. */
export interface Decided {
  op: KnownOp
  decision: Decision
}

/** Where `State.people` keeps who is registered: one slot a person, account and marathon. */
export function personSlot(marathonId: string, uid: string, person: string): string {
  return `${marathonId}\n${uid}\n${person}`
}

/**
 * Merges an update into what is there, field by field: a field that nobody else moved since `base`, or that
 * already holds the wanted value, takes the patch; any other keeps the server's value and is told as a conflict.
 */
export function mergeFields(current: Fields, base: Fields | null, patch: Fields) {
  const changes: Fields = {}
  const conflicts: Record<string, Conflict> = {}
  for (const [field, yours] of Object.entries(patch)) {
    const theirs = current[field]
    if (theirs === yours) continue
    if (base === null || base[field] === theirs) changes[field] = yours
    // JSON has no undefined: a base that the op left out is told as null.
    else conflicts[field] = { base: base[field] ?? null, yours, theirs }
  }
  return { changes, conflicts: Object.keys(conflicts).length > 0 ? conflicts : undefined }
}

/**
 * What the user saw, as the server would have stored it: a phone that edits its own unsent row saw it untidied
 * ("Kiel " for "Kiel"), and that must not look like a change by somebody else.
 */
export function tidyBase(base: Fields | null, schemas: Record<string, z.ZodMiniType>): Fields | null {
  if (base === null) return null
  return Object.fromEntries(
    Object.entries(base).map(([field, value]) => {
      const parsed = Object.hasOwn(schemas, field) ? schemas[field]?.safeParse(value) : undefined
      if (parsed?.success) return [field, parsed.data]
      return [field, typeof value === 'string' ? normaliseText(value) : value]
    }),
  )
}

/** A refusal that rests on `preconditions`. */
export function refuse(
  code: NonNullable<Verdict['code']>,
  preconditions: Precondition[],
  fields?: Record<string, string>,
): Decision {
  return { verdict: { status: 'rejected', code, ...(fields ? { fields } : {}) }, effects: [], preconditions }
}

/** An acceptance that rests on `preconditions`. */
export function accept(
  effects: Effect[],
  preconditions: Precondition[],
  conflicts?: Record<string, Conflict>,
): Decision {
  return { verdict: { status: 'applied', ...(conflicts ? { conflicts } : {}) }, effects, preconditions }
}

/**
 * The refusal of one more row where the account has the most it may have, or null. Either way it goes into
 * `preconditions`.
 * The error names the limit.
 */
export function refuseAboveLimit(
  state: State,
  type: EntityType,
  max: number,
  preconditions: Precondition[],
): Decision | null {
  if (state.owned[type] < max) {
    preconditions.push({ kind: 'owned-at-most', type, count: max - 1 })
    return null
  }
  const words = `has ${max} ${type === 'marathon' ? 'events' : 'applications'}, the most that one may have`
  return refuse('INVALID', [...preconditions, { kind: 'owned-at-least', type, count: max }], { account: words })
}
