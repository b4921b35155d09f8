import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { Problem, type ProblemCode } from '../contract/problem.ts'
import { requestD1 } from './db/request-d1.ts'
import type { App } from './env.ts'

/** The form of a request id from Cloudflare. A CF-Ray header in another form comes from a client and is not used. */
const RAY = /^[0-9a-f]{16}-[A-Z]{3}$/

/**
 * Gives every request of the API an id (`X-Request-Id`), measures it (`Server-Timing`) and logs one line.
 * The line contains the route's pattern, and never the path, the body, an email or a token.
 */
export const observe = createMiddleware<App>(async (c, next) => {
  const started = Date.now()
  const ray = c.req.header('CF-Ray') ?? ''
  c.set('requestId', RAY.test(ray) ? ray : crypto.randomUUID())
  // All requests of an isolate share `env`, so the wrapped binding goes into a copy for this request.
  const d1 = requestD1(c.env.DB)
  const { meter } = d1
  c.env = { ...c.env, DB: d1.db }
  c.set('d1', d1)

  await next()

  const ms = Date.now() - started
  // c.header would build a new Response for every header here, because the response is finished.
  const { headers } = c.res
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
  headers.set('X-Request-Id', c.get('requestId'))
  headers.set('Server-Timing', `db;desc="${meter.roundTrips} trips";dur=${meter.ms}, total;dur=${ms}`)
  const line = {
    event: 'request',
    requestId: c.get('requestId'),
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    code: codeOf(c.error, c.res.status),
    ms,
    dbTrips: meter.roundTrips,
    dbMs: meter.ms,
    ...c.get('numbers'),
  }
  console.log(JSON.stringify(line))
})

function codeOf(error: Error | undefined, status: number): ProblemCode | undefined {
  if (error instanceof Problem) return error.code
  if (error) return 'UNAVAILABLE'
  return status === 404 ? 'NOT_FOUND' : undefined
}
