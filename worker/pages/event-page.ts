import { PRODUCT } from '../../contract/limits.ts'
import type { PublicPage } from '../../contract/marathon.ts'
import { countCall } from '../auth/rate-limit.ts'
import { keptASecond } from '../reads/kept-a-second.ts'
import { keptPublicPage } from '../reads/public-page.ts'
import { eventFacts } from './event-facts.ts'
import type { PageFacts } from './html.ts'
import { failure, type PublicCall } from './public-call.ts'
import { shellWith, withHeaders } from './shell.ts'

/** Stands for the origin in a kept page, which several hosts may serve. No stored text has this character. */
const ORIGIN = '\x7f'

/** A page without an event. The app's screen says what is the matter. */
const withoutEvent = (noscript: string): PageFacts => ({
  title: PRODUCT,
  head: '<meta name="robots" content="noindex">',
  noscript: `<p>${noscript}</p>`,
})

/**
 * `/e/{id}`: the app's page, with the facts of the event for readers that run no scripts. It is kept for a second by
 * the id alone.
 */
export async function eventPage({ env, origin, id, countedAs, now }: PublicCall): Promise<Response> {
  const keptPage = (facts: PageFacts) =>
    keptASecond(`html: ${facts.noscript}`, now, () => shellWith(env, origin, facts))
  try {
    const found = id === null ? null : await keptASecond(`html ${id}`, now, () => finishedPage(id))
    const html = found ?? (await keptPage(withoutEvent('There is no such event.')))
    return respond(html.replaceAll(ORIGIN, origin), found ? 200 : 404)
  } catch (error) {
    const { status, headers } = failure(error)
    return respond(await keptPage(withoutEvent('The event could not be loaded.')), status, headers)
  }

  async function finishedPage(id: string): Promise<string | null> {
    const json = await keptPublicPage(env.DB, id, now, () => countCall(env, 'READ_LIMIT', countedAs))
    return json === null ? null : shellWith(env, origin, eventFacts(JSON.parse(json) as PublicPage, ORIGIN, now))
  }

  function respond(html: string, status: number, headers = new Headers()): Response {
    headers.set('Content-Type', 'text/html; charset=utf-8')
    return withHeaders(new Response(html, { status, headers }), env)
  }
}
