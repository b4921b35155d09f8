import type { Fields, Op } from '../../contract/sync.ts'

/** A correction or withdrawal as a phone keeps and sends it that may not have its values any more. */
export function forgotten(op: Op): Op {
  const emptied = (fields: Fields) =>
    Object.fromEntries(
      Object.keys(fields).map((name) => [name, name in op.patch && name !== 'namesake' ? null : fields[name]]),
    )
  return { ...op, patch: emptied(op.patch), base: emptied(op.base) }
}
