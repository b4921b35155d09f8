import { type Context, Hono } from 'hono'
import { FIXED_APPLICATION_FIELDS, ownListQuerySchema } from '../../contract/rest.ts'
import type { Fields } from '../../contract/sync.ts'
import { countList, countWrite, isLimited } from '../auth/rate-limit.ts'
import type { App } from '../env.ts'
import { isRecorded } from '../ops/read-state.ts'
import { findMarathon } from '../reads/find-marathon.ts'
import { ownApplications } from '../reads/lists.ts'
import { chargeAfter } from './after-commit.ts'
import { requireFresh, requireUser } from './require-user.ts'
import {
  idempotencyKey,
  jsonText,
  linkNext,
  ownEmailOnly,
  pathId,
  readFields,
  readNewRow,
  readQuery,
  without,
  write,
} from './rest-call.ts'

/** /marathonApplication: the calls on the user's own applications. */
export const applications = new Hono<App>()
  .use(requireUser)
  .get('/', countList, async (c) => {
    const { email, limit, cursor } = readQuery(c, ownListQuerySchema)
    ownEmailOnly(c, email)
    const page = await ownApplications(c.env.DB, c.get('user').uid, { limit, cursor, isLimited: isLimited(c.env) })
    chargeAfter(c, page.bytes)
    linkNext(c, page.next)
    return jsonText(c, page.json)
  })
  .post('/', countWrite, requireFresh, async (c) => {
    const { id, fields } = await readNewRow(c)
    const { createdAt: _at, ver: _ver, ...patch } = fields
    const opResult = await write(c, 'application.create', id, patch, { meant: await meantMarathon(c, patch) })
    return c.json({ acknowledged: true, insertedId: opResult.targetId }, 201)
  })
  .put('/:id', countWrite, requireFresh, async (c) => {
    const id = pathId(c)
    const patch = without(await readFields(c), FIXED_APPLICATION_FIELDS)
    const opResult = await write(c, 'application.update', id, patch)
    return c.json({ acknowledged: true, matchedCount: 1, modifiedCount: opResult.modified })
  })
  .delete('/:id', countWrite, requireFresh, async (c) => {
    const opResult = await write(c, 'application.delete', pathId(c), {})
    return c.json({ acknowledged: true, deletedCount: opResult.modified })
  })

/**
 * The marathonId for a call of the original client, which sends only the marathon's title and start. A repeated call gets
 * none: its op is recorded, and marathons with the same title may have been created since.
 */
async function meantMarathon(c: Context<App>, patch: Fields): Promise<Fields> {
  if (patch.marathonId !== undefined && patch.marathonId !== null) return {}
  const key = idempotencyKey(c)
  if (key !== undefined && (await isRecorded(c.env.DB, key))) return {}
  return { marathonId: await findMarathon(c.env.DB, patch.title, patch.startDate) }
}
