import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, MAX_LENGTH, MAX_LISTED_ENTRIES } from '../../contract/limits.ts'
import type { PublicList } from '../../contract/results/public-list-schema.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { newEntryCode } from '../../contract/text/entry-code.ts'
import { readerOf } from '../pull/read-budget.ts'
import { forgetLists, keptList } from '../results/published-list.ts'
import { makeHelper, problemOf, setScene, signIn, staffBeside } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { digestNow } from '../testing/digest-now.ts'
import { applicationFields, CROSSING, marathonFields, newId, op } from '../testing/rows.ts'
import { racing } from '../testing/sync-as.ts'

// What accounts do to published results with the raw API, and what two organisers do at once.

type Hostile = 'stranger' | 'runner' | 'timer' | 'desk' | 'removed' | 'owner of another event'

let [event, other] = ['', '']
let [ada, walkIn] = ['', '']
let [olivia, oscar, ravi] = Array.from({ length: 3 }, () => new TestClient('')) as [TestClient, TestClient, TestClient]
let hostile = {} as Record<Hostile, TestClient>

const codes = async (client: TestClient, ...ops: Op[]) =>
  (await client.sync({ ops })).results.map(({ code, status }) => code ?? status)
const sign = (client: TestClient, body: unknown, id = event) => client.call('POST', `/marathons/${id}/results`, body)
const stored = async (table: string) =>
  (await env.DB.prepare(`SELECT * FROM ${table} WHERE marathon_id = ?`).bind(event).all<Fields>()).results
/** What an account may have done to the results, as one text. */
const state = async () => {
  const marathon = env.DB.prepare('SELECT results, ver FROM marathon WHERE id = ?').bind(event)
  const told = "SELECT count(*) FROM notice WHERE marathon_id = ? AND kind IN ('official', 'resultsCorrected')"
  const counted = env.DB.prepare(told).bind(event)
  const written = env.DB.prepare("SELECT count(*) FROM op_record WHERE marathon_id = ? AND type LIKE 'results.%'")
  return JSON.stringify([
    ...[await marathon.first(), await stored('result'), await stored('correction'), await counted.first()],
    await written.bind(event).first(),
  ])
}
async function list(): Promise<PublicList> {
  forgetLists()
  return (await new TestClient('').call('GET', `/marathons/${event}/list`)).json()
}
const race = (id: string) => (seconds: number, fields: Fields) =>
  op('recording.create', newId('recording'), {
    ...{ ...CROSSING, marathonId: id, tick: seconds * 1000, how: 'bib', ...fields },
    at: new Date(Date.now() - 3_600_000 + seconds * 1000).toISOString(),
  })
const rule = (bib: string, state: string) =>
  op('ruling.create', newId('ruling'), {
    ...{ marathonId: event, kind: 'state', recordingId: null, rulingId: null, bib, point: '', time: null, since: null },
    ...{ state, reason: 'Tram.', doubt: '', at: new Date().toISOString() },
  })
const applied = (...ops: Op[]) => ops.map(() => 'applied')

beforeEach(async () => {
  const names = ['olivia', 'oscar', 'ravi', 'mallory', 'tim', 'dora', 'rita', 'otto'] as const
  const clients = await signIn(...names)
  ;[olivia, oscar, ravi] = clients
  const [, , , mallory, tim, dora, rita, otto] = clients
  hostile = {
    ...{ stranger: mallory, runner: ravi, timer: tim, desk: dora, removed: rita },
    'owner of another event': otto,
  }
  ;[event, other, ada, walkIn] = ['marathon', 'marathon', 'entry', 'entry'].map(newId) as [
    string,
    string,
    string,
    string,
  ]
  await codes(olivia, op('marathon.create', event, marathonFields()))
  await codes(otto, op('marathon.create', other, marathonFields()))
  await makeHelper(olivia, rita, event, 'organiser')
  const [row] = await staffBeside(olivia, event)
  await codes(olivia, op('staff.delete', row?._id ?? ''))
  await makeHelper(olivia, oscar, event, 'organiser')
  await makeHelper(olivia, tim, event, 'timer')
  await makeHelper(olivia, dora, event, 'desk')
  await codes(ravi, op('application.create', ada, applicationFields(event, { firstName: 'Ada' })))
  const desk = { firstName: 'Walt', lastName: 'Ink', bib: '8', code: newEntryCode(), above: 0 }
  const ops = [
    op('application.assignBib', ada, { bib: '7' }, { bib: null }),
    op('application.walkIn', walkIn, { marathonId: event, ...desk }),
    race(event)(0, { kind: 'gun', point: 'start', how: 'tap' }),
    race(event)(1800, { bib: '7' }),
    race(event)(1900, { bib: '8' }),
  ]
  expect(await codes(olivia, ...ops)).toEqual(applied(...ops))
})

describe('nobody but who organises', () => {
  it('publishes results, makes them official, corrects them, or sees what that would change', async () => {
    const tryAll = async (reason: string) => {
      const before = await state()
      const digest = await digestNow(event)
      for (const [who, client] of Object.entries(hostile)) {
        for (const results of ['', 'live', 'official'])
          expect([who, ...(await codes(client, op('marathon.publish', event, { results })))]).toEqual([
            who,
            'FORBIDDEN',
          ])
        expect([who, (await sign(client, { digest, reason })).status]).toEqual([who, 403])
        expect([who, (await client.call('GET', `/marathons/${event}/differences`)).status]).toEqual([who, 403])
        // What the server decides is left out of a PUT.
        const put = await client.call('PUT', `/marathons/${event}`, { results: 'official' })
        expect(await put.json()).toMatchObject({ modifiedCount: 0 })
      }
      expect(await state()).toBe(before)
    }
    await tryAll('')
    await codes(olivia, op('marathon.publish', event, { results: 'live' }))
    await tryAll('')
    expect((await sign(olivia, { digest: await digestNow(event) })).status).toBe(200)
    await codes(olivia, rule('7', 'disqualified'))
    await tryAll('Because I can.')
    expect((await list()).rows.map(({ bib, place }) => [bib, place])).toEqual([
      ['7', 1],
      ['8', 2],
    ])
  })

  it('writes while the role is taken away', async () => {
    const digest = await digestNow(event)
    const removal = `UPDATE staff SET removed_at = since, seq = seq WHERE marathon_id = ? AND uid = ?`
    const between = () => env.DB.prepare(removal).bind(event, oscar.uid).run()
    // Its read is the first batch.
    const late = new TestClient(oscar.uid, { DB: racing(between, 2) })
    late.cookie = oscar.cookie
    const before = await state()
    expect((await sign(late, { digest })).status).toBe(403)
    expect(await state()).toBe(before)
  })
})

describe('whose name is shown', () => {
  it('nobody says for a runner, before and after the results are official', async () => {
    const tryAll = async (hidesName: boolean) => {
      const base = { hidesName: !hidesName }
      const before = await stored('application')
      for (const [who, client] of [...Object.entries(hostile), ['organiser', oscar], ['owner', olivia]] as const) {
        if (who === 'runner') continue
        const results = await codes(
          client,
          op('application.update', ada, { hidesName }, base),
          op('application.correct', ada, { hidesName }, base),
        )
        for (const code of results) expect([who, ['NOT_FOUND', 'FORBIDDEN'].includes(code)]).toEqual([who, true])
        const { status } = await client.call('PUT', `/marathonApplication/${ada}`, { hidesName })
        expect([who, [403, 404].includes(status)]).toEqual([who, true])
      }
      expect(await stored('application')).toEqual(before)
    }
    await tryAll(true)
    expect((await sign(olivia, { digest: await digestNow(event) })).status).toBe(200)
    await tryAll(true)
    expect((await list()).rows[0]?.name).toBe('Ada Lauf')
    expect(await codes(ravi, op('application.update', ada, { hidesName: true }, { hidesName: false }))).toEqual([
      'applied',
    ])
    await tryAll(false)
    expect((await list()).rows[0]?.name).toBe('')
  })

  it('of an entry without account desk and organisers say, and nobody else', async () => {
    expect((await sign(olivia, { digest: await digestNow(event) })).status).toBe(200)
    for (const [who, client] of Object.entries(hostile)) {
      if (who === 'desk') continue
      const [code] = await codes(client, op('application.correct', walkIn, { hidesName: true }, { hidesName: false }))
      expect([who, ['NOT_FOUND', 'FORBIDDEN'].includes(code ?? '')]).toEqual([who, true])
    }
    expect((await list()).rows[1]?.name).toBe('Walt Ink')
    const say = (client: TestClient, hidesName: boolean) =>
      codes(client, op('application.correct', walkIn, { hidesName }, { hidesName: !hidesName }))
    expect(await say(hostile.desk, true)).toEqual(['applied'])
    expect((await list()).rows[1]?.name).toBe('')
    expect(await say(oscar, false)).toEqual(['applied'])
    expect((await list()).rows[1]?.name).toBe('Walt Ink')
  })

  it('is what the runner says while an organiser signs', async () => {
    const hide = () => codes(ravi, op('application.update', ada, { hidesName: true }, { hidesName: false }))
    const signing = new TestClient(olivia.uid, { DB: racing(hide, 2) })
    signing.cookie = olivia.cookie
    expect((await sign(signing, { digest: await digestNow(event) })).status).toBe(200)
    expect((await list()).rows.map(({ bib, name }) => [bib, name])).toEqual([
      ['7', ''],
      ['8', 'Walt Ink'],
    ])
  })

  it('is no yes or no of another kind', async () => {
    for (const hidesName of ['true', 1, null, 'yes'])
      expect(await codes(ravi, op('application.update', ada, { hidesName }, {}))).toEqual(['INVALID'])
    expect((await stored('application')).every((row) => row.hides_name === 0)).toBe(true)
  })
})

describe('a signature', () => {
  it('is of the list that is there, of this event, and of nothing else', async () => {
    const [seen, elsewhere] = [await digestNow(event), await digestNow(other)]
    await codes(olivia, rule('8', 'disqualified'))
    const before = await state()
    for (const digest of [seen, elsewhere, '0'.repeat(64)]) {
      const response = await sign(olivia, { digest })
      expect([response.status, (await problemOf(response)).code]).toEqual([412, 'STALE'])
    }
    const digest = await digestNow(event)
    for (const more of [
      { rows: [{ id: ada, place: 1 }] },
      { marathonId: other },
      { results: 'live' },
      { by: 'Olivia' },
    ])
      expect((await sign(olivia, { digest, ...more })).status).toBe(422)
    for (const wrong of [digest.toUpperCase(), `${digest}0`, digest.slice(1), null, 7, [digest], { digest }])
      expect((await sign(olivia, { digest: wrong })).status).toBe(422)
    expect((await sign(olivia, { digest }, 'no-such-event')).status).toBe(404)
    // Otto's own event, with the list of this one.
    expect((await sign(hostile['owner of another event'], { digest }, other)).status).toBe(412)
    expect(await state()).toBe(before)
  })

  it('has no payload of a hundred thousand rows', async () => {
    const before = await state()
    const rows = Array.from({ length: 100_000 }, (_, place) => ({ id: ada, place, time: place }))
    const response = await sign(olivia, { digest: await digestNow(event), rows })
    expect([response.status, (await problemOf(response)).code]).toEqual([413, 'TOO_LARGE'])
    expect(await state()).toBe(before)
  })

  it('is none of more entries than a worker holds, and the list says so', async () => {
    await codes(olivia, op('marathon.publish', event, { results: 'live' }))
    const names = await env.DB.prepare("SELECT name FROM pragma_table_info('application')").all<{ name: string }>()
    const columns = names.results.map(({ name }) => name)
    const own: Record<string, string> = {
      ...{ id: "'many-' || i", code: "'C' || i", person_key: "'p' || i", seq: '1000000 + i' },
      ...{ bib: 'NULL', bib_key: 'NULL', owner_uid: 'NULL' },
    }
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
        INSERT INTO application (${columns.join()})
        SELECT ${columns.map((name) => own[name] ?? `a.${name}`).join()} FROM n, application a WHERE a.id = ?1`,
    )
      .bind(walkIn, MAX_LISTED_ENTRIES)
      .run()
    const before = await state()
    const spent = env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?').bind(readerOf(olivia.uid))
    for (const call of [
      sign(olivia, { digest: '0'.repeat(64) }),
      olivia.call('GET', `/marathons/${event}/differences`),
      new TestClient('').call('GET', `/marathons/${event}/list`),
    ])
      expect((await problemOf(await call)).code).toBe('TOO_LARGE')
    expect(await state()).toBe(before)
    await olivia.untilQuiet()
    expect(Number(await spent.first('spent_until'))).toBeGreaterThan(Date.now())
    // The answer is as good as a list, and costs as much: it is kept as long.
    let [reads, clock] = [0, Date.now()]
    const counting = new Proxy(env.DB, {
      get(db, name: keyof D1Database) {
        if (name === 'withSession') return undefined
        if (name === 'batch') {
          reads += 1
          // A read of so much takes its time.
          clock += 2000
        }
        const value = db[name]
        return typeof value === 'function' ? value.bind(db) : value
      },
    })
    const reader = { count: async () => undefined, waitUntil: () => undefined }
    forgetLists()
    for (let n = 0; n < 5; n += 1)
      await expect(keptList(counting, event, () => clock, reader)).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect(reads).toBe(1)
  })

  it('and what it would change cost their organiser what is read, also where nothing comes of it', async () => {
    const spent = () =>
      env.DB.prepare('SELECT spent_until FROM op_budget WHERE uid = ?').bind(readerOf(olivia.uid)).first('spent_until')
    const reason = 'x'.repeat(200)
    // A read of few rows is free.
    const many = `INSERT INTO ruling (id, marathon_id, kind, point, doubt, bib, state, reason, at, by_name, by_uid, ver, seq)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
      SELECT 'many-' || i, ?1, 'state', '', '', '7', 'retired', ?2, '2026-11-20T08:00:00.000Z', '', 'x', 1, 2000000 + i FROM n`
    await env.DB.prepare(many).bind(event, reason).run()
    for (const call of [
      () => olivia.call('GET', `/marathons/${event}/differences`),
      () => sign(olivia, { digest: '0'.repeat(64) }),
    ]) {
      await env.DB.prepare('DELETE FROM op_budget WHERE uid = ?').bind(readerOf(olivia.uid)).run()
      await call()
      await olivia.untilQuiet()
      expect(Number(await spent())).toBeGreaterThan(Date.now())
      await env.DB.prepare('UPDATE op_budget SET spent_until = ?')
        .bind(Date.now() + 10 * DAY_MS)
        .run()
      expect((await call()).status).toBe(429)
    }
  })

  it('waits half a minute at most for a list whose first reader is gone', async () => {
    await codes(olivia, op('marathon.publish', event, { results: 'live' }))
    forgetLists()
    const never = new Promise<never>(() => {})
    const dead = { prepare: () => ({ bind: () => ({ all: () => never, first: () => never }) }), batch: () => never }
    let now = Date.now()
    const read = (d1: unknown) =>
      keptList(d1 as D1Database, event, () => now, { count: async () => undefined, waitUntil: () => undefined })
    void read(dead)
    await new Promise((resolve) => setTimeout(resolve, 20))
    now += 30_000
    expect(JSON.parse((await read(env.DB)) ?? '')).toMatchObject({ state: 'live' })
    forgetLists()
  })

  it('happens once, whoever signs at once and again', async () => {
    const digest = await digestNow(event)
    const answers = await Promise.all([olivia, oscar, olivia, oscar].map((client) => sign(client, { digest })))
    // The others would correct, and say no reason.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    expect((await stored('result')).map(({ bib, place, ver }) => [bib, place, ver]).sort()).toEqual([
      ['7', 1, 1],
      ['8', 2, 1],
    ])
    const told = async () => (await stored('notice')).map(({ kind }) => kind).filter((kind) => kind !== 'capacity')
    expect(await told()).toEqual(['official'])

    await codes(olivia, rule('7', 'disqualified'))
    const next = { digest: await digestNow(event), reason: 'Tram.' }
    const corrected = await Promise.all([olivia, oscar, olivia, oscar].map((client) => sign(client, next)))
    const done = await Promise.all(corrected.map((one) => one.json<{ corrected: number }>()))
    expect(done.map(({ corrected: count }) => count).sort()).toEqual([0, 0, 0, 1])
    expect(await stored('correction')).toHaveLength(1)
    expect(await told()).toEqual(['official', 'resultsCorrected'])
    const again = await sign(oscar, next)
    expect(await again.json()).toEqual({ results: 'official', rows: 0, corrected: 0 })
    expect(await stored('correction')).toHaveLength(1)
  })

  it('again and again changes nothing, and ends at the limit of its organiser', async () => {
    const digest = await digestNow(event)
    expect((await sign(olivia, { digest })).status).toBe(200)
    const keys: string[] = []
    const LIST_LIMIT = { limit: async ({ key }: { key: string }) => ({ success: keys.push(key) <= 3 }) }
    const often = new TestClient(olivia.uid, { LIST_LIMIT })
    often.cookie = olivia.cookie
    const statuses: number[] = []
    for (let call = 0; call < 5; call += 1) {
      statuses.push((await sign(often, { digest, reason: 'Again.' })).status)
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect(new Set(keys)).toEqual(new Set([olivia.uid]))
    expect(await stored('correction')).toEqual([])
  })
})

describe('the reason of a correction', () => {
  const correct = async (reason: unknown) => sign(olivia, { digest: await digestNow(event), reason })

  beforeEach(async () => {
    await sign(olivia, { digest: await digestNow(event) })
    await codes(olivia, rule('7', 'disqualified'))
  })

  it.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['letters that nobody sees', '\u2800\u200b\u2060\ufeff'],
    ['marks without a letter', '\u0301\u0301'],
    ['10,000 letters', 'x'.repeat(10_000)],
    ['one letter too many', 'x'.repeat(MAX_LENGTH.reason + 1)],
    ['a list', ['Tram.']],
    ['null', null],
  ])('is not %s', async (_what, reason) => {
    const before = await state()
    const response = await correct(reason)
    expect([response.status, await problemOf(response)]).toEqual([422, { code: 'INVALID', fields: ['reason'] }])
    expect(await state()).toBe(before)
  })

  it('is plain text without letters that control, or that turn what stands beside it', async () => {
    expect((await correct('\u202eTr\u0000am\u2066.\u0007<script>alert(1)</script>\ud800')).status).toBe(200)
    const [correction] = (await list()).corrections
    expect(correction?.reason).toBe('Tram.<script>alert(1)</script>\ufffd')
    expect(correction?.by).toBe(`Name of ${olivia.uid}`)
  })
})

it('rulings and recordings of another event change nothing here', async () => {
  const scene = await setScene(hostile['owner of another event'], hostile.stranger)
  const before = await digestNow(event)
  const otto = hostile['owner of another event']
  const foreign = await codes(
    otto,
    race(event)(10, { bib: '8' }),
    rule('7', 'disqualified'),
    op('application.assignBib', ada, { bib: '9' }, { bib: '7' }),
    op('application.delete', ada),
    op('application.withdraw', ada, { reason: 'Gone.' }),
    race(scene.marathonId)(10, { bib: '7' }),
  )
  expect(foreign.slice(0, -1).every((code) => ['FORBIDDEN', 'NOT_FOUND'].includes(code))).toBe(true)
  expect(await digestNow(event)).toBe(before)
})
