import { createMiddleware } from 'hono/factory'
import { Problem } from '../../contract/problem.ts'
import type { App } from '../env.ts'

/**
 * Calls that work while the deployment is closed, because they write no op. A login notes the address again, if mail is
 * set up.
 */
const OPEN = ['/api/jwt', '/api/logout']
const RETRY_S = 60

/**
 * Refuses every write while `WRITES` is `off`. An operator sets it while the database is put back in time, because an
 * op that is decided between the restore and the new epoch may rest on ops that the database has forgotten.
 * @throws Problem UNAVAILABLE; phones keep what they have and send it later
 */
export const refuseWhileClosed = createMiddleware<App>(async (c, next) => {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (c.env.WRITES === 'off' && !isRead && !OPEN.includes(c.req.path)) {
    throw new Problem('UNAVAILABLE', 'Changes are not accepted for the moment.', { retryAfterSeconds: RETRY_S })
  }
  await next()
})
