import { PRODUCT } from '../../contract/limits.ts'
import type { PublicPage } from '../../contract/marathon.ts'
import { countCall } from '../auth/rate-limit.ts'
import { keptASecond } from '../reads/kept-a-second.ts'
import { keptPublicPage } from '../reads/public-page.ts'
import { eventFacts } from './event-facts.ts'
import type { PageFacts } from './html.ts'
import { failure, type PublicCall } from './public-call.ts'
import { headersOfPages, shellWith } from './shell.ts'

const HTML = 'text/html; charset=utf-8'

/** A page without an event. The app's screen says what is the matter. */
const withoutEvent = (noscript: string): PageFacts => ({
  title: PRODUCT,
  head: '<meta name="robots" content="noindex">',
  noscript: `<p>${noscript}</p>`,
})

/** `/e/{id}`: the app's page, with the facts of the event for readers that run no scripts. */
export function eventPage(call: PublicCall): Promise<Response> {
  return pageOf(call, 'event')
}

/** `/e/{id}/results`: the same of the published results, without anybody's name. */
export function resultsPage(call: PublicCall): Promise<Response> {
  return pageOf(call, 'results')
}

/**
 * The finished page is kept for a second by the id and the host, of which a deployment has few: nothing else of a request
 * changes it.
 */
async function pageOf({ env, origin, id, countedAs, now }: PublicCall, of: 'event' | 'results'): Promise<Response> {
  const keptPage = (facts: PageFacts) =>
    keptASecond(`html ${origin} ${facts.noscript}`, now, () => shellWith(env, origin, facts))
  try {
    const found = id === null ? null : await keptASecond(`html ${of} ${origin} ${id}`, now, () => finishedPage(id))
    const missing = of === 'event' ? 'There is no such event.' : 'There are no results.'
    return respond(found ?? (await keptPage(withoutEvent(missing))), found ? 200 : 404)
  } catch (error) {
    const { status, headers } = failure(error)
    return respond(await keptPage(withoutEvent('The event could not be loaded.')), status, headers)
  }

  async function finishedPage(id: string): Promise<Uint8Array | null> {
    const json = await keptPublicPage(env.DB, id, now, () => countCall(env, 'READ_LIMIT', countedAs))
    const page = json === null ? null : (JSON.parse(json) as PublicPage)
    if (page === null || (of === 'results' && page.results === '')) return null
    return shellWith(env, origin, eventFacts(page, origin, now, of))
  }

  function respond(html: Uint8Array, status: number, more?: Headers): Response {
    const headers = { ...Object.fromEntries(more ?? []), ...headersOfPages(env), 'Content-Type': HTML }
    return new Response(html, { status, headers })
  }
}
