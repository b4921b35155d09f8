import type { Context } from 'hono'
import * as z from 'zod/mini'
import { invalidField, invalidFrom, Problem } from '../../contract/problem.ts'
import { fieldsSchema, newRowSchema } from '../../contract/rest.ts'
import type { Fields, OpType } from '../../contract/sync.ts'
import { idSchema } from '../../contract/text.ts'
import type { Outcome } from '../domain/apply-ops.ts'
import { writeOne } from '../domain/write-one.ts'
import type { App } from '../env.ts'
import { readJson } from './read-json.ts'

/** The body as named fields; what they may hold is for `decide`. */
export function readFields(c: Context<App>): Promise<Fields> {
  return readJson(c, fieldsSchema)
}

/** The body of a new row, and its id: the client's, so that a repeated create is the same row, or a fresh one. */
export async function readNewRow(c: Context<App>): Promise<{ id: string; fields: Fields }> {
  const { _id, ...fields } = await readJson(c, newRowSchema)
  return { id: _id ?? crypto.randomUUID(), fields }
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
 * @throws Problem of the verdict's code
 */
export async function write(c: Context<App>, type: OpType, id: string, patch: Fields): Promise<Outcome> {
  const op = { opId: opIdOf(c), type, id, base: null, patch, ifVer: expectedVersion(c.req.header('If-Match')) }
  try {
    return await writeOne(c.env.DB, c.get('user'), op, Date.now)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'WRONG_ACCOUNT') throw error
    throw new Problem('WRONG_ACCOUNT', error.message, { fields: { 'Idempotency-Key': 'is of another account' } })
  }
}

function opIdOf(c: Context<App>): string {
  const key = c.req.header('Idempotency-Key')
  if (key === undefined) return crypto.randomUUID()
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
