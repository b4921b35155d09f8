import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Application } from '../../contract/application.ts'
import { ENTRANT_PAGE_ROWS } from '../../contract/limits.ts'
import { entrantPages, entrantsOf } from '../reads/entrants.ts'
import { problemOf, signIn } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { csvParts, jsonParts, streamOf } from './entrant-stream.ts'

const ENTRANTS = 2 * ENTRANT_PAGE_ROWS + 500
let olivia: TestClient
let id: string
let path: string
/** The ids of the entrants, oldest first. */
let ids: string[]

/** The codes of the entrants, oldest first. */
const codes = Array.from({ length: ENTRANTS }, (_, index) => `K${String(index).padStart(7, '0')}`)

/** A marathon of Olivia's with so many entrants, coded K0000000 and so on. Three of them have each moment. */
async function entered(count: number): Promise<{ id: string; ids: string[] }> {
  const marathonId = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields())] })
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
    INSERT INTO application (id, marathon_id, owner_uid, person_key, title, start_date, location, image,
      description, first_name, last_name, phone_number, additional_info, email, created_at, ver, code, seq)
    SELECT ?2 || '-' || printf('%06d', i), ?2, 'runner-' || i, 'runner ' || i, 'Harbour Ten', '2099-01-01', '', '', '',
      'Runner "' || i || '"', 'Läufer', '0123456', '', '', strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i / 3, 'unixepoch'), 1,
      'K' || printf('%07d', i),
      (SELECT coalesce(min(seq), 0) FROM application) - 10000 - i FROM n`,
  )
    .bind(count, marathonId)
    .run()
  const made = Array.from({ length: count }, (_, index) => `${marathonId}-${String(index).padStart(6, '0')}`)
  return { id: marathonId, ids: made }
}

beforeAll(async () => {
  ;[olivia] = await signIn('olivia')
  ;({ id, ids } = await entered(ENTRANTS))
  path = `/marathons/${id}/entrants`
})

const all = async (query = '') => {
  const response = await olivia.call('GET', path + query)
  return (await response.json<Application[]>()).map(({ _id }) => _id)
}
const csvOf = async (query = '') => (await olivia.call('GET', path + query, undefined, { Accept: 'text/csv' })).text()
/** A D1 that counts its reads, and fails after some of them. */
function countingD1(failAfter = Number.POSITIVE_INFINITY) {
  const counts = { reads: 0 }
  const counted = (statement: D1PreparedStatement) => ({
    bind: (...values: unknown[]) => counted(statement.bind(...values)),
    all: () => {
      counts.reads += 1
      if (counts.reads > failAfter) throw new Error('D1_ERROR: secret_table')
      return statement.all()
    },
  })
  const d1 = { prepare: (query: string) => counted(env.DB.prepare(query)) } as unknown as D1Database
  return { d1, counts }
}

it('as CSV have semicolons where the query asks for them, and commas without it', async () => {
  const heads = async (query: string) => (await csvOf(query)).slice(0, 23)
  expect(await heads('')).toBe('First Name,Last Name,Co')
  expect(await heads('?separator=comma')).toBe('First Name,Last Name,Co')
  expect(await heads('?separator=semicolon')).toBe('First Name;Last Name;Co')
  const wrong = await olivia.call('GET', `${path}?separator=tab`)
  expect([wrong.status, await wrong.json()]).toMatchObject([
    422,
    { fields: { separator: { code: 'NOT_ONE_OF', values: { values: 'comma, semicolon' } } } },
  ])
})

describe('all entrants', () => {
  it('come without a parameter, oldest first, each once', async () => {
    expect(await all()).toEqual(ids)
  })

  it('come as CSV too, with one line of heads', async () => {
    const lines = (await csvOf()).trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^First Name,Last Name,/)
    expect(lines[1]).toMatch(/^"Runner ""0""",Läufer,/)
    expect(lines.slice(1).map((line) => /K\d{7}/.exec(line)?.[0])).toEqual(codes)
  })

  it('are none of a marathon that nobody entered', async () => {
    const empty = newId('marathon')
    await olivia.sync({ ops: [op('marathon.create', empty, marathonFields())] })
    const read = (headers = {}) => olivia.call('GET', `/marathons/${empty}/entrants`, undefined, headers)
    expect(await (await read()).text()).toBe('[]')
    expect(await (await read({ Accept: 'text/csv' })).text()).toMatch(/^First Name[^\r]*\r\n$/)
  })

  it.each([
    ['JSON', jsonParts],
    ['CSV', csvParts],
  ])('as %s are read page after page, as the client takes them', async (_name, partsOf) => {
    const { d1, counts } = countingD1()
    const first = await entrantsOf(env.DB, id, olivia.uid, ENTRANT_PAGE_ROWS)
    const reader = streamOf(partsOf(entrantPages(d1, id, olivia.uid, first), first.asked)).getReader()
    await vi.waitFor(() => expect(reader.read()).resolves.toBeTruthy())
    await new Promise((resolve) => setTimeout(resolve, 100))
    // One page is with the client, and one waits for it.
    expect(counts.reads).toBe(1)
    await reader.cancel()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(counts.reads).toBe(1)
  })

  it('come once and whole, whatever changes while they are read', async () => {
    const here = await entered(ENTRANTS)
    const first = await entrantsOf(env.DB, here.id, olivia.uid, ENTRANT_PAGE_ROWS)
    const seen: string[] = []
    const late = newId('late')
    for await (const { rows } of entrantPages(env.DB, here.id, olivia.uid, first)) {
      seen.push(...rows.map((row) => JSON.parse(row)._id))
      if (seen.length !== ENTRANT_PAGE_ROWS) continue
      await olivia.sync({ ops: [op('application.create', late, applicationFields(here.id))] })
      await env.DB.batch([
        env.DB.prepare("UPDATE application SET last_name = 'Changed' WHERE marathon_id = ?").bind(here.id),
        env.DB.prepare('DELETE FROM application WHERE id IN (?, ?)').bind(here.ids[0], here.ids[ENTRANTS - 1]),
      ])
    }
    expect(seen).toEqual([...here.ids.slice(0, -1), late])
  })

  it('are whole JSON, although all of the next page leave before it is read', async () => {
    const here = await entered(ENTRANT_PAGE_ROWS + 1)
    const first = await entrantsOf(env.DB, here.id, olivia.uid, ENTRANT_PAGE_ROWS)
    await env.DB.prepare('DELETE FROM application WHERE id = ?').bind(here.ids[ENTRANT_PAGE_ROWS]).run()
    const parts = jsonParts(entrantPages(env.DB, here.id, olivia.uid, first))
    expect(JSON.parse(await new Response(streamOf(parts)).text())).toHaveLength(ENTRANT_PAGE_ROWS)
  })

  it('that cannot be read to the end break the connection: nobody takes a part for the whole', async () => {
    const failed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { d1 } = countingD1(0)
    const first = await entrantsOf(env.DB, id, olivia.uid, ENTRANT_PAGE_ROWS)
    const body = streamOf(jsonParts(entrantPages(d1, id, olivia.uid, first)))
    await expect(new Response(body).text()).rejects.toThrow()
    expect(failed.mock.calls.flat().join()).toBe('{"event":"stream.cut","error":"Error"}')
    failed.mockRestore()
  })
})

describe('a page of entrants', () => {
  it('leads to the next one by Link, as JSON and as CSV', async () => {
    for (const headers of [{}, { Accept: 'text/csv' }]) {
      const seen: string[] = []
      const sizes: number[] = []
      let next: string | undefined = `${path}?limit=700`
      while (next) {
        const page = await olivia.call('GET', next, undefined, headers)
        const found = (await page.text()).match(/K\d{7}/g) ?? []
        seen.push(...found)
        sizes.push(found.length)
        next = /^<\/api([^>]+)>; rel="next"$/.exec(page.headers.get('Link') ?? '')?.[1]
      }
      expect(seen).toEqual(codes)
      expect(sizes.slice(0, -1).every((size) => size === 700)).toBe(true)
    }
  })

  it('has at most 1,000, and no Link where it ends with the last entrant', async () => {
    const first = await olivia.call('GET', `${path}?limit=1000`)
    expect(await first.json()).toHaveLength(1000)
    const link = /^<\/api([^>]+)>/.exec(first.headers.get('Link') ?? '')?.[1] ?? ''
    const cursor = new URL(link, 'http://localhost').searchParams.get('cursor')
    // A cursor alone is a page too.
    expect(await all(`?cursor=${cursor}`)).toEqual(ids.slice(1000, 2000))
    const here = await entered(20)
    for (const [limit, hasLink] of [
      [20, false],
      [19, true],
    ] as const) {
      const response = await olivia.call('GET', `/marathons/${here.id}/entrants?limit=${limit}`)
      expect(response.headers.has('Link'), String(limit)).toBe(hasLink)
    }
  })

  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=1001'],
    ['limit', 'limit=many'],
    ['cursor', 'cursor=x'],
    ['cursor', 'limit=5&cursor=%27%3B--'],
  ])('names %s as wrong in ?%s', async (field, query) => {
    expect(await problemOf(await olivia.call('GET', `${path}?${query}`))).toEqual({ code: 'INVALID', fields: [field] })
  })

  it('is for the organiser alone, whatever the cursor', async () => {
    const [ravi] = await signIn('ravi')
    const cursor = `2000-01-01T00:00:00.000Z_${id}`
    for (const query of ['', '?limit=5', `?cursor=${cursor}`])
      expect((await ravi.call('GET', path + query)).status).toBe(403)
  })
})
