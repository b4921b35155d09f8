import { mayForget } from '../../contract/ops.ts'
import type { Fields, Op } from '../../contract/sync.ts'

/** A correction or withdrawal as a phone keeps and sends it that may not have its values any more. */
export function forgotten(op: Op): Op {
  const emptied = (fields: Fields) =>
    Object.fromEntries(
      Object.keys(fields).map((name) => [name, name in op.patch && name !== 'namesake' ? null : fields[name]]),
    )
  return { ...op, patch: emptied(op.patch), base: emptied(op.base) }
}

/**
 * The op as a logout that keeps the queue leaves it: without what was only seen of others, but for names.
 * @param isGone was this field of the base left out?
 */
export function unseen(op: Op, isGone: (field: string) => boolean): Op {
  if (!mayForget(op)) return op
  const isLeft = (field: string) => field === 'firstName' || field === 'lastName' || !isGone(field)
  return { ...op, base: Object.fromEntries(Object.entries(op.base).filter(([field]) => isLeft(field))) }
}
