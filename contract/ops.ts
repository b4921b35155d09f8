import type { ApplicationFields, ApplicationPatch, AssignBibPatch } from './application.ts'
import type { CheckInFields, CheckInVoid } from './check-in.ts'
import type { MarathonFields, MarathonPatch } from './marathon.ts'
import type { NoticeFields } from './notice.ts'
import type { EntityType, Op, OpType } from './sync.ts'

/** The fields in the `patch` of each type of op. */
export interface Patches {
  'marathon.create': MarathonFields
  'marathon.update': MarathonPatch
  'marathon.delete': Record<string, never>
  'marathon.draw': Record<string, never>
  'application.create': ApplicationFields
  'application.update': ApplicationPatch
  'application.delete': Record<string, never>
  'application.assignBib': AssignBibPatch
  'checkIn.create': CheckInFields
  'checkIn.void': CheckInVoid
  'checkIn.confirm': Record<string, never>
  'notice.create': NoticeFields
  'notice.delete': Record<string, never>
}

type OpAction = 'create' | 'update' | 'delete' | 'draw' | 'assignBib' | 'void' | 'confirm'

const KINDS: Record<OpType, { entity: EntityType; action: OpAction }> = {
  'marathon.create': { entity: 'marathon', action: 'create' },
  'marathon.update': { entity: 'marathon', action: 'update' },
  'marathon.delete': { entity: 'marathon', action: 'delete' },
  'marathon.draw': { entity: 'marathon', action: 'draw' },
  'application.create': { entity: 'application', action: 'create' },
  'application.update': { entity: 'application', action: 'update' },
  'application.delete': { entity: 'application', action: 'delete' },
  'application.assignBib': { entity: 'application', action: 'assignBib' },
  'checkIn.create': { entity: 'checkIn', action: 'create' },
  'checkIn.void': { entity: 'checkIn', action: 'void' },
  'checkIn.confirm': { entity: 'checkIn', action: 'confirm' },
  'notice.create': { entity: 'notice', action: 'create' },
  'notice.delete': { entity: 'notice', action: 'delete' },
}

/** An op whose `patch` has the fields of its type. */
export type TypedOp = { [T in OpType]: Omit<Op, 'type' | 'patch'> & { type: T; patch: Patches[T] } }[OpType]

/** Is this the type of an op that this version knows? */
export function isOpType(type: string): type is OpType {
  return Object.hasOwn(KINDS, type)
}

/** The entity that a type of op changes, and its action. */
export function kindOf(type: OpType): { entity: EntityType; action: OpAction } {
  return KINDS[type]
}

/** The action of an op; null for an op from another version of the app. */
export function actionOf({ type }: Pick<Op, 'type'>): OpAction | null {
  return isOpType(type) ? KINDS[type].action : null
}

/** The entity that an op changes, also of an op from another version of the app; null if this version knows no such. */
export function entityOf({ type }: Pick<Op, 'type'>): EntityType | null {
  const [name] = type.split('.')
  return Object.values(KINDS).find(({ entity }) => entity === name)?.entity ?? null
}

/**
 * A queued op with the type of its `patch`; null for an op from another version of the app. The fields are not checked
 * here: `Edit` types them when they are queued (`web/store/outbox.ts`), and the server parses them.
 */
export function typedOp(op: Op): TypedOp | null {
  return isOpType(op.type) ? (op as TypedOp) : null
}

/**
 * The id of the marathon that an op changes, applies to or writes a notice for. Null for the other ops of an
 * application, which do not contain it, for a check-in, which must not wait for edits of its marathon, and for an op
 * from another version of the app.
 */
export function marathonIdOf(op: Op): string | null {
  const typed = typedOp(op)
  if (!typed) return null
  if (kindOf(typed.type).entity === 'marathon') return typed.id
  return typed.type === 'application.create' || typed.type === 'notice.create' ? typed.patch.marathonId : null
}
