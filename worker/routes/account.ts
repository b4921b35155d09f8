import { Hono } from 'hono'
import { accountDataQuerySchema } from '../../contract/account-data.ts'
import { countList, isLimited } from '../auth/rate-limit.ts'
import type { App } from '../env.ts'
import { deleteRowsOf } from '../jobs/delete-account.ts'
import { requestDeletion } from '../ops/account.ts'
import { logFailure } from '../ops/log-failure.ts'
import { accountDataPage } from '../reads/account-data.ts'
import { afterCommit, chargeAfter } from './after-commit.ts'
import { readIdToken } from './id-token.ts'
import { requireUser } from './require-user.ts'
import { readQuery } from './rest-call.ts'

/**
 * /account: what the server keeps of the account, and its deletion (docs/decisions/059-your-data.md). The deletion
 * takes an ID token and no session, because the phone has logged out before it tells the server. It may be repeated.
 */
export const account = new Hono<App>()
  .get('/data', requireUser, countList, async (c) => {
    const { part, after } = readQuery(c, accountDataQuerySchema)
    const { page, bytes } = await accountDataPage(c.env.DB, c.get('user').uid, part, after, isLimited(c.env))
    chargeAfter(c, bytes)
    return c.json(page)
  })
  .post('/deletion', async (c) => {
    const { uid, authTime } = await readIdToken(c)
    await requestDeletion(c.env.DB, uid, authTime, Date.now)
    // The deletion is recorded. The rows go after the response, and what is then left, the cron deletes.
    const rows = deleteRowsOf(c.env.DB, uid, Date.now, (commit) => afterCommit(c, commit))
    c.executionCtx.waitUntil(rows.catch((error) => logFailure('account.deletion.failed', error)))
    return c.json({ success: true })
  })
