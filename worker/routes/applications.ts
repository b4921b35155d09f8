import { Hono } from 'hono'
import { FIXED_APPLICATION_FIELDS, ownListQuerySchema } from '../../contract/rest.ts'
import { countWrite } from '../auth/guards.ts'
import { requireUser } from '../auth/require-user.ts'
import { findMarathon } from '../domain/find-marathon.ts'
import { ownApplications } from '../domain/lists.ts'
import type { App } from '../env.ts'
import { jsonText, ownEmailOnly, pathId, readFields, readNewRow, readQuery, without, write } from './rest.ts'

/** /marathonApplication: the specification's calls on the runner's own applications. */
export const applications = new Hono<App>()
  .use(requireUser)
  .get('/', async (c) => {
    ownEmailOnly(c, readQuery(c, ownListQuerySchema).email)
    return jsonText(c, await ownApplications(c.env.DB, c.get('user').uid))
  })
  .post('/', countWrite, async (c) => {
    const { id, fields } = await readNewRow(c)
    const { createdAt: _at, ver: _ver, ...patch } = fields
    // A client from before marathonId names the marathon by what it shows of it.
    patch.marathonId ??= await findMarathon(c.env.DB, patch.title, patch.startDate)
    const outcome = await write(c, 'application.create', id, patch)
    return c.json({ acknowledged: true, insertedId: outcome.targetId }, 201)
  })
  .put('/:id', countWrite, async (c) => {
    const id = pathId(c)
    const patch = without(await readFields(c), FIXED_APPLICATION_FIELDS)
    const outcome = await write(c, 'application.update', id, patch)
    return c.json({ acknowledged: true, matchedCount: 1, modifiedCount: outcome.modified })
  })
  .delete('/:id', countWrite, async (c) => {
    const outcome = await write(c, 'application.delete', pathId(c), {})
    return c.json({ acknowledged: true, deletedCount: outcome.modified })
  })
