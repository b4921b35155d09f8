import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { rowsOfColumns } from '../../contract/columns.ts'
import { MAX_PULL_PAGE_ROWS } from '../../contract/limits.ts'
import { BOOKMARK, NEXT_CURSOR, parseSyncResponse, type SyncRequest, type SyncResponse } from '../../contract/sync.ts'
import { makeHelper, signIn } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, OWN_SQL, op } from '../testing/rows.ts'
import { pullStatements } from './pull.ts'

/** One sync of a phone that reads rows by column. `body` is what the worker sent. */
async function syncByColumn(client: TestClient, request: Partial<SyncRequest> = {}) {
  const asked = { uid: client.uid, cursor: null, ops: [], pageRows: MAX_PULL_PAGE_ROWS, ...request }
  const response = await client.call('POST', '/sync', asked)
  const body = await response.json<{ columns: Record<string, { _id: string[] } & Record<string, unknown>> }>()
  const { headers } = response
  return { next: headers.get(NEXT_CURSOR), bookmark: headers.get(BOOKMARK), body, response: parseSyncResponse(body) }
}

async function pagesByColumn(client: TestClient, pageRows: number): Promise<SyncResponse[]> {
  const pages: SyncResponse[] = []
  do {
    const { next, bookmark, response } = await syncByColumn(client, { cursor: pages.at(-1)?.cursor ?? null, pageRows })
    expect(response.bookmark).toEqual(expect.any(String))
    expect([next, bookmark]).toEqual(response.more ? [response.cursor, response.bookmark] : [null, null])
    pages.push(response)
  } while (pages.at(-1)?.more && pages.length < 50)
  return pages
}

/** Adds marathons of the account to the database. */
async function insertMarathons(uid: string, count: number, description: string) {
  const { seq } = (await env.DB.prepare('SELECT seq FROM clock').first<{ seq: number }>()) ?? { seq: 0 }
  await env.DB.batch([
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
      INSERT INTO marathon (id, owner_uid, title, location, description, image, distance, reg_start, reg_end, start_date,
        time_zone, capacity, name, email, created_at, ver, seq, shown_until)
      SELECT ?2 || '-' || i, ?2, 'Event ' || i, 'Place', ?3, 'https://example.com/p.jpg', '10k', ?4, ?5, ?6,
        'UTC', NULL, 'Olivia', 'o@example.com', ?4, 1, ?7 + i, ?6 FROM n`,
    ).bind(count, uid, description, inDays(-1), inDays(10), inDays(20), seq),
    env.DB.prepare(OWN_SQL).bind(uid),
    env.DB.prepare('UPDATE clock SET seq = seq + ?').bind(count),
  ])
}

describe('a phone that reads rows by column', () => {
  it('gets every text as it was written', async () => {
    const [olivia] = await signIn('olivia')
    const id = newId('marathon')
    const quoted = marathonFields({ title: '"Ten",\n[1,2]', description: 'Läuft — 完走 \u2028 \\n', capacity: 7 })
    await olivia.sync({ ops: [op('marathon.create', id, quoted)] })
    const { response } = await syncByColumn(olivia)
    const one = await (await olivia.call('GET', `/marathons/${id}`)).json<object>()
    expect(response.marathons.find(({ _id }) => _id === id)).toEqual({ ...one, staffFields: '', role: 'owner' })
  })

  it('gets entrants of events where the account helps without contact data', async () => {
    const [ravi, hana] = await signIn('ravi', 'hana')
    const [event, own] = [newId('marathon'), newId('entry')]
    await ravi.sync({ ops: [op('marathon.create', event, marathonFields())] })
    await ravi.sync({ ops: [op('application.create', newId('entry'), applicationFields(event))] })
    await makeHelper(ravi, hana, event)
    await hana.sync({ ops: [op('application.create', own, applicationFields(event, { firstName: 'Hana' }))] })
    const { body } = await syncByColumn(hana)
    const { applications, entrants } = body.columns
    expect(applications && rowsOfColumns(applications)).toMatchObject([
      { _id: own, mine: true, phoneNumber: expect.any(String) },
    ])
    expect(entrants?._id).toHaveLength(1)
    const seen = [
      ...[
        '_id',
        'answers',
        'bib',
        'code',
        'firstName',
        'hidesName',
        'isClaimed',
        'lastName',
        'marathonId',
        'mine',
        'status',
        'ver',
        'wantedBib',
      ],
    ]
    expect(Object.keys(entrants ?? {}).sort()).toEqual(seen)
  })

  it('tells helpers whether results hide a name where staff say it, and not where a runner does', async () => {
    const [olivia, ravi, hana] = await signIn('olivia', 'ravi', 'hana')
    const [event, own, made] = [newId('marathon'), newId('entry'), newId('entry')]
    await olivia.sync({ ops: [op('marathon.create', event, marathonFields())] })
    await makeHelper(olivia, hana, event)
    await ravi.sync({ ops: [op('application.create', own, applicationFields(event, { hidesName: true }))] })
    const code = 'KAAAAAA5'
    const desk = { marathonId: event, firstName: 'Dee', lastName: 'Desk', bib: null, code, above: 0, hidesName: true }
    await olivia.sync({ ops: [op('application.walkIn', made, desk)] })
    const told = async () => (await hana.sync()).applications.map(({ _id, hidesName }) => [_id, hidesName]).sort()
    expect(await told()).toEqual([[own, false] as const, [made, true] as const].sort())
    const claim = op('application.claim', made, { marathonId: event, secret: code })
    expect((await ravi.sync({ ops: [claim] })).results[0]?.status).toBe('applied')
    expect(await told()).toEqual([[own, false] as const, [made, false] as const].sort())
  })

  it('gets a value that all rows have once', async () => {
    const [olivia, ravi] = await signIn('olivia', 'ravi')
    const event = newId('marathon')
    await olivia.sync({ ops: [op('marathon.create', event, marathonFields())] })
    const { cursor } = await olivia.sync()
    const people = ['Ada', 'Bea'].map((firstName) => applicationFields(event, { firstName }))
    await ravi.sync({ ops: people.map((fields) => op('application.create', newId('entry'), fields)) })
    const { applications } = (await syncByColumn(olivia, { cursor })).body.columns
    expect(applications).toMatchObject({ marathonId: event, firstName: ['Ada', 'Bea'], bib: null, mine: false })
  })

  // The texts of these two reasons look like one value that is there twice: `",null` and `",null`.
  it('gets what users wrote, also where it looks like the punctuation of the list', async () => {
    const [olivia] = await signIn('olivia')
    const ids = [newId('marathon'), newId('marathon')]
    await olivia.sync({ ops: ids.map((id) => op('marathon.create', id, marathonFields())) })
    const { cursor } = await olivia.sync()
    const reasons = [',null,', null]
    for (const [index, id] of ids.entries()) {
      await olivia.sync({
        ops: [
          op('marathon.update', id, { cancelled: reasons[index], capacity: 5 }, { cancelled: null, capacity: null }),
        ],
      })
    }
    const { response } = await syncByColumn(olivia, { cursor })
    expect(response.marathons.map(({ cancelled }) => cancelled)).toEqual(reasons)
  })

  it.each([
    [1, 20],
    [49, 20],
    [50, 50],
    [120, 100],
    [5000, 2000],
  ])('that wants %i rows gets pages of %i, and each row once', async (pageRows, got) => {
    const [olivia] = await signIn('olivia')
    const rows = got + 30
    await insertMarathons(olivia.uid, rows, 'Flat and fast.')
    const own = (await pagesByColumn(olivia, pageRows)).map(({ marathons }) => marathons)
    expect(Math.max(...own.map(({ length }) => length))).toBe(got)
    const ids = own.flat().flatMap(({ _id, role }) => (role === 'owner' ? [_id] : []))
    expect([ids.length, new Set(ids).size]).toEqual([rows, rows])
    await env.DB.prepare('DELETE FROM marathon WHERE owner_uid = ?').bind(olivia.uid).run()
  })

  it('costs D1 one cell for 50 rows', async () => {
    const [olivia] = await signIn('olivia')
    await insertMarathons(olivia.uid, 1200, 'Flat and fast.')
    const { statements } = pullStatements(env.DB, olivia.uid, null, 1000, Date.now())
    const [, cells] = await env.DB.batch<{ kind: string }>(statements)
    expect(cells?.results.filter(({ kind }) => kind === 'marathon')).toHaveLength(1000 / 50)
    await env.DB.prepare('DELETE FROM marathon WHERE owner_uid = ?').bind(olivia.uid).run()
  })

  it('gets fewer rows in a page where their texts are long', async () => {
    const [olivia] = await signIn('olivia')
    await insertMarathons(olivia.uid, 1500, 'x'.repeat(4000))
    const pages = await pagesByColumn(olivia, MAX_PULL_PAGE_ROWS)
    const longest = Math.max(...pages.map(({ marathons }) => JSON.stringify(marathons).length))
    expect(longest).toBeLessThan(5_000_000)
    const ids = pages.flatMap(({ marathons }) => marathons.flatMap(({ _id, role }) => (role === 'owner' ? [_id] : [])))
    expect([ids.length, new Set(ids).size]).toEqual([1500, 1500])
    await env.DB.prepare('DELETE FROM marathon WHERE owner_uid = ?').bind(olivia.uid).run()
  })
})

it('a number of rows that is none is refused by name', async () => {
  const [olivia] = await signIn('olivia')
  for (const pageRows of [0, 1.5, 'all', null]) {
    const response = await olivia.call('POST', '/sync', { uid: olivia.uid, cursor: null, ops: [], pageRows })
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { fields: { pageRows: { code: expect.any(String) } } },
    ])
  }
})
