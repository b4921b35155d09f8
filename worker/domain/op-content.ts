import { createHash } from 'node:crypto'
import type { Fields } from '../../contract/sync.ts'

/**
 * So few that a phone number cannot be found by trying all of them, and enough that another content is noticed but for
 * one time in 65,536 (docs/decisions/037).
 */
const HEX_DIGITS = 4

/** What an op was asked to do, as a sender said it. `id` is empty where the server makes the row's id. */
export interface Said {
  opId: string
  type: string
  id: string
  patch: Fields
}

/** A short hash of an op's type, row and patch: the same op sent again has the same, in whatever order its fields come. */
export function contentOf({ opId, type, id, patch }: Said): string {
  const fields = Object.entries(patch).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify([opId, type, id, fields])
  return createHash('sha256').update(text).digest('hex').slice(0, HEX_DIGITS)
}
