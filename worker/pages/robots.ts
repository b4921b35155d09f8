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
Disallow: /take
Disallow: /unsent
Disallow: /start
`

/** The robots.txt. The sitemap stands there with the host, which the build does not know. */
export function robotsText(origin: string): string {
  return `${RULES}\nSitemap: ${origin}/sitemap.xml\n`
}
