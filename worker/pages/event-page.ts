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

/**
 * `/e/{id}`: the app's page, with the facts of the event for readers that run no scripts. The finished page is kept for
 * a second by the id and the host, of which a deployment has few: nothing else of a request changes it.
 */
export async function eventPage({ env, origin, id, countedAs, now }: PublicCall): Promise<Response> {
  const keptPage = (facts: PageFacts) =>
    keptASecond(`html ${origin} ${facts.noscript}`, now, () => shellWith(env, origin, facts))
  try {
    const found = id === null ? null : await keptASecond(`html ${origin} ${id}`, now, () => finishedPage(id))
    return respond(found ?? (await keptPage(withoutEvent('There is no such event.'))), found ? 200 : 404)
  } catch (error) {
    const { status, headers } = failure(error)
    return respond(await keptPage(withoutEvent('The event could not be loaded.')), status, headers)
  }

  async function finishedPage(id: string): Promise<Uint8Array | null> {
    const json = await keptPublicPage(env.DB, id, now, () => countCall(env, 'READ_LIMIT', countedAs))
    return json === null ? null : shellWith(env, origin, eventFacts(JSON.parse(json) as PublicPage, origin, now))
  }

  function respond(html: Uint8Array, status: number, more?: Headers): Response {
    const headers = { ...Object.fromEntries(more ?? []), ...headersOfPages(env), 'Content-Type': HTML }
    return new Response(html, { status, headers })
  }
}
