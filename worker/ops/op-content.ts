import { createHash } from 'node:crypto'
import { mayForget } from '../../contract/ops.ts'
import type { Fields } from '../../contract/sync.ts'

/**
 * Length of the stored hash. It is so short that nobody can find a phone number by hashing all numbers: very many have
 * the same hash. A different op with the same op id goes unnoticed one time in 65,536, and harms its sender alone.
 */
const HEX_DIGITS = 4

/** The parts of an op that are hashed, as the sender sent them. `id` is empty if the server makes the row's id. */
export interface HashedOp {
  opId: string
  type: string
  id: string
  patch: Fields
}

/**
 * A short hash of an op's id, type, row and patch. The order of the fields in the patch does not matter. Of an op whose
 * values a phone may forget, the names of the fields alone are hashed: it stays the same op.
 */
export function contentOf({ opId, type, id, patch }: HashedOp): string {
  const fields = Object.entries(patch).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([opId, type, id, mayForget({ type }) ? fields.map(([name]) => name) : fields])
  return createHash('sha256').update(text).digest('hex').slice(0, HEX_DIGITS)
}
