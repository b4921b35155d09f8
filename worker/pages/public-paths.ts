import { ID_PATTERN } from '../../contract/limits.ts'
import { addressKey } from '../auth/rate-limit.ts'
import type { Env } from '../env.ts'
import { eventCalendar, upcomingCalendar } from './calendars.ts'
import { eventPage, resultsPage } from './event-page.ts'
import { robots, sitemap } from './for-robots.ts'
import { failure, type PublicCall } from './public-call.ts'
import { STRICT_TRANSPORT } from './strict-transport.ts'

type Answer = (call: PublicCall) => Response | Promise<Response>

/** What the worker answers itself, for everybody, beside the API and the files. The service worker lets them pass. */
const PUBLIC_PATHS: [path: RegExp, answer: Answer][] = [
  [/^\/e(?:\/([^/.]*)\/?)?$/, eventPage],
  [/^\/e\/([^/.]+)\/results\/?$/, resultsPage],
  [/^\/e\/([^/]+)\.ics$/, eventCalendar],
  [/^\/upcoming\.ics$/, upcomingCalendar],
  [/^\/robots\.txt$/, robots],
  [/^\/sitemap\.xml$/, sitemap],
]

/** The answer to one of PUBLIC_PATHS; undefined for any other address. */
export function publicAnswer(request: Request, env: Env): Promise<Response> | undefined {
  const { pathname, origin } = new URL(request.url)
  for (const [path, answer] of PUBLIC_PATHS) {
    const match = path.exec(pathname)
    if (!match) continue
    const id = ID_PATTERN.test(match[1] ?? '') ? (match[1] ?? null) : null
    const countedAs = `address:${addressKey(request.headers.get('CF-Connecting-IP') ?? undefined)}`
    return respond(request.method, answer, { env, origin, id, countedAs, now: Date.now() })
  }
  return undefined
}

async function respond(method: string, answer: Answer, call: PublicCall): Promise<Response> {
  if (method !== 'GET' && method !== 'HEAD') return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
  const response = await Promise.resolve(call).then(answer).catch(failure)
  // A page has these and more already.
  if (!response.headers.has('Content-Security-Policy')) {
    response.headers.set('Strict-Transport-Security', STRICT_TRANSPORT)
    response.headers.set('X-Content-Type-Options', 'nosniff')
  }
  return method === 'HEAD' ? new Response(null, response) : response
}
