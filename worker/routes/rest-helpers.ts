import type { Context } from 'hono'
import * as z from 'zod/mini'
import { wrongPatch } from '../../contract/op-values.ts'
import { invalidField, invalidFrom, Problem } from '../../contract/problem.ts'
import { fieldsSchema, newRowSchema } from '../../contract/rest.ts'
import type { Fields, OpType } from '../../contract/sync.ts'
import { idSchema } from '../../contract/text.ts'
import { isLimited } from '../auth/rate-limit.ts'
import type { OpResult } from '../domain/apply-ops.ts'
import { contentOf } from '../domain/op-content.ts'
import { writeOne } from '../domain/write-one.ts'
import type { App } from '../env.ts'
import { readJson } from './read-json.ts'

/** The body as named fields; what they may hold is for `decide`. */
export function readFields(c: Context<App>): Promise<Fields> {
  return readJson(c, fieldsSchema)
}

/** The body of a new row, and its id where the client names one, so that a repeated create is the same row. */
export async function readNewRow(c: Context<App>): Promise<{ id: string | undefined; fields: Fields }> {
  const { _id, ...fields } = await readJson(c, newRowSchema)
  return { id: _id, fields }
}

/** Fields without those of these names. */
export function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

/** The query's parameters, checked. @throws Problem INVALID with the parameters that are wrong */
export function readQuery<T extends z.core.$ZodType>(c: Context<App>, schema: T): z.output<T> {
  const query = z.safeParse(schema, c.req.query())
  if (!query.success) throw invalidFrom(query.error)
  return query.data
}

/** The row id of the path. An id that no row can have is not found. */
export function pathId(c: Context<App>): string {
  const id = z.safeParse(idSchema, c.req.param('id'))
  if (!id.success) throw new Problem('NOT_FOUND', 'There is no such id.')
  return id.data
}

/**
 * A REST write, decided as a synced op is: `Idempotency-Key` is its opId, `If-Match` the version it insists on.
 * @param id the row's; undefined for a new one that gets its id here
 * @param more.meant fields that the call did not name and that stand in for it; a repetition is known without them
 * @throws Problem of the verdict's code
 */
export async function write(
  c: Context<App>,
  type: OpType,
  id: string | undefined,
  patch: Fields,
  more: { meant?: Fields } = {},
): Promise<OpResult> {
  const opId = idempotencyKey(c) ?? crypto.randomUUID()
  const wrong = wrongPatch(patch)
  const [first] = Object.entries(wrong)
  if (first) throw invalidField(first[0] || 'body', first[1])
  const op = {
    opId,
    type,
    id: id ?? crypto.randomUUID(),
    base: null,
    patch: { ...patch, ...more.meant },
    content: contentOf({ opId, type, id: id ?? '', patch }),
    ifVer: expectedVersion(c.req.header('If-Match')),
  }
  try {
    return await writeOne(c.env.DB, c.get('user'), op, Date.now, isLimited(c.env))
  } catch (error) {
    const words = error instanceof Problem ? error.fields?.['ops.0.opId'] : undefined
    if (!(error instanceof Problem) || !words) throw error
    throw new Problem(error.code, error.message, { fields: { 'Idempotency-Key': words } })
  }
}

/** The call's `Idempotency-Key`. @throws Problem INVALID where it is no id */
export function idempotencyKey(c: Context<App>): string | undefined {
  const key = c.req.header('Idempotency-Key')
  if (key === undefined) return undefined
  const opId = z.safeParse(idSchema, key.replace(/^"(.*)"$/, '$1'))
  if (!opId.success) throw invalidField('Idempotency-Key', opId.error.issues[0]?.message ?? 'is not valid')
  return opId.data
}

function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const match = /^"(\d{1,15})"$/.exec(ifMatch.trim())
  // An ETag that is not ours matches no version.
  return match ? Number(match[1]) : -1
}

/** An older client's `?email=` is not encoded: a space in it stands for `+`. Only one's own is answered. */
export function ownEmailOnly(c: Context<App>, email: string | undefined) {
  if (email === undefined) return
  const own = c.get('user').email.toLowerCase()
  if (email.replaceAll(' ', '+').toLowerCase() !== own) {
    throw new Problem('FORBIDDEN', 'Only your own email may be asked for.', { fields: { email: 'is not yours' } })
  }
}

/** An answer whose JSON was built in SQLite. */
export function jsonText(c: Context<App>, json: string) {
  return c.body(json, 200, { 'Content-Type': 'application/json' })
}
