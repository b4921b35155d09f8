import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import WebAutoExtractor from '@marbec/web-auto-extractor'
import openGraphScraper from 'open-graph-scraper'
import robotsParser from 'robots-parser'
import { parseSitemap } from 'sitemap'
import { expect, it } from 'vitest'
import { DAY_MS } from '../../contract/limits.ts'
import { type PublicPage, publicPageSchema } from '../../contract/marathon.ts'
import { eventFacts } from '../../worker/pages/event-facts.ts'
import { escapeHtml } from '../../worker/pages/html.ts'
import { robotsText } from '../../worker/pages/robots.ts'
import { sitemapText } from '../../worker/pages/sitemap.ts'

const ORIGIN = 'https://startline.example'
const NOW = Date.parse('2027-03-01T12:00:00.000Z')
const inDays = (days: number) => new Date(NOW + days * DAY_MS).toISOString()

const OPEN: PublicPage = {
  _id: 'event-00000000',
  title: 'Harbour Ten',
  location: 'Hamburg',
  description: 'Flat and fast along the water.',
  image: 'https://example.com/harbour.jpg',
  imageSize: '',
  distance: '10k',
  regStart: inDays(-5),
  regEnd: inDays(5),
  startDate: inDays(10),
  timeZone: 'Europe/Berlin',
  cancelled: null,
  registration: 'first-come',
  organisedBy: '',
  previousStart: null,
  results: '',
  isFull: false,
  isListed: true,
  ver: 1,
}
const WILD = `"a" 'b' </script><script>x</script><!-- & </title></noscript> \u2028`
/** Twenty events: every state, several zones, and texts that break pages. */
const CASES: [what: string, fields: Partial<PublicPage>, status?: string][] = [
  ['open', {}],
  ['not yet open', { regStart: inDays(2) }],
  ['closed', { regEnd: inDays(-1) }],
  ['over', { regEnd: inDays(-5), startDate: inDays(-2) }],
  ['full', { isFull: true }],
  ['a ballot', { registration: 'ballot' }],
  ['moved', { previousStart: inDays(30) }, 'EventRescheduled'],
  ['moved across the change of the clocks', { previousStart: '2027-03-28T10:00:00.000Z' }, 'EventRescheduled'],
  ['another place', { location: 'Kiel' }],
  ['cancelled', { cancelled: 'Storm' }, 'EventCancelled'],
  ['moved and cancelled', { previousStart: inDays(30), cancelled: 'Storm' }, 'EventCancelled'],
  ['with an organiser', { organisedBy: 'Harbour Runners e.V.' }],
  ['with a picture', { image: 'https://example.com/a.jpg?b=1&c="d"', imageSize: '1600x900' }],
  ['of an unverified address', { isListed: false }],
  ['India', { timeZone: 'Asia/Kolkata', startDate: '2037-03-05T00:30:00.000Z' }],
  ['Chatham', { timeZone: 'Pacific/Chatham', distance: '25k' }],
  [
    'wild texts',
    { title: WILD, location: WILD, description: WILD, organisedBy: WILD, cancelled: WILD },
    'EventCancelled',
  ],
  ['right to left', { title: 'سباق الميناء \u202e!', location: 'القاهرة', description: 'سباق' }],
  ['emoji', { title: '🏃🏽‍♀️ 5k 🎉', description: '👩‍👩‍👧'.repeat(300), distance: '5k' }],
  ['long', { title: 'W'.repeat(120), location: 'L'.repeat(120), description: 'word '.repeat(799) }],
]

const pages = CASES.map(([what, fields, status = 'EventScheduled'], n) => {
  const page = publicPageSchema.parse({ ...OPEN, ...fields, _id: `event-${String(n).padStart(8, '0')}` })
  const { title, head, noscript } = eventFacts(page, ORIGIN, NOW)
  const html = `<!doctype html><html><head><title>${escapeHtml(title)}</title>${head}</head>
    <body><noscript>${noscript}</noscript></body></html>`
  return { what, page, html, status: `https://schema.org/${status}` }
})

/** What a search engine finds in the page. */
function eventIn(html: string): Record<string, unknown> {
  const { jsonld, errors } = new WebAutoExtractor({}).parse(html)
  expect([errors, Object.keys(jsonld)]).toEqual([[], ['SportsEvent']])
  return (jsonld.SportsEvent as Record<string, unknown>[])[0] ?? {}
}

it.each(pages)('a search engine reads the facts of an event: $what', ({ page, html, status }) => {
  const event = eventIn(html)
  expect(event).toMatchObject({
    name: page.title,
    description: page.description,
    eventStatus: status,
    location: { '@type': 'Place', name: page.location },
    url: `${ORIGIN}/e/${page._id}`,
    image: page.imageSize === '' ? `${ORIGIN}/previews/${page.distance}.png` : page.image,
  })
  expect(new Date(String(event.startDate)).toISOString()).toBe(page.startDate)
  expect(event.startDate).not.toMatch(/Z$/)
  expect(Object.hasOwn(event, 'previousStartDate')).toBe(page.previousStart !== null)
  expect(Object.hasOwn(event, 'organizer')).toBe(page.organisedBy !== '')
  expect(Object.hasOwn(event, 'offers')).toBe(false)
})

it.each(pages)('a chat reads the preview of an event: $what', async ({ page, html }) => {
  const { error, result } = await openGraphScraper({ html })
  expect(error).toBe(false)
  const title = page.cancelled === null ? page.title : `Cancelled: ${page.title}`
  expect(result).toMatchObject({
    ogTitle: title,
    twitterTitle: title,
    ogUrl: `${ORIGIN}/e/${page._id}`,
    ogType: 'website',
  })
  expect(result).toMatchObject({ twitterCard: 'summary_large_image', ogDescription: result.twitterDescription })
  const [width, height] = page.imageSize === '' ? ['1200', '630'] : page.imageSize.split('x')
  expect(result.ogImage).toMatchObject([{ url: eventIn(html).image, width, height, alt: page.title }])
  expect(result.twitterImage).toMatchObject([{ url: eventIn(html).image }])
})

/** schema-dts has the whole vocabulary of schema.org: unknown properties, types and values are errors of the compiler. */
function schemaErrors(events: object[]): string {
  const file = join('test-results', 'json-ld.ts')
  const lines = events.map((event, n) => `export const e${n}: WithContext<SportsEvent> = ${JSON.stringify(event)}`)
  mkdirSync('test-results', { recursive: true })
  writeFileSync(file, `import type { SportsEvent, WithContext } from 'schema-dts'\n${lines.join('\n')}\n`)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'nodenext', file]
  return spawnSync('npx', ['tsc', ...options], { encoding: 'utf8' }).stdout
}

it('schema.org’s vocabulary has every type, property and value of the twenty events', () => {
  const events = pages.map(({ html }) => eventIn(html))
  expect(events).toHaveLength(20)
  expect(schemaErrors(events)).toBe('')
  const wrong = [{ eventStatus: 'https://schema.org/EventLost' }, { price: 5 }, { location: { '@type': 'Town' } }]
  expect(schemaErrors(wrong.map((part) => ({ ...events[0], ...part }))).match(/error TS/g)).toHaveLength(3)
}, 60_000)

it('a parser reads the sitemap', async () => {
  const ids = pages.map(({ page }) => page._id)
  const read = await parseSitemap(Readable.from(sitemapText(ORIGIN, ids)))
  expect(read.map(({ url }) => url)).toEqual([`${ORIGIN}/`, ...ids.map((id) => `${ORIGIN}/e/${id}`)])
  expect(await parseSitemap(Readable.from(sitemapText(ORIGIN, [])))).toHaveLength(1)
})

it('robots may read the public pages and what they load, and no page of an account', () => {
  const robots = robotsParser(`${ORIGIN}/robots.txt`, robotsText(ORIGIN))
  expect(robots.getSitemaps()).toEqual([`${ORIGIN}/sitemap.xml`])
  const open = ['/', '/e/event-id', '/e/event-id.ics', '/api/marathons/event-id/public', '/api/config', '/assets/a.js']
  const closed = ['/dashboard', '/dashboard/account', '/marathons/event-id', '/api/sync', '/api/marathons/event-id']
  expect(open.filter((path) => !robots.isAllowed(ORIGIN + path))).toEqual([])
  expect(closed.filter((path) => robots.isAllowed(ORIGIN + path))).toEqual([])
})
