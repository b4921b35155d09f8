import { Hono } from 'hono'
import { countRead, countWrite } from '../auth/rate-limit.ts'
import type { App } from '../env.ts'
import { acceptInvitation, invitedTo } from '../ops/helpers.ts'
import { afterHelperCommit } from './after-commit.ts'
import { requireFresh, requireOpen, requireUser } from './require-user.ts'
import { helperWrite, pathId } from './rest-call.ts'

/** /invitations: what an invitation is for, and its acceptance. No call repeats the token in its response. */
export const invitations = new Hono<App>()
  .use(requireUser)
  .get('/:token', countRead, async (c) => c.json(await invitedTo(helperWrite(c), pathId(c, 'token'))))
  .post('/:token', countWrite, requireFresh, requireOpen, async (c) => {
    const { marathonId, seq } = await acceptInvitation(helperWrite(c), pathId(c, 'token'))
    afterHelperCommit(c, marathonId, seq)
    return c.json({ marathonId })
  })
