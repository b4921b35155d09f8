import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Application } from '../../contract/application.ts'
import { MAX_LENGTH } from '../../contract/limits.ts'
import type { Op } from '../../contract/sync.ts'
import { pullStatements } from '../pull/pull.ts'
import { MAX_PAGE_BYTES } from '../pull/wire.ts'
import { signIn } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { syncAs } from '../testing/sync-as.ts'
import { parseOp } from './decide/known-op.ts'
import { readState } from './read-state.ts'

/** Applications of one account with the longest texts: 18 KB each. */
const ROWS = 500
/** One row above the limit, and the names of fields. */
const MOST = MAX_PAGE_BYTES * 1.25

let olivia: TestClient
let mallory: TestClient
let marathonId: string
const entry = (n: number) => `${marathonId}-${String(n).padStart(6, '0')}`

/** Inserts applications of an account to the marathon. @param wide how many letters their texts have, of 3 bytes each */
async function insertApplications(owner: string, count: number, wide: number) {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
    INSERT INTO application (id, marathon_id, owner_uid, person_key, title, start_date, location, image,
      description, first_name, last_name, phone_number, additional_info, email, created_at, ver, seq, joined_seq)
    SELECT ?2 || '-' || printf('%06d', i), ?2, ?3, ?3 || i, 'Harbour Ten', '2099-01-01T00:00:00.000Z',
      replace(printf('%.*c', min(120, ?4), 'w'), 'w', '跑'), '', replace(printf('%.*c', min(4000, ?4), 'w'), 'w', '跑'),
      'Ada ' || i, 'Lauf', '0123456', replace(printf('%.*c', min(1000, ?4), 'w'), 'w', '跑'), '',
      strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i / 3, 'unixepoch'), 1,
      (SELECT seq FROM clock) + 1 + i, (SELECT seq FROM clock) + 1 + i FROM n`,
  )
    .bind(count, marathonId, owner, wide)
    .run()
  await env.DB.prepare('UPDATE clock SET seq = seq + ?').bind(count).run()
}

async function openMarathon() {
  marathonId = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields({ perAccount: 2000 }))] })
}

beforeAll(async () => {
  ;[olivia, mallory] = await signIn('olivia', 'mallory')
  await openMarathon()
  await insertApplications(mallory.uid, ROWS, 4000)
})

const sizeOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

/** What D1 returns for the read before these ops, in bytes. */
async function readBy(uid: string, ops: Op[]): Promise<number> {
  let bytes = 0
  const statement = (inner: D1PreparedStatement): D1PreparedStatement =>
    ({
      bind: (...values: unknown[]) => statement(inner.bind(...values)),
      all: async () => {
        const result = await inner.all()
        bytes += sizeOf(result.results)
        return result
      },
    }) as D1PreparedStatement
  const d1 = { prepare: (query: string) => statement(env.DB.prepare(query)) } as D1Database
  const opsOf = ops.map((one) => ({ uid, op: parseOp({ ...one, content: '' } as Parameters<typeof parseOp>[0]) }))
  await readState(d1, opsOf)
  return bytes
}

/** All pages of a list, by their Link. */
async function pagesOf<T>(client: TestClient, path: string): Promise<{ rows: T[]; bytes: number }[]> {
  const pages = []
  for (let next: string | undefined = path; next; ) {
    const response = await client.call('GET', next)
    expect(response.status).toBe(200)
    const text = await response.text()
    pages.push({ rows: JSON.parse(text) as T[], bytes: new TextEncoder().encode(text).length })
    next = /<\/api([^>]+)>/.exec(response.headers.get('Link') ?? '')?.[1]
  }
  return pages
}
const idsOf = (pages: { rows: { _id: string }[] }[]) => pages.flatMap(({ rows }) => rows.map(({ _id }) => _id))

describe('a read before a decision has no texts but those that an op edits', () => {
  it.each([
    ['one more application', () => op('application.create', newId('entry'), applicationFields(marathonId))],
    ['an edit', () => op('application.update', entry(7), { location: 'Kiel' })],
    ['another name', () => op('application.update', entry(7), { firstName: 'Bo' })],
    ['a withdrawal', () => op('application.delete', entry(7))],
  ])('%s', async (_what, make) => {
    expect(await readBy(mallory.uid, [make()])).toBeLessThan(200_000)
  })

  it('bibs and scans of many', async () => {
    const bibs = Array.from({ length: 500 }, (_, n) => op('application.assignBib', entry(n), { bib: `${n}` }))
    const at = inDays(0)
    const scans = Array.from({ length: 500 }, (_, n) =>
      op('checkIn.create', newId('scan'), { marathonId, applicationId: entry(n), at, gate: '' }),
    )
    expect(await readBy(olivia.uid, bibs)).toBeLessThan(500_000)
    expect(await readBy(olivia.uid, scans)).toBeLessThan(500_000)
  })

  it('a bib leaves all other columns as they are, also in one request with an edit', async () => {
    const row = () => env.DB.prepare('SELECT * FROM application WHERE id = ?').bind(entry(3)).first()
    const before = await row()
    const give = op('application.assignBib', entry(3), { bib: 'A3' }, { bib: null })
    expect((await olivia.sync({ ops: [give] })).results).toMatchObject([{ status: 'applied' }])
    const { bib, bib_key: _key, ver, seq, ...rest } = (await row()) ?? {}
    const { bib: _bib, bib_key: _before, ver: _ver, seq: _seq, ...same } = before ?? {}
    expect([bib, ver, rest]).toEqual(['A3', 2, same])
    expect(Number(seq)).toBeGreaterThan(Number(before?.seq))
  })
})

describe('a page ends by its bytes', () => {
  it('INV-26 of a pull: D1 sends no more, and all pages have each row once', async () => {
    for (const client of [mallory, olivia]) {
      let cursor: string | null = null
      const ids: string[] = []
      for (let more = true; more; ) {
        const { statements } = pullStatements(env.DB, client.uid, cursor, 2000, Date.now(), false)
        expect(sizeOf((await env.DB.batch(statements)).map(({ results }) => results))).toBeLessThan(MOST)
        const page: Awaited<ReturnType<typeof client.sync>> = await client.sync({ cursor })
        ids.push(...page.applications.map(({ _id }) => _id))
        ;({ cursor, more } = page)
      }
      expect(ids.sort()).toEqual(Array.from({ length: ROWS }, (_, n) => entry(n)))
    }
  })

  it('of a pull, and D1 reads no rows that do not fit', async () => {
    // 56 rows fit. Each is merged from several sources, numbered and summed up, which counts about 18 rows.
    const end = (await olivia.sync()).epoch
    const seq = await env.DB.prepare('SELECT seq FROM clock').first<number>('seq')
    const readBy = async (uid: string, cursor: string | null) => {
      const results = await env.DB.batch(pullStatements(env.DB, uid, cursor, 2000, Date.now(), false).statements)
      return results.reduce((sum, { meta }) => sum + meta.rows_read, 0)
    }
    for (const { uid } of [mallory, olivia])
      expect((await readBy(uid, null)) - (await readBy(uid, `${end}.${seq}`))).toBeLessThan(1200)
  })

  it('of the own applications, newest first', async () => {
    const pages = await pagesOf<Application>(mallory, '/marathonApplication')
    expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(MOST)
    expect(idsOf(pages).toReversed()).toEqual(Array.from({ length: ROWS }, (_, n) => entry(n)))
    const byTens = await pagesOf<Application>(
      mallory,
      `/marathonApplication?limit=300&email=${mallory.uid}@example.com`,
    )
    expect(idsOf(byTens)).toEqual(idsOf(pages))
    expect((await mallory.call('GET', '/marathonApplication?cursor=no')).status).toBe(422)
  })

  it('of the own applications of an ordinary account: there is one', async () => {
    const [club] = await signIn('club')
    const own = newId('marathon')
    await olivia.sync({ ops: [op('marathon.create', own, marathonFields({ perAccount: 300 }))] })
    const many = Array.from({ length: 300 }, (_, n) =>
      op('application.create', newId('entry'), applicationFields(own, { firstName: `Ada ${n}` })),
    )
    await club.sync({ ops: many })
    const response = await club.call('GET', `/marathonApplication?email=${club.uid}@example.com`)
    expect([(await response.json<unknown[]>()).length, response.headers.get('Link')]).toEqual([300, null])
  })

  it('of entrants, and the whole list still has all', async () => {
    const path = `/marathons/${marathonId}/entrants`
    const pages = await pagesOf<Application>(olivia, `${path}?limit=1000`)
    expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(MOST)
    expect(idsOf(pages)).toEqual(Array.from({ length: ROWS }, (_, n) => entry(n)))
    const all = await (await olivia.call('GET', path)).json<Application[]>()
    expect(all.map(({ _id }) => _id)).toEqual(idsOf(pages))
    const csv = await (await olivia.call('GET', path, undefined, { Accept: 'text/csv' })).text()
    expect(csv.trim().split('\r\n')).toHaveLength(ROWS + 1)
  })

  it('of what is kept of an account', async () => {
    const ids: unknown[] = []
    for (let query = '?'; query !== ''; ) {
      const page = await (await mallory.call('GET', `/account/data${query}`)).json<{
        parts: { applications?: { id: string }[] }
        next: { part: string; after: number } | null
      }>()
      const { applications = [] } = page.parts
      expect(sizeOf(applications)).toBeLessThan(MOST)
      ids.push(...applications.map(({ id }) => id))
      query = page.next ? `?part=${page.next.part}&after=${page.next.after}` : ''
    }
    expect(ids.sort()).toEqual(Array.from({ length: ROWS }, (_, n) => entry(n)))
  })

  it('of marathons', async () => {
    const [wendy] = await signIn('wendy')
    const ids = Array.from({ length: 200 }, () => newId('wide'))
    const fields = marathonFields({ description: '跑'.repeat(4000), image: `https://e.example/${'a'.repeat(2000)}` })
    for (let from = 0; from < ids.length; from += 50)
      await wendy.sync({ ops: ids.slice(from, from + 50).map((id) => op('marathon.create', id, fields)) })
    for (const sort of ['asc', 'desc']) {
      const pages = await pagesOf<{ _id: string }>(wendy, `/marathons?sort=${sort}&email=${wendy.uid}@example.com`)
      expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(MOST)
      expect(idsOf(pages).sort()).toEqual(ids)
    }
  })

  it.each([
    ['letters of 3 bytes', '跑', 1],
    ['quotation marks, which JSON escapes twice', '"', 2],
  ])('of marathons that ask for much: 60 with %s do not make the list fail', async (_, letter, parts) => {
    const [wendy] = await signIn('wendy')
    const asking = Array.from({ length: 60 }, () => newId('asks'))
    await wendy.sync({ ops: asking.map((id) => op('marathon.create', id, marathonFields())) })
    await env.DB.prepare(
      "UPDATE marathon SET questions = json_array(replace(printf('%.*c', ?, 'w'), 'w', ?)) WHERE owner_uid = ?",
    )
      .bind((MAX_LENGTH.questions - '[""]'.length) / parts, letter, wendy.uid)
      .run()
    const [ravi] = await signIn('ravi')
    expect((await ravi.call('GET', '/marathons')).status).toBe(200)
    const pages = await pagesOf<{ _id: string }>(wendy, `/marathons?email=${wendy.uid}@example.com`)
    // The bytes of a row are counted before they are escaped.
    expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(MOST * parts)
    expect(idsOf(pages).sort()).toEqual(asking)
    await env.DB.prepare("UPDATE marathon SET questions = '' WHERE owner_uid = ?").bind(wendy.uid).run()
  })
})

describe('what a read returns is charged', () => {
  const pull = (client: TestClient) =>
    client.call('POST', '/sync', { uid: client.uid, cursor: null, ops: [], pageRows: 2000 })

  it('INV-26 so that an account cannot pull large pages without end, and others can', async () => {
    let pulls = 0
    for (let status = 200; status === 200 && pulls < 200; pulls += 1) {
      const response = await pull(mallory)
      await response.arrayBuffer()
      await mallory.untilQuiet()
      status = response.status
    }
    expect(pulls).toBeGreaterThan(50)
    expect(pulls).toBeLessThan(150)
    // What was read is paid off with time. Here none passes.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const refused = await pull(mallory)
    expect([refused.status, Number(refused.headers.get('Retry-After'))]).toEqual([429, expect.any(Number)])
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    for (const path of ['/account/data', '/marathons', `/marathons/${marathonId}`, '/marathonApplication'])
      expect([path, (await mallory.call('GET', path)).status]).toEqual([path, 429])
    const [ravi] = await signIn('ravi')
    expect((await pull(ravi)).status).toBe(200)

    // Edits of the account are decided. Only the page is left out, and asked for later.
    const edit = op('application.update', entry(9), { location: 'Kiel' }, { location: '跑'.repeat(120) })
    const flush = await mallory.sync({ ops: [edit] })
    expect([flush.results[0]?.status, flush.more, flush.cursor, flush.applications]).toEqual([
      'applied',
      true,
      null,
      [],
    ])
    clock.mockRestore()
    const later = await syncAs(mallory.uid, [], { now: Date.now() + 3_600_000 })
    expect(later.page.columns.applications?.get('_id')).toBeDefined()
  })

  it('by lists and one marathon too, but for few bytes', async () => {
    const [wendy] = await signIn('wendy')
    const id = newId('wide')
    await wendy.sync({ ops: [op('marathon.create', id, marathonFields())] })
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const until = async () => {
      await wendy.untilQuiet()
      const row = env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?').bind(`reads:${wendy.uid}`)
      return Number((await row.first<number>('spent_until')) ?? Date.now()) - Date.now()
    }
    const reads = [`/marathons?email=${wendy.uid}@example.com`, `/marathons/${id}`, '/marathonApplication']
    const costs = async () => {
      const found: number[] = []
      for (const path of reads) {
        const before = await until()
        expect((await wendy.call('GET', path)).status).toBe(200)
        found.push((await until()) - before)
      }
      return found
    }
    expect(await costs()).toEqual([0, 0, 0])
    await openMarathon()
    await insertApplications(wendy.uid, 10, 4000)
    await env.DB.prepare("UPDATE marathon SET questions = json_array(printf('%.*c', 60000, 'w')) WHERE id = ?")
      .bind(id)
      .run()
    // 4 s a million bytes.
    const [list = 0, one = 0, own = 0] = await costs()
    expect(list).toBe(one)
    expect([Math.round(one / 40), Math.round(own / 40)]).toEqual([6, 16])
    clock.mockRestore()
  })

  it('and not a quiet pull, nor the first one of an organiser with 50,000 entrants', async () => {
    const [organiser] = await signIn('organiser')
    olivia = organiser
    await openMarathon()
    await insertApplications('runners', 50_000, 40)
    let cursor: string | null = null
    let rows = 0
    for (let more = true; more; ) {
      const response = await organiser.call('POST', '/sync', { uid: organiser.uid, cursor, ops: [], pageRows: 2000 })
      expect(response.status).toBe(200)
      const page = await response.json<{
        cursor: string
        more: boolean
        columns: { applications?: { _id: string[] } }
      }>()
      await organiser.untilQuiet()
      rows += page.columns.applications?._id.length ?? 0
      ;({ cursor, more } = page)
    }
    expect(rows).toBe(50_000)
    const spent = () =>
      env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?')
        .bind(`reads:${organiser.uid}`)
        .first('spent_until')
    const before = await spent()
    for (let n = 0; n < 20; n++) await organiser.sync({ cursor })
    await organiser.untilQuiet()
    expect(await spent()).toBe(before)
  })
})

describe('a long text costs what it costs', () => {
  const costOf = async (ops: Op[]) => {
    const uid = newId('spender')
    const now = Date.now()
    const { results } = await syncAs(uid, ops, { now })
    expect(results.map(({ status }) => status)).toEqual(ops.map(() => 'applied'))
    const until = await env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?')
      .bind(uid)
      .first<number>('spent_until')
    return ((until ?? 0) - now) / 10_000
  }
  const apply = (other = {}) => op('application.create', newId('entry'), applicationFields(marathonId, other))

  it('in a new application, and in each edit of it', async () => {
    expect(await costOf([apply()])).toBe(1)
    const long = { description: '跑'.repeat(4000), additionalInfo: '跑'.repeat(1000) }
    expect(await costOf([apply(long)])).toBe(8)
    const created = apply(long)
    expect(await costOf([created, op('application.update', created.id, { location: 'Kiel' }, { location: '' })])).toBe(
      16,
    )
  })
})

it('a page of a pull ends by the bytes of reasons, and of what a runner is told', async () => {
  const [oscar, ravi] = await signIn('oscar', 'ravi')
  const [event, first] = [newId('marathon'), newId('entry')]
  await oscar.sync({ ops: [op('marathon.create', event, marathonFields({ perAccount: 2000 }))] })
  await ravi.sync({ ops: [op('application.create', first, applicationFields(event))] })
  const start = await Promise.all([oscar, ravi].map(async (client) => (await client.sync()).cursor))
  const reason = '跑'.repeat(300)
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
    INSERT INTO tombstone (type, id, owner_uid, marathon_id, reason, deleted_at, seq)
    SELECT 'application', ?1 || i, 'x' || i, ?1, ?2, '2027-01-01T00:00:00.000Z', (SELECT seq FROM clock) + i FROM n`,
  )
    .bind(event, reason)
    .run()
  await env.DB.prepare('UPDATE clock SET seq = seq + 2000').run()
  const infos = ['', ...Array.from({ length: 80 }, (_, n) => `${n}${'跑'.repeat(990)}`)]
  const corrections = infos
    .slice(1)
    .map((additionalInfo, n) =>
      op('application.correct', first, { additionalInfo }, { additionalInfo: infos[n] ?? '' }),
    )
  await syncAs(oscar.uid, corrections, { isLimited: false })
  for (const [at, client] of [oscar, ravi].entries()) {
    let cursor: string | null = start[at] ?? null
    let rows = 0
    for (let more = true; more; ) {
      const { statements } = pullStatements(env.DB, client.uid, cursor, 2000, Date.now(), false)
      expect(sizeOf((await env.DB.batch(statements)).map(({ results }) => results))).toBeLessThan(MOST)
      const page: Awaited<ReturnType<typeof client.sync>> = await client.sync({ cursor })
      rows += client === oscar ? page.deleted.length : page.notices.length
      ;({ cursor, more } = page)
    }
    expect(rows).toBe(client === oscar ? 2000 : 80)
  }
})
