import { mayForget } from '../../contract/ops.ts'
import type { Fields, Op } from '../../contract/sync.ts'

const ANSWER = /^(answers|staff)\./

/** An edit of staff as a phone keeps and sends it that may not have its values any more. Of an entry the name stays. */
export function forgotten(op: Op): Op {
  if (op.type === 'application.walkIn') {
    const patch = Object.entries(op.patch).map(([name, value]) => [name, ANSWER.test(name) ? null : value])
    return { ...op, patch: Object.fromEntries(patch) }
  }
  const emptied = (fields: Fields) =>
    Object.fromEntries(
      Object.keys(fields).map((name) => [name, name in op.patch && name !== 'namesake' ? null : fields[name]]),
    )
  return { ...op, patch: emptied(op.patch), base: emptied(op.base) }
}

/**
 * The op as a logout that keeps the queue leaves it: without what was only seen of others, but for names. Of an answer null
 * is left, because nothing stands for an empty one.
 * @param isGone was this field of the base left out, or an answer forgotten?
 */
export function unseen(op: Op, isGone: (field: string) => boolean): Op {
  if (!mayForget(op)) return op
  const isLeft = (field: string) => field === 'firstName' || field === 'lastName' || !isGone(field)
  const base = Object.entries(op.base).flatMap(([field, value]) => {
    if (isLeft(field)) return [[field, value]]
    return ANSWER.test(field) ? [[field, null]] : []
  })
  return { ...op, base: Object.fromEntries(base) }
}
