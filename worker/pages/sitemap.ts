/** The sitemap of the home page and these events. */
export function sitemapText(origin: string, ids: string[]): string {
  // An id has no sign that XML reads as its own.
  const urls = ['/', ...ids.map((id) => `/e/${id}`)].map((path) => `<url><loc>${origin}${path}</loc></url>\n`)
  const root = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n${urls.join('')}</urlset>\n`
}
