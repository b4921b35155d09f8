import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { Problem } from '../contract/problem.ts'
import { requireSameOrigin } from './auth/guards.ts'
import type { App, Env } from './env.ts'
import { applications } from './routes/applications.ts'
import { marathons } from './routes/marathons.ts'
import { publicLists } from './routes/public.ts'
import { session } from './routes/session.ts'
import { sync } from './routes/sync.ts'

const api = new Hono<App>()
  .basePath('/api')
  .use(async (c, next) => {
    const started = Date.now()
    c.set('requestId', c.req.header('CF-Ray') ?? crypto.randomUUID())
    await next()
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store')
    c.header('X-Request-Id', c.get('requestId'))
    const log = { requestId: c.get('requestId'), method: c.req.method, route: c.req.routePath, status: c.res.status }
    console.log(JSON.stringify({ ...log, ms: Date.now() - started }))
  })
  .use(secureHeaders({ crossOriginOpenerPolicy: 'same-origin-allow-popups' }))
  .use(requireSameOrigin)
  .route('/', publicLists)
  .route('/', session)
  .route('/', sync)
  .route('/marathons', marathons)
  .route('/marathonApplication', applications)

api.notFound(() => problemResponse(new Problem('NOT_FOUND', 'There is no such call.')))

/** The one place where a failure becomes an answer. Whatever is not ours is transient, and told without details. */
api.onError((error, c) => {
  if (error instanceof Problem) return problemResponse(error)
  console.error(JSON.stringify({ requestId: c.get('requestId'), event: 'unexpected', error: error.name }))
  return problemResponse(new Problem('UNAVAILABLE', 'Something failed here. Try again.', { retryAfterSeconds: 2 }))
})

function problemResponse(problem: Problem) {
  const retry = problem.retryAfterSeconds
  return new Response(JSON.stringify(problem.toBody()), {
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...(retry === undefined ? {} : { 'Retry-After': String(retry) }),
    },
  })
}

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/api/')) return api.fetch(request, env, ctx)
    const asset = await env.ASSETS.fetch(request)
    // An asset of an older build is gone; the HTML shell in its place would be run as a script.
    const isShell = asset.headers.get('Content-Type')?.startsWith('text/html') ?? false
    return isShell && pathname.startsWith('/assets/') ? new Response('Not found', { status: 404 }) : asset
  },
} satisfies ExportedHandler<Env>
