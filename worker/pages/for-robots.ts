import { countCall } from '../auth/rate-limit.ts'
import { keptASecond } from '../reads/kept-a-second.ts'
import { listedIds } from '../reads/listed.ts'
import type { PublicCall } from './public-call.ts'
import { robotsText } from './robots.ts'
import { sitemapText } from './sitemap.ts'

/** `/robots.txt` */
export function robots({ origin }: PublicCall): Response {
  return answer(robotsText(origin), 'text/plain', 'public, max-age=300')
}

/**
 * `/sitemap.xml`: the home page and the events that search engines may have. It is kept for a second, as the pages are:
 * a deleted event leaves it as soon. It names no time of a change, because not each change of a row is one of the page.
 */
export async function sitemap({ env, origin, countedAs, now }: PublicCall): Promise<Response> {
  const ids = await keptASecond('sitemap', now, async () => {
    await countCall(env, 'LIST_LIMIT', countedAs)
    return (await listedIds(env.DB, now)).join(' ')
  })
  return answer(sitemapText(origin, ids === '' ? [] : ids.split(' ')), 'application/xml', 'no-cache')
}

function answer(text: string, type: string, cache: string): Response {
  return new Response(text, { headers: { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': cache } })
}
