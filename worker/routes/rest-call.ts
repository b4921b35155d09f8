import type { Context } from 'hono'
import * as z from 'zod/mini'
import { invalid, invalidFrom } from '../../contract/invalid.ts'
import { wrongPatch } from '../../contract/op-values.ts'
import type { OpType } from '../../contract/ops.ts'
import { Problem } from '../../contract/problem.ts'
import { fieldsSchema, newRowSchema } from '../../contract/rest.ts'
import type { Fields } from '../../contract/sync.ts'
import { ownedId } from '../../contract/text/owned-id.ts'
import { idSchema } from '../../contract/text/text.ts'
import { isLimited } from '../auth/rate-limit.ts'
import type { App } from '../env.ts'
import { groupCommit } from '../group/group-commit.ts'
import { parseOp } from '../ops/decide/known-op.ts'
import type { OpResult } from '../ops/decide-all.ts'
import type { GuardedWrite } from '../ops/guarded-write.ts'
import { contentOf } from '../ops/op-content.ts'
import { writeOne } from '../ops/write-one.ts'
import { afterCommit } from './after-commit.ts'
import { readJson } from './read-json.ts'

/** Reads the body as named fields. `decide` checks their values. */
export function readFields(c: Context<App>): Promise<Fields> {
  return readJson(c, fieldsSchema)
}

/**
 * Reads the body of a new row. A client may send the row's id as `_id`, so that a repeated create makes one row only.
 */
export async function readNewRow(c: Context<App>): Promise<{ id: string | undefined; fields: Fields }> {
  const { _id, ...fields } = await readJson(c, newRowSchema)
  return { id: _id, fields }
}

/** The fields whose names are not in `names`. */
export function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

/** The environment of a write that is no op. */
export function guardedWrite(c: Context<App>): GuardedWrite {
  return { d1: c.env.DB, actor: c.get('user'), now: Date.now(), isLimited: isLimited(c.env) }
}

/** Reads and checks the parameters of the query. @throws Problem INVALID with the parameters that are wrong */
export function readQuery<T extends z.core.$ZodType>(c: Context<App>, schema: T): z.output<T> {
  const query = z.safeParse(schema, c.req.query())
  if (!query.success) throw invalidFrom(query.error)
  return query.data
}

/** An id in the path: the row's, unless another is named. @throws Problem NOT_FOUND for text that cannot be an id */
export function pathId(c: Context<App>, name = 'id'): string {
  const id = z.safeParse(idSchema, c.req.param(name))
  if (!id.success) throw new Problem('NOT_FOUND', 'There is no such id.')
  return id.data
}

/**
 * A REST write. It is decided like a synced op: `Idempotency-Key` is the op id, and `If-Match` is the version that the
 * row must have.
 * @param id the row's id; undefined for a new row, which gets its id here
 * @param more.meant fields that the server adds to the patch. They are not part of the op's hash, so that a repetition
 *   without them is the same op
 * @throws Problem of the verdict's code, and those of `writeOne`
 */
export async function write(
  c: Context<App>,
  type: OpType,
  id: string | undefined,
  patch: Fields,
  more: { meant?: Fields } = {},
): Promise<OpResult> {
  const opId = idempotencyKey(c) ?? crypto.randomUUID()
  const { '': ofBody, ...fields } = wrongPatch(patch)
  const wrong = ofBody ? { body: ofBody } : fields
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  const op = parseOp({
    opId,
    type,
    id: id ?? ownedId(crypto.randomUUID(), c.get('user').uid),
    base: null,
    patch: { ...patch, ...more.meant },
    content: contentOf({ opId, type, id: id ?? '', patch }),
    ifVer: expectedVersion(c.req.header('If-Match')),
  })
  try {
    const opResult = await writeOne(c.env.DB, c.get('user'), op, Date.now, isLimited(c.env), groupCommit(c.env))
    afterCommit(c, opResult.commit)
    return opResult
  } catch (error) {
    const wrong = error instanceof Problem ? error.fields?.['ops.0.opId'] : undefined
    if (!(error instanceof Problem) || !wrong) throw error
    throw new Problem(error.code, error.message, { fields: { 'Idempotency-Key': wrong } })
  }
}

/** The call's `Idempotency-Key`, or undefined without one. @throws Problem INVALID if it is not an id */
export function idempotencyKey(c: Context<App>): string | undefined {
  const key = c.req.header('Idempotency-Key')
  if (key === undefined) return undefined
  const opId = z.safeParse(idSchema, key.replace(/^"(.*)"$/, '$1'))
  if (!opId.success) throw invalid({ 'Idempotency-Key': { code: 'NOT_VALID', values: { expected: 'id' } } })
  return opId.data
}

function expectedVersion(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const match = /^"(\d{1,15})"$/.exec(ifMatch.trim())
  // An ETag in another form than ours matches no version.
  return match ? Number(match[1]) : -1
}

/**
 * Checks that `?email=` is the user's own. The original client does not encode it, so a space in it means `+`.
 * @throws Problem FORBIDDEN for another email
 */
export function ownEmailOnly(c: Context<App>, email: string | undefined) {
  if (email === undefined) return
  const own = c.get('user').email.toLowerCase()
  if (email.replaceAll(' ', '+').toLowerCase() !== own) {
    throw new Problem('FORBIDDEN', 'Only your own email may be asked for.', {
      fields: { email: { code: 'NOT_YOURS' } },
    })
  }
}

/** Names the next page of a list in the `Link` header. @param cursor null after the last page */
export function linkNext(c: Context<App>, cursor: string | null) {
  if (cursor === null) return
  const next = new URL(c.req.url)
  next.searchParams.set('cursor', cursor)
  c.header('Link', `<${next.pathname}${next.search}>; rel="next"`)
}

/** A response with JSON text that SQLite built. */
export function jsonText(c: Context<App>, json: string) {
  return c.body(json, 200, { 'Content-Type': 'application/json' })
}
