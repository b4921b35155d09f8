import { Hono } from 'hono'
import { addressKey, countCall, countWrite } from '../auth/rate-limit.ts'
import { readSession } from '../auth/session.ts'
import type { App } from '../env.ts'
import { acceptInvitation, invitedTo } from '../ops/invitations.ts'
import { afterStaffCommit } from './after-commit.ts'
import { requireFresh, requireOpen, requireUser } from './require-user.ts'
import { guardedWrite, pathId } from './rest-call.ts'

/** /invitations: what an invitation is for, and its acceptance. No call repeats the token in its response. */
export const invitations = new Hono<App>()
  .get('/:token', async (c) => {
    await countCall(c.env, 'READ_LIMIT', `address:${addressKey(c.req.header('CF-Connecting-IP'))}`)
    // Anybody may read an open invitation. A session shows a used one to who used it, and nothing else.
    const user = await readSession(c)
    return c.json(await invitedTo(c.env.DB, pathId(c, 'token'), user?.uid ?? null, Date.now()))
  })
  .post('/:token', requireUser, countWrite, requireFresh, requireOpen, async (c) => {
    const { seq, ...accepted } = await acceptInvitation(guardedWrite(c), pathId(c, 'token'))
    afterStaffCommit(c, accepted.marathonId, seq)
    return c.json(accepted)
  })
