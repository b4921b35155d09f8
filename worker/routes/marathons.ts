import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { Application } from '../../contract/application.ts'
import { entrantsCsv } from '../../contract/entrants-csv.ts'
import { LIST_PAGE_ROWS } from '../../contract/limits.ts'
import { invalidFrom, Problem } from '../../contract/problem.ts'
import type { Fields, OpType } from '../../contract/sync.ts'
import { idSchema } from '../../contract/text.ts'
import { countWrite } from '../auth/guards.ts'
import { requireUser } from '../auth/require-user.ts'
import { entrantsOf } from '../domain/entrants.ts'
import { listMarathons, oneMarathon } from '../domain/lists.ts'
import { writeOne } from '../domain/write-one.ts'
import type { App } from '../env.ts'
import { jsonText, ownEmailOnly, pathId, readFields, restOp } from './rest.ts'

/** What the server decides about a marathon; what a client sends for it is ignored. */
const DECIDED = ['_id', 'name', 'email', 'createdAt', 'regCount', 'ver', 'ownerUid']

const listQuery = z.object({
  sort: z._default(z.enum(['asc', 'desc'], 'must be asc or desc'), 'desc'),
  email: z.optional(z.string()),
  limit: z._default(
    z.coerce
      .number('must be a number')
      .check(
        z.int('must be a whole number'),
        z.minimum(1, 'must be at least 1'),
        z.maximum(LIST_PAGE_ROWS, `must be at most ${LIST_PAGE_ROWS}`),
      ),
    LIST_PAGE_ROWS,
  ),
  cursor: z.optional(z.string()),
})

/** /marathons: the specification's calls, and the organiser's entrants. */
export const marathons = new Hono<App>()
  .use(requireUser)
  .get('/', async (c) => {
    const query = z.safeParse(listQuery, c.req.query())
    if (!query.success) throw invalidFrom(query.error)
    const { sort, email, limit, cursor } = query.data
    ownEmailOnly(c, email)
    const ownerUid = email === undefined ? undefined : c.get('user').uid
    const page = await listMarathons(c.env.DB, { sort, ownerUid, limit, cursor })
    if (page.next) {
      const next = new URL(c.req.url)
      next.searchParams.set('cursor', page.next)
      c.header('Link', `<${next.pathname}${next.search}>; rel="next"`)
    }
    return jsonText(c, page.json)
  })
  .get('/:id', async (c) => {
    const one = await oneMarathon(c.env.DB, pathId(c))
    if (!one) throw new Problem('NOT_FOUND', 'There is no such marathon.')
    c.header('ETag', `"${one.ver}"`)
    return jsonText(c, one.json)
  })
  .get('/:id/entrants', async (c) => {
    const json = await entrantsOf(c.env.DB, pathId(c), c.get('user').uid)
    const accept = c.req.header('Accept') ?? ''
    if (!accept.includes('text/csv')) return jsonText(c, json)
    return c.body(entrantsCsv(JSON.parse(json) as Application[]), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="entrants.csv"',
    })
  })
  .post('/', countWrite, async (c) => {
    const fields = await readFields(c)
    const id = fields._id === undefined ? crypto.randomUUID() : z.safeParse(idSchema, fields._id).data
    if (!id)
      throw new Problem('INVALID', '_id: must be 8 to 64 letters, digits, _ or -', {
        fields: { _id: 'must be 8 to 64 letters, digits, _ or -' },
      })
    const outcome = await write(c, 'marathon.create', id, without(fields, DECIDED))
    return c.json({ acknowledged: true, insertedId: outcome.targetId }, 201)
  })
  .put('/:id', countWrite, async (c) => {
    const id = pathId(c)
    const fields = await readFields(c)
    const modifiedCount = await update(c, id, fields)
    return c.json({ acknowledged: true, matchedCount: 1, modifiedCount })
  })
  .delete('/:id', countWrite, async (c) => {
    const outcome = await write(c, 'marathon.delete', pathId(c), {})
    return c.json({ acknowledged: true, deletedCount: outcome.modified })
  })

/**
 * An update; @returns how many rows changed. Older clients send the whole marathon with another regCount after
 * applying: from somebody who is not the owner, a PUT that changes nothing else is answered as done, with 0.
 */
async function update(c: Context<App>, id: string, sent: Fields): Promise<number> {
  const patch = without(sent, DECIDED)
  try {
    return (await write(c, 'marathon.update', id, patch)).modified
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'FORBIDDEN') throw error
    const one = await oneMarathon(c.env.DB, id)
    if (one && changesNothing(JSON.parse(one.json) as Fields, sent)) return 0
    throw error
  }
}

function changesNothing(current: Fields, sent: Fields): boolean {
  const { regCount: _count, ...rest } = sent
  return Object.entries(rest).every(([field, value]) => value === current[field])
}

function write(c: Context<App>, type: OpType, id: string, patch: Fields) {
  return writeOne(c.env.DB, c.get('user'), restOp(c, type, id, patch), Date.now)
}

function without(fields: Fields, names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
