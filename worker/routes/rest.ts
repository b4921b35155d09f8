import type { Context } from 'hono'
import * as z from 'zod/mini'
import { Problem } from '../../contract/problem.ts'
import type { Fields, OpType } from '../../contract/sync.ts'
import { idSchema } from '../../contract/text.ts'
import type { KnownOp } from '../domain/decide.ts'
import type { App } from '../env.ts'
import { readJson } from './read-json.ts'

const fieldsSchema = z.record(z.string(), z.unknown(), 'must be an object')

/** The body as named fields; what they may hold is for `decide`. */
export function readFields(c: Context<App>): Promise<Fields> {
  return readJson(c, fieldsSchema)
}

/** The row id of the path. An id that no row can have is not found. */
export function pathId(c: Context<App>): string {
  const id = z.safeParse(idSchema, c.req.param('id'))
  if (!id.success) throw new Problem('NOT_FOUND', 'There is no such id.')
  return id.data
}

/** A REST write as an op: Idempotency-Key is its opId, If-Match the version it insists on. */
export function restOp(c: Context<App>, type: OpType, id: string, patch: Fields): KnownOp {
  const key = c.req.header('Idempotency-Key')
  const opId = key === undefined ? crypto.randomUUID() : z.safeParse(idSchema, key.replace(/^"(.*)"$/, '$1')).data
  if (!opId) {
    const wrong = 'must be 8 to 64 letters, digits, _ or -'
    throw new Problem('INVALID', `Idempotency-Key: ${wrong}`, { fields: { 'Idempotency-Key': wrong } })
  }
  return { opId, type, id, base: null, patch, ifVer: expectedVersion(c.req.header('If-Match')) }
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
  if (email.trim().replaceAll(' ', '+').toLowerCase() !== own) {
    throw new Problem('FORBIDDEN', 'Only your own email may be asked for.', { fields: { email: 'is not yours' } })
  }
}

/** An answer whose JSON was built in SQLite. */
export function jsonText(c: Context<App>, json: string) {
  return c.body(json, 200, { 'Content-Type': 'application/json' })
}
