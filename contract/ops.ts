import type { ApplicationFields, ApplicationPatch } from './application.ts'
import type { MarathonFields, MarathonPatch } from './marathon.ts'
import type { EntityType, Op, OpType } from './sync.ts'

/** What each type of op carries in `patch`. */
interface Patches {
  'marathon.create': MarathonFields
  'marathon.update': MarathonPatch
  'marathon.delete': Record<string, never>
  'application.create': ApplicationFields
  'application.update': ApplicationPatch
  'application.delete': Record<string, never>
}

type OpAction = 'create' | 'update' | 'delete'

const KINDS: Record<OpType, { entity: EntityType; action: OpAction }> = {
  'marathon.create': { entity: 'marathon', action: 'create' },
  'marathon.update': { entity: 'marathon', action: 'update' },
  'marathon.delete': { entity: 'marathon', action: 'delete' },
  'application.create': { entity: 'application', action: 'create' },
  'application.update': { entity: 'application', action: 'update' },
  'application.delete': { entity: 'application', action: 'delete' },
}

/** An op by its type, with the fields that this type carries. */
export type TypedOp = { [T in OpType]: Omit<Op, 'type' | 'patch'> & { type: T; patch: Patches[T] } }[OpType]

/** Is this the type of an op that this version knows? */
export function isOpType(type: string): type is OpType {
  return Object.hasOwn(KINDS, type)
}

/** What a type of op is about, and what it does to it. */
export function kindOf(type: OpType): { entity: EntityType; action: OpAction } {
  return KINDS[type]
}

/** What an op does to its row; null for an op from another version of the app. */
export function actionOf({ type }: Pick<Op, 'type'>): OpAction | null {
  return isOpType(type) ? KINDS[type].action : null
}

/**
 * A queued op by its type; null for an op from another version of the app. The border at which the phone reads its own
 * queue: forms check a patch before it is queued (`enqueueOps`), so its fields are taken as they are.
 */
export function typedOp(op: Op): TypedOp | null {
  return isOpType(op.type) ? (op as TypedOp) : null
}

/** The marathon that an op is about, where the op says it: its own, or the one that is applied to. */
export function marathonIdOf(op: Op): string | null {
  const typed = typedOp(op)
  if (!typed) return null
  if (kindOf(typed.type).entity === 'marathon') return typed.id
  return typed.type === 'application.create' ? typed.patch.marathonId : null
}
