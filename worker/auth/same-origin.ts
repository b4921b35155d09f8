import { createMiddleware } from 'hono/factory'
import { Problem } from '../../contract/problem.ts'
import type { App } from '../env.ts'

/**
 * Accepts writes from the pages of this origin only. It checks Sec-Fetch-Site, or Origin if the browser does not send
 * Sec-Fetch-Site. @throws Problem FORBIDDEN
 */
export const requireSameOrigin = createMiddleware<App>(async (c, next) => {
  if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
    const site = c.req.header('Sec-Fetch-Site')
    const same = site ? site === 'same-origin' : c.req.header('Origin') === new URL(c.req.url).origin
    if (!same) throw new Problem('FORBIDDEN', 'Writes are accepted from this site only.')
  }
  await next()
})
