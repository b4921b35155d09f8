import type { PublicCall } from './public-call.ts'

/**
 * What search engines may read. The calls are those of the pages that they may read: an engine that runs the app needs
 * them.
 */
const RULES = `User-agent: *
Allow: /api/allMarathon
Allow: /api/upcomingMarathon
Allow: /api/config
Allow: /api/marathons/*/public
Disallow: /api/
Disallow: /dashboard
Disallow: /marathon
Disallow: /invitation
Disallow: /unsent
Disallow: /start
`

/** The robots.txt. The sitemap stands there with the host, which the build does not know. */
export function robots({ origin }: PublicCall): Response {
  return new Response(`${RULES}\nSitemap: ${origin}/sitemap.xml\n`, {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=300' },
  })
}
