import { Hono } from 'hono'
import { addressKey, countCall } from '../auth/rate-limit.ts'
import type { App } from '../env.ts'
import { linkedEntry } from '../reads/linked-entry.ts'

/** /entries: what a link to an entry is for. The response has neither the token nor an account. */
export const entries = new Hono<App>().get('/:token', async (c) => {
  await countCall(c.env, 'READ_LIMIT', `address:${addressKey(c.req.header('CF-Connecting-IP'))}`)
  return c.json(await linkedEntry(c.env.DB, c.req.param('token'), Date.now()))
})
