import type {
  ApplicationFields,
  ApplicationPatch,
  AssignBibPatch,
  ClaimPatch,
  CorrectPatch,
  DeferPatch,
  OfferPatch,
  TakeOverFields,
  WalkInFields,
  WithdrawPatch,
} from './application.ts'
import type { CheckInFields, CheckInVoid } from './check-in.ts'
import type { MarathonFields, MarathonPatch, PublishPatch } from './marathon.ts'
import type { NoticeFields } from './notice.ts'
import type { RecordingFields, RecordingVoid, RulingFields } from './results/recording-schema.ts'
import type { StaffPatch } from './staff.ts'
import type { Op } from './sync.ts'

/** The types of ops: an entity, and what is done to it. */
export const OP_TYPES = [
  'marathon.create',
  'marathon.update',
  'marathon.delete',
  'marathon.draw',
  'marathon.publish',
  'application.create',
  'application.update',
  'application.delete',
  'application.assignBib',
  'application.correct',
  'application.withdraw',
  'application.moveUp',
  'application.walkIn',
  'application.confirm',
  'application.claim',
  'application.offer',
  'application.takeOver',
  'application.defer',
  'checkIn.create',
  'checkIn.void',
  'checkIn.confirm',
  'recording.create',
  'recording.void',
  'recording.confirm',
  'ruling.create',
  'notice.create',
  'notice.delete',
  'staff.update',
  'staff.delete',
  'staff.takeOver',
] as const
export type OpType = (typeof OP_TYPES)[number]
type Split<T> = T extends `${infer Entity}.${infer Action}` ? { entity: Entity; action: Action } : never
export type EntityType = Split<OpType>['entity']
type OpAction = Split<OpType>['action']

/** The fields in the `patch` of each type of op. */
export interface Patches {
  'marathon.create': MarathonFields
  'marathon.update': MarathonPatch
  'marathon.delete': Record<string, never>
  'marathon.draw': Record<string, never>
  'marathon.publish': PublishPatch
  'application.create': ApplicationFields
  'application.update': ApplicationPatch
  'application.delete': Record<string, never>
  'application.assignBib': AssignBibPatch
  'application.correct': CorrectPatch
  'application.withdraw': WithdrawPatch
  'application.moveUp': Record<string, never>
  'application.walkIn': WalkInFields
  'application.confirm': Record<string, never>
  'application.claim': ClaimPatch
  'application.offer': OfferPatch
  'application.takeOver': TakeOverFields
  'application.defer': DeferPatch
  'checkIn.create': CheckInFields
  'checkIn.void': CheckInVoid
  'checkIn.confirm': Record<string, never>
  'recording.create': RecordingFields
  'recording.void': RecordingVoid
  'recording.confirm': Record<string, never>
  'ruling.create': RulingFields
  'notice.create': NoticeFields
  'notice.delete': Record<string, never>
  'staff.update': StaffPatch
  'staff.delete': Record<string, never>
  'staff.takeOver': Record<string, never>
}

/** An op whose `patch` has the fields of its type. */
export type TypedOp = { [T in OpType]: Omit<Op, 'type' | 'patch'> & { type: T; patch: Patches[T] } }[OpType]

/** Is this the type of an op that this version knows? */
export function isOpType(type: string): type is OpType {
  return (OP_TYPES as readonly string[]).includes(type)
}

/** The entity that a type of op changes, and its action. */
export function kindOf(type: OpType): { entity: EntityType; action: OpAction } {
  const [entity, action] = type.split('.') as [EntityType, OpAction]
  return { entity, action }
}

/** The action of an op; null for an op from another version of the app. */
export function actionOf({ type }: Pick<Op, 'type'>): OpAction | null {
  return isOpType(type) ? kindOf(type).action : null
}

/** The entity that an op changes, also of an op from another version of the app; null if this version knows no such. */
export function entityOf({ type }: Pick<Op, 'type'>): EntityType | null {
  const known = OP_TYPES.find((one) => one.split('.')[0] === type.split('.')[0])
  return known ? kindOf(known).entity : null
}

/** The ops of runners on their own entries. */
export const OF_RUNNERS: readonly OpType[] = [
  'application.create',
  'application.update',
  'application.delete',
  'application.claim',
  'application.offer',
  'application.takeOver',
  'application.defer',
]

/** The ops of staff on entries of others. */
const OF_ENTRANTS: readonly string[] = [
  'application.assignBib',
  'application.correct',
  'application.withdraw',
  'application.moveUp',
  'application.walkIn',
  'application.confirm',
] satisfies OpType[]

/** Is an op about somebody else: an entrant, or one of a marathon's staff? */
export function isOfOthers(op: Pick<Op, 'type'>): boolean {
  return OF_ENTRANTS.includes(op.type) || ['checkIn', 'staff'].includes(entityOf(op) ?? '')
}

/** The ops of staff with what entrants told organisers alone. */
export const WITH_CONTACTS: readonly OpType[] = ['application.correct', 'application.withdraw', 'application.walkIn']

/**
 * Has an op such values? A phone may forget them: then it sends null in their place, as the same op (docs/sync.md).
 */
export function mayForget({ type }: Pick<Op, 'type'>): boolean {
  return (WITH_CONTACTS as readonly string[]).includes(type)
}

/** Has the phone forgotten values of an op? No user sends null in such an op, but for no bib. */
export function hasForgotten(op: Pick<Op, 'type' | 'patch'>): boolean {
  return mayForget(op) && Object.entries(op.patch).some(([field, value]) => value === null && field !== 'bib')
}

/** The ops beside the creates that make the row which they name. */
const MAKES: readonly string[] = ['application.walkIn', 'application.takeOver', 'application.defer'] satisfies OpType[]

/** Does an op make the row that it names? Then its account made the row's id. */
export function makesRow(op: Pick<Op, 'type'>): boolean {
  return actionOf(op) === 'create' || MAKES.includes(op.type)
}

/**
 * A queued op with the type of its `patch`; null for an op from another version of the app. The fields are not checked
 * here: `Edit` types them when they are queued (`web/store/outbox.ts`), and the server parses them.
 */
export function typedOp(op: Op): TypedOp | null {
  return isOpType(op.type) ? (op as TypedOp) : null
}

/**
 * The id of the marathon that an op changes, brings an entry to or writes a notice for. Null for the other ops of an
 * application, which do not contain it, for a check-in or a recording, which must not wait for edits of its marathon,
 * and for an op from another version of the app.
 */
export function marathonIdOf(op: Op): string | null {
  const typed = typedOp(op)
  if (!typed) return null
  if (kindOf(typed.type).entity === 'marathon') return typed.id
  if (['checkIn', 'recording'].includes(kindOf(typed.type).entity) || !('marathonId' in typed.patch)) return null
  return (typed.patch as { marathonId: string }).marathonId
}
