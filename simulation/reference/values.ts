import { createHash } from 'node:crypto'
import type { Op } from '../../contract/sync.ts'
import type { Row } from '../sim-d1.ts'
import { applied, type RefVerdict } from './rows.ts'

/** A bib as it is compared, of those that the plans give: zeros before it and the case of its letters do not count. */
export const plainBib = (bib: unknown) => String(bib).toLowerCase().replace(/^0+/, '')
/** A value as the server stores it: text is trimmed, and what nobody sees is removed. */
export const tidy = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\u200b', '').trim() : value)
/** Names that look alike are one person. Those of the simulation differ in case, accents, dashes, blanks and numbers. */
export const person = (f: Record<string, unknown>) =>
  `${f.firstName}${f.lastName}`
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Does the id end with the hash of another account? */
export function isOthers(id: string, uid: string): boolean {
  const [random, tag] = [id.slice(0, 36), id.slice(37)]
  const hash = createHash('sha256').update(`${random}\n${uid}`).digest('base64url')
  return id.length === 48 && id[36] === '-' && tag !== hash.slice(0, 11)
}

/** The phone's time; the server's, if the phone's is later or more than 90 days earlier. */
export function believed(time: unknown, at: string): string {
  const days = (Date.parse(at) - Date.parse(String(time))) / 86_400_000
  return days < 0 || days > 90 ? at : String(time)
}

/** The signature that an answer is; null for any other value. */
export function signatureIn(answer: unknown): Record<string, unknown> | null {
  return typeof answer === 'string' && answer.startsWith('{') ? (JSON.parse(answer) as Record<string, unknown>) : null
}

/** A phone's own signature has the phone's time and name: that of the server is the same one. */
function isSameSignature(a: unknown, b: unknown): boolean {
  const [one, other] = [signatureIn(a), signatureIn(b)]
  return one !== null && one.version === other?.version && one.guardian === other?.guardian
}

export function merge(current: Record<string, unknown>, op: Pick<Op, 'base' | 'patch'>) {
  const changes: Record<string, unknown> = {}
  const conflicts: NonNullable<RefVerdict['conflicts']> = {}
  for (const [field, sent] of Object.entries(op.patch)) {
    // An answer that is not there is an empty one.
    const none = /^(answers|staff)\./.test(field) ? '' : undefined
    const seen = op.base[field] === undefined ? none : op.base[field]
    const [base, yours, theirs] = [seen, tidy(sent), field in current ? current[field] : none]
    if (yours === theirs) continue
    if (tidy(base) === theirs || isSameSignature(base, theirs)) changes[field] = yours
    else conflicts[field] = { base: base ?? null, yours, theirs }
  }
  return { changes, conflicts }
}

export function settle(
  row: { ver: number; fields: Record<string, unknown> },
  changes: Record<string, unknown>,
  conflicts: NonNullable<RefVerdict['conflicts']>,
): RefVerdict {
  const effect = Object.keys(changes).length > 0
  if (effect) row.ver += 1
  Object.assign(row.fields, changes)
  return { ...applied(effect), ...(Object.keys(conflicts).length > 0 ? { conflicts } : {}) }
}

/** A row of D1 with the names of columns in camel case, as ops use them. */
export function camel(row: Row): Record<string, string | number | null> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}
