import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { Problem, type ProblemCode } from '../contract/problem.ts'
import { meterD1 } from './db/meter-d1.ts'
import type { App } from './env.ts'

/** Cloudflare's own id of a request; anything else a client sends under that name is not echoed. */
const RAY = /^[0-9a-f]{16}-[A-Z]{3}$/

/**
 * Names, measures and logs every request of the API: `X-Request-Id`, `Server-Timing`, one log line.
 * The line holds the route's pattern, never the path, the body, an email or a token.
 */
export const observe = createMiddleware<App>(async (c, next) => {
  const started = Date.now()
  const ray = c.req.header('CF-Ray') ?? ''
  c.set('requestId', RAY.test(ray) ? ray : crypto.randomUUID())
  // Env is shared by all requests of an isolate: only this request's context sees the metered binding.
  const { db, meter } = meterD1(c.env.DB)
  c.env = { ...c.env, DB: db }
  c.set('meter', meter)

  await next()

  const ms = Date.now() - started
  // Not c.header: on a finished answer it builds a new Response for every header.
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
  }
  console.log(JSON.stringify(line))
})

function codeOf(error: Error | undefined, status: number): ProblemCode | undefined {
  if (error instanceof Problem) return error.code
  if (error) return 'UNAVAILABLE'
  return status === 404 ? 'NOT_FOUND' : undefined
}
