import { PRODUCT } from '../../contract/limits.ts'
import type { PublicPage } from '../../contract/marathon.ts'
import { cut } from '../../contract/text/plain-text.ts'
import { windowState } from '../../contract/time/dates.ts'
import { escapeHtml, type PageFacts } from './html.ts'
import { jsonLd } from './json-ld.ts'

/** Search engines and chats show about so many characters of a description. */
const DESCRIPTION_LENGTH = 200

/**
 * The facts of an event for readers that run no scripts: search engines, chats, and browsers without them. In English,
 * because one answer is for all languages.
 * @param origin scheme and host of the page's address
 * @param now ms since the epoch
 * @param of which page of the event
 */
export function eventFacts(
  page: PublicPage,
  origin: string,
  now: number,
  of: 'event' | 'results' = 'event',
): PageFacts {
  const { image, imageSize, cancelled, distance } = page
  const path = of === 'event' ? `/e/${page._id}` : resultsPath(page)
  const title = of === 'event' ? page.title : `Results: ${page.title}`
  const name = cancelled === null ? title : `Cancelled: ${title}`
  const when = dateIn(page.timeZone, page.startDate)
  const what = `${distance.replace('k', ' km')}, ${page.location}`
  const words = [when, what, cancelled ?? page.description].join('. ').replace(/\s+/g, ' ')
  const description = cut(words, DESCRIPTION_LENGTH)
  // Only of a picture that the organiser's phone has measured it is known that it loads.
  const [width, height] = imageSize === '' ? ['1200', '630'] : imageSize.split('x')
  const picture = imageSize === '' ? `${origin}/previews/${distance}.png` : image
  const meta = Object.entries({
    'og:type': 'website',
    'og:site_name': PRODUCT,
    'og:title': name,
    'og:description': description,
    'og:url': `${origin}${path}`,
    'og:image': picture,
    'og:image:width': width,
    'og:image:height': height,
    'og:image:alt': page.title,
  }).map(([property, content = '']) => `<meta property="${property}" content="${escapeHtml(content)}">`)
  const cards = Object.entries({
    description,
    'twitter:card': 'summary_large_image',
    'twitter:title': name,
    'twitter:description': description,
    'twitter:image': picture,
    ...(page.isListed ? {} : { robots: 'noindex' }),
  }).map(([key, content]) => `<meta name="${key}" content="${escapeHtml(content)}">`)
  const links = [
    `<link rel="canonical" href="${origin}${path}">`,
    `<link rel="alternate" type="text/calendar" href="${origin}/e/${page._id}.ics">`,
  ]
  // As the app asks for it (web/marathon/public-page.ts).
  if (of === 'event') links.push(`<link rel="preload" as="fetch" crossorigin href="/api/marathons/${page._id}/public">`)
  const data = `<script type="application/ld+json">${jsonLd(page, origin, picture)}</script>`
  return {
    title: `${name} | ${PRODUCT}`,
    head: [...meta, ...cards, ...links, data].join('\n'),
    noscript: asHtml(page, when, now),
    ...(of === 'event' ? { shown: page } : {}),
  }
}

const RESULTS = { live: 'Live results', official: 'Official results' }

/** The address of the results of an event. */
function resultsPath({ _id }: { _id: string }): string {
  return `/e/${_id}/results`
}

function asHtml(page: PublicPage, when: string, now: number): string {
  const rows = [
    ['Start', when],
    ['Distance', page.distance.replace('k', ' km')],
    ['Place', page.location],
    ['Organised by', page.organisedBy],
    ['Registration', registrationOf(page, now)],
  ].filter(([, value]) => value !== '')
  const list = rows.map(([label, value = '']) => `<dt>${label}</dt><dd dir="auto">${escapeHtml(value)}</dd>`)
  const cancelled = page.cancelled === null ? '' : `<p><strong>Cancelled.</strong> ${isolated(page.cancelled)}</p>`
  const words = page.description.split(/\n+/).map((line) => `<p dir="auto">${escapeHtml(line)}</p>`)
  const calendar = `<p><a href="/e/${page._id}.ics">Add to calendar</a></p>`
  // No names: what a runner hides later would stay with search engines.
  const results = page.results === '' ? '' : `<p><a href="${resultsPath(page)}">${RESULTS[page.results]}</a></p>`
  return `<h1 dir="auto">${escapeHtml(page.title)}</h1>${cancelled}<dl>${list.join('')}</dl>${results}${words.join('')}${calendar}`
}

/** A text of a user inside a sentence, whose direction it must not turn. */
function isolated(text: string): string {
  return `<bdi>${escapeHtml(text)}</bdi>`
}

function registrationOf({ cancelled, regStart, regEnd, timeZone, isFull }: PublicPage, now: number): string {
  if (cancelled !== null) return 'Closed'
  const state = windowState({ regStart, regEnd }, now)
  if (state === 'before') return `Opens ${dateIn(timeZone, regStart)}`
  if (state === 'after') return 'Closed'
  return `${isFull ? 'Full, waiting list' : 'Open'}, closes ${dateIn(timeZone, regEnd)}`
}

/** An instant in the event's time zone: `Friday 5 March 2027 at 09:00 CET`. */
function dateIn(timeZone: string, instant: string): string {
  const form = { dateStyle: 'full', timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat('en-GB', form).format(new Date(instant))
}
