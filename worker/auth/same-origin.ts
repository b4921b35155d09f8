import { createMiddleware } from 'hono/factory'
import { invalid } from '../../contract/invalid.ts'
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

/**
 * Accepts a WebSocket from the pages of this origin only. Browsers let every site open a WebSocket, send the cookie
 * with it, and always send Origin. @throws Problem FORBIDDEN; INVALID for a request that is no WebSocket
 */
export const requireOwnPage = createMiddleware<App>(async (c, next) => {
  if (c.req.header('Origin') !== new URL(c.req.url).origin)
    throw new Problem('FORBIDDEN', 'A WebSocket is accepted from this site only.')
  if (c.req.header('Upgrade')?.toLowerCase() !== 'websocket') {
    throw invalid({ Upgrade: { code: 'NOT_VALID', values: { expected: 'websocket' } } })
  }
  await next()
})
