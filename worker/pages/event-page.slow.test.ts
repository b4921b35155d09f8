import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetKept } from '../reads/kept-a-second.ts'
import { signIn } from '../testing/calls.ts'
import { emulatorToken, type TestClient } from '../testing/client.ts'
import { inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { counting, visit } from '../testing/visitor.ts'
import { pageHeaders } from './page-headers.ts'

let olivia: TestClient
let id = ''

beforeEach(async () => {
  forgetKept()
  olivia = (await signIn('olivia'))[0]
  id = newId('marathon')
  await make()
})

const make = (fields: object = {}, of = id) =>
  olivia.sync({ ops: [op('marathon.create', of, marathonFields({ ...fields }))] })
const change = (patch: object, base: object) => {
  forgetKept()
  return olivia.sync({ ops: [op('marathon.update', id, { ...patch }, { ...base })] })
}
const read = async (path = `/e/${id}`) => (await visit(path)).text()

async function logIn(isVerified: boolean) {
  forgetKept()
  const Authorization = `Bearer ${emulatorToken(olivia.uid, { email_verified: isVerified })}`
  const { status } = await olivia.call('POST', '/jwt', { email: `${olivia.uid}@example.com` }, { Authorization })
  expect(status).toBe(200)
}

/** The JSON-LD of a page, as a search engine reads it. */
function dataOf(html: string): Record<string, unknown> {
  const [, text = '', ...others] = html.split('<script type="application/ld+json">')
  expect(others).toEqual([])
  return JSON.parse(text.split('</script>')[0] ?? '')
}
const metaOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'))].map(
    ([, content]) => content,
  )

describe('the page of an event', () => {
  it('has the facts for readers without scripts, and the headers of the app’s pages', async () => {
    const response = await visit(`/e/${id}`)
    expect(response.status).toBe(200)
    for (const [name, value] of Object.entries(pageHeaders(env, true))) expect(response.headers.get(name)).toBe(value)
    const html = await response.text()
    expect(html).toContain('<title>Harbour Ten | Startline</title>')
    expect(html).toContain(`<link rel="canonical" href="http://localhost/e/${id}">`)
    expect(metaOf(html, 'og:title')).toEqual(['Harbour Ten'])
    expect(metaOf(html, 'description')[0]).toMatch(/^\w+,? \d+ \w+ \d{4} at \d\d:\d\d. 10 km, Hamburg. Flat and fast/)
    expect(html.split('<noscript>')[1]).toContain('<dt>Registration</dt><dd dir="auto">Open, closes ')
  })

  it('shows picture, title and place before the app runs, as texts, and asks for the rest ahead', async () => {
    const image = 'https://example.com/b.jpg?a="1"'
    id = newId('shown')
    await make({ title: 'Run <b> & "swim"', location: 'Kiel <i>', image })
    const html = await read()
    expect(html).toContain('<bdi data-filled-in="title">Run &lt;b&gt; &amp; "swim"</bdi>')
    expect(html).toContain('<bdi data-filled-in="location">Kiel &lt;i&gt;</bdi>')
    expect(html).toContain('src="https://example.com/b.jpg?a=&quot;1&quot;" crossorigin="anonymous"')
    expect(html).toContain(`as="fetch" crossorigin href="/api/marathons/${id}/public"`)
  })

  it('says the start in the offset of the event, and that it has moved', async () => {
    id = newId('abroad')
    const [before, after] = ['2037-07-05T08:00:00.000Z', '2037-12-05T08:00:00.000Z']
    await make({ startDate: before, timeZone: 'America/New_York' })
    const first = dataOf(await read())
    expect(first).toMatchObject({
      startDate: '2037-07-05T04:00:00-04:00',
      eventStatus: 'https://schema.org/EventScheduled',
    })
    expect(Object.keys(first)).not.toContain('previousStartDate')
    await change({ startDate: after }, { startDate: before })
    expect(dataOf(await read())).toMatchObject({
      startDate: '2037-12-05T03:00:00-05:00',
      previousStartDate: '2037-07-05T04:00:00-04:00',
      eventStatus: 'https://schema.org/EventRescheduled',
    })
  })

  it('says that it is cancelled, in its title too', async () => {
    await change({ cancelled: 'Storm <on> the coast' }, { cancelled: null })
    const html = await read()
    expect(dataOf(html)).toMatchObject({ eventStatus: 'https://schema.org/EventCancelled' })
    expect(metaOf(html, 'og:title')).toEqual(['Cancelled: Harbour Ten'])
    expect(html).toContain('<strong>Cancelled.</strong> <bdi>Storm &lt;on&gt; the coast</bdi>')
  })

  it('keeps its state when only the place changes', async () => {
    await change({ location: 'Kiel' }, { location: 'Hamburg' })
    expect(dataOf(await read())).toMatchObject({
      eventStatus: 'https://schema.org/EventScheduled',
      location: { '@type': 'Place', name: 'Kiel' },
    })
  })

  it('names who organises only if the organiser says so, and offers nothing', async () => {
    expect(Object.keys(dataOf(await read()))).not.toContain('organizer')
    await change({ organisedBy: 'Harbour Runners' }, { organisedBy: '' })
    const data = dataOf(await read())
    expect(data.organizer).toEqual({ '@type': 'Organization', name: 'Harbour Runners' })
    expect(Object.keys(data)).not.toContain('offers')
  })

  it('has the event’s picture if its size is known, else the ready-made one of the distance', async () => {
    expect(metaOf(await read(), 'og:image')).toEqual(['http://localhost/previews/10k.png'])
    const image = 'https://example.com/pier.jpg'
    await change({ image, imageSize: '1600x900' }, { image: 'https://example.com/harbour.jpg', imageSize: '' })
    const html = await read()
    expect(metaOf(html, 'og:image')).toEqual([image])
    expect([metaOf(html, 'og:image:width'), metaOf(html, 'og:image:height')]).toEqual([['1600'], ['900']])
    expect(dataOf(html)).toMatchObject({ image })
  })

  it('is not for search engines until the organiser’s address is verified', async () => {
    expect(metaOf(await read(), 'robots')).toEqual(['noindex'])
    await logIn(true)
    expect(metaOf(await read(), 'robots')).toEqual([])
  })

  it('is harmless whatever its texts are', async () => {
    const plain = await read()
    id = newId('wild')
    const wild = `"a" 'b' </script><script>alert(1)</script><!--<script> & \u202eسباق 🏃🏽‍♀️ </title>`
    const texts = { title: wild, location: wild, organisedBy: '"><script>x', description: `${wild}\u2028</noscript>` }
    await make(texts)
    const html = await read()
    const seen = wild.replace('\u202e', '')
    const description = `${seen}\n</noscript>`
    expect(dataOf(html)).toMatchObject({ name: seen, description, organizer: { name: '"><script>x' } })
    for (const tag of [/<script/g, /<\/script>/g, /<\/noscript>/g, /<\/title>/g, /<!--/g])
      expect([tag, html.match(tag)?.length]).toEqual([tag, plain.match(tag)?.length])
    expect(html).not.toMatch(/[\u202e\u2028]/)
  })
})

describe('the page of results', () => {
  const publish = async (results: string) => {
    forgetKept()
    await olivia.sync({ ops: [op('marathon.publish', id, { results })] })
  }

  it('is there while results are shown, says so on the page of the event, and has nobody’s name', async () => {
    expect((await visit(`/e/${id}/results`)).status).toBe(404)
    expect(await read()).not.toContain('/results')
    expect(Object.keys(dataOf(await read()))).not.toContain('subjectOf')
    await publish('live')
    const response = await visit(`/e/${id}/results`)
    expect(response.status).toBe(200)
    for (const [name, value] of Object.entries(pageHeaders(env, true))) expect(response.headers.get(name)).toBe(value)
    const html = await response.text()
    expect(html).toContain('<title>Results: Harbour Ten | Startline</title>')
    expect(html).toContain(`<link rel="canonical" href="http://localhost/e/${id}/results">`)
    expect(html).not.toContain('<bdi data-filled-in="title">Harbour')
    const event = await read()
    expect(event.split('<noscript>')[1]).toContain(`<a href="/e/${id}/results">Live results</a>`)
    expect(dataOf(event)).toMatchObject({ subjectOf: { url: `http://localhost/e/${id}/results` } })
    await publish('')
    expect((await visit(`/e/${id}/results`)).status).toBe(404)
  })

  it('is the app’s page where there is no such event', async () => {
    for (const path of [`/e/${newId('none')}/results`, '/e/short/results']) {
      const response = await visit(path)
      expect([path, response.status, metaOf(await response.text(), 'robots')]).toEqual([path, 404, ['noindex']])
    }
  })
})

describe('the page of no event', () => {
  it('is the app’s page with the status 404, for no search engine', async () => {
    for (const path of [`/e/${newId('none')}`, '/e/', '/e', '/e/%27%20OR%201', '/e/short']) {
      const response = await visit(path)
      const html = await response.text()
      expect([path, response.status, metaOf(html, 'robots')]).toEqual([path, 404, ['noindex']])
      expect(html).toContain('<div id="root"></div>')
      expect(html).toContain('<p>There is no such event.</p>')
    }
  })

  it('does not ask D1 for what cannot be an id', async () => {
    const { counted, DB } = counting()
    for (const path of ['/e/short', `/e/${'x'.repeat(65)}`, '/e/%3Cscript%3E', '/e/mara thon'])
      expect((await visit(path, {}, { DB })).status).toBe(404)
    expect(counted.queries).toBe(0)
  })

  it('is there for a hidden and for a deleted event', async () => {
    await env.DB.prepare('UPDATE marathon SET hidden_at = ? WHERE id = ?').bind(inDays(0), id).run()
    expect((await visit(`/e/${id}`)).status).toBe(404)
    id = newId('deleted')
    await make()
    expect((await visit(`/e/${id}`)).status).toBe(200)
    await olivia.sync({ ops: [op('marathon.delete', id)] })
    forgetKept()
    expect((await visit(`/e/${id}`)).status).toBe(404)
  })

  it('ends at the limit of an address, which knows events do not reach', async () => {
    const headers = { 'CF-Connecting-IP': '203.0.113.9' }
    const READ_LIMIT = { limit: async ({ key }: { key: string }) => ({ success: !key.includes('203.0.113.9') }) }
    expect((await visit(`/e/${id}`)).status).toBe(200)
    expect((await visit(`/e/${id}`, { headers }, { READ_LIMIT })).status).toBe(200)
    const refused = await visit(`/e/${newId('guess')}`, { headers }, { READ_LIMIT })
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '60'])
    expect(await refused.text()).toContain('<div id="root"></div>')
  })

  it('is a 503 with the app’s page while D1 fails', async () => {
    const DB = {
      prepare: () => {
        throw new Error('D1_ERROR')
      },
    } as unknown as D1Database
    const response = await visit(`/e/${id}`, {}, { DB })
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2'])
    expect(await response.text()).toContain('<div id="root"></div>')
  })
})

describe('what is kept', () => {
  it('asks D1 once a second for 1,000 reads, whatever their query, cookie, language and method', async () => {
    const { counted, ...bindings } = counting()
    const first = await read()
    forgetKept()
    const started = Date.now()
    for (let n = 0; n < 1000; n++) {
      const headers = { Cookie: `session=${n}`, 'Accept-Language': n % 2 ? 'de' : 'ar', 'CF-Connecting-IP': `${n}` }
      const response = await visit(`/e/${id}?n=${n}`, { headers, method: n % 10 ? 'GET' : 'HEAD' }, bindings)
      const text = await response.text()
      if (response.status !== 200 || text !== (n % 10 ? first : '')) expect.fail(`read ${n} differs`)
    }
    expect((await visit(`/api/marathons/${id}/public`, {}, bindings)).status).toBe(200)
    const seconds = Math.ceil((Date.now() - started) / 1000)
    expect(counted.queries).toBeLessThanOrEqual(seconds)
    expect(counted.files).toBeLessThanOrEqual(seconds)
    expect(counted.queries).toBeGreaterThan(0)
  })

  it('says the host of each request, also in a kept page', async () => {
    const canonical = async (origin: string) =>
      (await read(`${origin}/e/${id}`)).match(/rel="canonical" href="([^"]*)"/)?.[1]
    expect(await canonical('https://a.example')).toBe(`https://a.example/e/${id}`)
    expect(await canonical('https://b.example')).toBe(`https://b.example/e/${id}`)
  })

  it('tells a cancellation and a deletion within five seconds', async () => {
    const later = async (ms: number) => {
      vi.useFakeTimers({ now: Date.now() + ms, toFake: ['Date'] })
      return visit(`/e/${id}`).finally(() => vi.useRealTimers())
    }
    expect(await read()).not.toContain('EventCancelled')
    await olivia.sync({ ops: [op('marathon.update', id, { cancelled: 'Storm' }, { cancelled: null })] })
    expect(await (await later(4999)).text()).toContain('EventCancelled')
    await olivia.sync({ ops: [op('marathon.delete', id)] })
    expect((await later(2 * 4999)).status).toBe(404)
  })
})
