import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import { Problem } from '../../contract/problem.ts'
import type { Fields, OpType } from '../../contract/sync.ts'
import { idSchema } from '../../contract/text.ts'
import { countWrite } from '../auth/guards.ts'
import { requireUser } from '../auth/require-user.ts'
import { findMarathon } from '../domain/find-marathon.ts'
import { ownApplications } from '../domain/lists.ts'
import { writeOne } from '../domain/write-one.ts'
import type { App } from '../env.ts'
import { jsonText, ownEmailOnly, pathId, readFields, restOp } from './rest.ts'

/** /marathonApplication: the specification's calls on the runner's own applications. */
export const applications = new Hono<App>()
  .use(requireUser)
  .get('/', async (c) => {
    ownEmailOnly(c, c.req.query('email'))
    return jsonText(c, await ownApplications(c.env.DB, c.get('user').uid))
  })
  .post('/', countWrite, async (c) => {
    const { _id, createdAt: _at, ver: _ver, ...fields } = await readFields(c)
    const id = _id === undefined ? crypto.randomUUID() : z.safeParse(idSchema, _id).data
    if (!id)
      throw new Problem('INVALID', '_id: must be 8 to 64 letters, digits, _ or -', {
        fields: { _id: 'must be 8 to 64 letters, digits, _ or -' },
      })
    // A client from before marathonId names the marathon by what it shows of it.
    fields.marathonId ??= await findMarathon(c.env.DB, fields.title, fields.startDate)
    const outcome = await write(c, 'application.create', id, fields)
    return c.json({ acknowledged: true, insertedId: outcome.targetId }, 201)
  })
  .put('/:id', countWrite, async (c) => {
    const id = pathId(c)
    // Title and start date never change, and older clients send them along.
    const { _id, marathonId, title, startDate, email, createdAt, ver, ...patch } = await readFields(c)
    const outcome = await write(c, 'application.update', id, patch)
    return c.json({ acknowledged: true, matchedCount: 1, modifiedCount: outcome.modified })
  })
  .delete('/:id', countWrite, async (c) => {
    const outcome = await write(c, 'application.delete', pathId(c), {})
    return c.json({ acknowledged: true, deletedCount: outcome.modified })
  })

function write(c: Context<App>, type: OpType, id: string, patch: Fields) {
  return writeOne(c.env.DB, c.get('user'), restOp(c, type, id, patch), Date.now)
}
