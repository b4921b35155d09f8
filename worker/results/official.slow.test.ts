import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { HistoryRow } from '../../contract/history.ts'
import { DAY_MS, MAX_CORRECTIONS, MAX_PUBLIC_LENGTH } from '../../contract/limits.ts'
import type { Differences, PublicList } from '../../contract/results/public-list-schema.ts'
import type { Fields, SyncResponse } from '../../contract/sync.ts'
import { runRetention } from '../jobs/retention.ts'
import { addStaff } from '../testing/calls.ts'
import { emulatorToken, TestClient } from '../testing/client.ts'
import { digestNow } from '../testing/digest-now.ts'
import { applicationFields, CROSSING, marathonFields, newId, op } from '../testing/rows.ts'
import { forgetLists, keptList } from './published-list.ts'

const SEX = { id: 'sexsex', kind: 'sex', label: '', isRequired: false, staffSees: false }
const BORN = { ...SEX, id: 'birthy', kind: 'birthYear' }
const ASKED = { questions: JSON.stringify([SEX, BORN]), categories: '{"preset":"ten"}' }
const FACTS = '{"bib":"7","state":"finished","time":1,"splits":[],"sex":"","category":""}'
const CODE = 'KAAAAAA5'
const FEMALE = { 'answers.sexsex': 'F', 'answers.birthy': '1990' }

let event = ''
let olivia: TestClient
let ravi: TestClient
const visitor = new TestClient('nobody')
const start = Date.now() - 3_600_000
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()

async function done(client: TestClient, type: Parameters<typeof op>[0], id: string, patch: Fields = {}, base = {}) {
  const { results } = await client.sync({ ops: [op(type, id, patch, base)] })
  return results[0]?.code ?? results[0]?.status
}
async function enter(client: TestClient, bib: string, other: Fields = {}) {
  const id = newId('application')
  expect(await done(client, 'application.create', id, applicationFields(event, other))).toBe('applied')
  expect(await done(olivia, 'application.assignBib', id, { bib }, { bib: null })).toBe('applied')
  return id
}
const record = async (seconds: number, fields: Fields = {}) => {
  const recording = { ...CROSSING, marathonId: event, tick: seconds * 1000, at: at(seconds), how: 'bib', ...fields }
  expect(await done(olivia, 'recording.create', newId('recording'), recording)).toBe('applied')
}
const rule = async (bib: string, state: string | null) => {
  const ruling = {
    ...{ marathonId: event, kind: 'state', recordingId: null, rulingId: null, bib, point: '', time: null, since: null },
    ...{ state, reason: 'Took the tram.', doubt: '', at: new Date().toISOString() },
  }
  expect(await done(olivia, 'ruling.create', newId('ruling'), ruling)).toBe('applied')
}
const publish = (results: string, client = olivia) => done(client, 'marathon.publish', event, { results })

const sign = async (reason = '', client = olivia, known?: string) =>
  client.call('POST', `/marathons/${event}/results`, { digest: known ?? (await digestNow(event)), reason })
async function list(): Promise<PublicList> {
  forgetLists()
  return (await visitor.call('GET', `/marathons/${event}/list`)).json()
}
const brief = ({ rows }: PublicList) => rows.map(({ bib, name, state, place }) => [bib, name, state, place])
const stored = async () =>
  (await env.DB.prepare('SELECT * FROM result WHERE marathon_id = ? ORDER BY bib').bind(event).all<Fields>()).results
const deleteAccount = async (client: TestClient) => {
  const headers = { Authorization: `Bearer ${emulatorToken(client.uid)}` }
  expect((await client.call('POST', '/account/deletion', undefined, headers)).status).toBe(200)
  await client.untilQuiet()
}
/** Enters somebody without account. */
async function enterAtDesk(bib: string) {
  const id = newId('application')
  const desk = { marathonId: event, firstName: 'Dee', lastName: 'Desk', bib, code: CODE, above: 0 }
  expect(await done(olivia, 'application.walkIn', id, desk)).toBe('applied')
  return id
}
const own = async (client: TestClient): Promise<SyncResponse['ownResults']> => (await client.sync()).ownResults

beforeEach(async () => {
  event = newId('marathon')
  olivia = await TestClient.signedIn(newId('olivia'))
  ravi = await TestClient.signedIn(newId('ravi'))
  await done(olivia, 'marathon.create', event, marathonFields(ASKED))
})

/** Ravi's Ada is first, Olivia's Bo second, and Cy is under way. */
async function race() {
  const ada = await enter(ravi, '7', FEMALE)
  const bo = await enter(olivia, '8', { firstName: 'Bo' })
  const cy = await enter(olivia, '9', { firstName: 'Cy' })
  await enter(olivia, '10', { firstName: 'Absent' })
  // Where people are checked in, who was not is not here.
  await done(olivia, 'checkIn.create', newId('scan'), { marathonId: event, applicationId: ada, gate: 'A', at: at(-60) })
  await record(0, { kind: 'gun', point: 'start', how: 'tap' })
  await record(1800, { bib: '7' })
  await record(1900, { bib: '8' })
  await record(900, { bib: '9', point: 'start' })
  return { ada, bo, cy }
}

describe('the published list', () => {
  it('is not there before it is published, nor once the event is hidden or deleted', async () => {
    await race()
    const status = async () => {
      forgetLists()
      return (await visitor.call('GET', `/marathons/${event}/list`)).status
    }
    expect(await status()).toBe(404)
    expect(await publish('live')).toBe('applied')
    expect(await status()).toBe(200)
    await env.DB.prepare("UPDATE marathon SET hidden_at = 'x' WHERE id = ?").bind(event).run()
    expect(await status()).toBe(404)
    await env.DB.prepare('UPDATE marathon SET hidden_at = NULL WHERE id = ?').bind(event).run()
    expect(await publish('')).toBe('applied')
    expect(await status()).toBe(404)
    await publish('live')
    await done(olivia, 'marathon.delete', event)
    expect(await status()).toBe(404)
  })

  it('is shown and taken back by who organises alone', async () => {
    await addStaff(event, ravi.uid, 'timer')
    expect(await publish('live', ravi)).toBe('FORBIDDEN')
    expect(await publish('official')).toBe('INVALID')
  })

  it('has who started, with places, sex and category where they are asked', async () => {
    await race()
    await publish('live')
    const live = await list()
    expect(brief(live)).toEqual([
      ['7', 'Ada Lauf', 'finished', 1],
      ['8', 'Bo Lauf', 'finished', 2],
      ['9', 'Cy Lauf', 'started', null],
    ])
    expect(live).toMatchObject({ state: 'live', left: 0, corrections: [] })
    expect(live.rows[0]).toMatchObject({ sex: 'F', category: 'F30-39', sexPlace: 1, categoryPlace: 1, gap: 0 })
    expect(live.rows[1]).toMatchObject({ time: 1_900_000, gap: 100_000, sex: '', category: '' })
  })

  it('INV-38 has no name that is hidden, from the moment on at which the change is accepted', async () => {
    const { ada } = await race()
    await publish('live')
    const text = async () => (await visitor.call('GET', `/marathons/${event}/list`)).text()
    expect(await text()).toContain('Ada')
    // No forgetting by the test here: the kept second ends with the change.
    expect(await done(ravi, 'application.update', ada, { hidesName: true }, { hidesName: false })).toBe('applied')
    expect(await text()).not.toContain('Ada')
    await sign()
    expect(await text()).toContain('"state":"official"')
    expect(await text()).not.toContain('Ada')
    expect(await done(ravi, 'application.update', ada, { hidesName: false }, { hidesName: true })).toBe('applied')
    expect(await text()).toContain('Ada')
    expect(await done(ravi, 'application.update', ada, { hidesName: true }, { hidesName: false })).toBe('applied')
    expect(await text()).not.toContain('Ada')
  })

  it('costs D1 one cheap read a second, and the rows only where one has changed', async () => {
    await race()
    await publish('live')
    let [cheap, rows] = [0, 0]
    const counting = {
      prepare: (text: string) => {
        cheap += 1
        return env.DB.prepare(text)
      },
      batch: (all: D1PreparedStatement[]) => {
        cheap -= all.length
        rows += all.length
        return env.DB.batch(all)
      },
      withSession: undefined,
    } as unknown as D1Database
    const reader = new TestClient('reader', { DB: counting })
    const readers = (query: string) =>
      Promise.all(Array.from({ length: 50 }, () => reader.call('GET', `/marathons/${event}/list${query}`)))
    forgetLists()
    await readers('')
    expect([cheap, rows]).toEqual([1, 4])
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await readers('')
    expect([cheap, rows]).toEqual([2, 4])
    // Who says that something was told, though nothing was, waits for the next second.
    await readers('?toldSeq=9000000000000000')
    expect([cheap, rows]).toEqual([3, 4])
  })

  it('has neither names nor who only registered once the contact data is erased, live and signed', async () => {
    await race()
    await publish('live')
    for (let run = 0; run < 3; run += 1) await runRetention(env.DB, { now: Date.now() + 250 * DAY_MS })
    const recorded = [
      ['7', '', 'finished', 1],
      ['8', '', 'finished', 2],
      ['9', '', 'started', null],
    ]
    expect(brief(await list())).toEqual(recorded)
    expect((await sign()).status).toBe(200)
    expect(brief(await list())).toEqual(recorded)
  })

  it('INV-38 loses a name within a second where another isolate wrote, though its times rest', async () => {
    const { ada } = await race()
    await publish('live')
    let now = Date.now()
    const slow = {
      prepare: (text: string) => env.DB.prepare(text),
      batch: (all: D1PreparedStatement[]) => {
        now += 400
        return env.DB.batch(all)
      },
      withSession: undefined,
    } as unknown as D1Database
    const reader = { count: () => Promise.resolve(), waitUntil: () => undefined }
    const read = async () => brief(JSON.parse((await keptList(slow, event, () => now, reader)) ?? '') as PublicList)
    // Another isolate writes, and this one keeps what it has.
    const write = (change: string, id: string) =>
      env.DB.batch([
        env.DB.prepare('UPDATE clock SET seq = seq + 1'),
        env.DB.prepare(`UPDATE ${change}, seq = (SELECT seq FROM clock) WHERE id = ?`).bind(id),
      ])
    forgetLists()
    expect((await read())[1]).toEqual(['8', 'Bo Lauf', 'finished', 2])
    const crossing = "SELECT id FROM recording WHERE marathon_id = ? AND bib = '8'"
    await write("recording SET voided_at = 'x'", (await env.DB.prepare(crossing).bind(event).first<string>('id')) ?? '')
    now += 1000
    expect((await read())[1]).toEqual(['8', 'Bo Lauf', 'finished', 2])
    await write('application SET hides_name = 1', ada)
    now += 1000
    expect((await read())[0]).toEqual(['7', '', 'finished', 1])
    expect((await read())[1]).not.toEqual(['8', 'Bo Lauf', 'finished', 2])
  })

  it('is at most so long, whatever names somebody enters, and says how many more there are', async () => {
    await race()
    await sign()
    const rows = 9000
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
      INSERT INTO result SELECT 'row-' || i, marathon_id, NULL, '', start_date, 'UTC', '10k', 'x' || i, ?, 0, '', '',
        'started', NULL, NULL, NULL, NULL, 2, '[]', '', official_at, 1, seq FROM n, result WHERE marathon_id = ? AND bib = '7'`,
    )
      .bind('<b>\u202e😀'.repeat(100), event)
      .run()
    forgetLists()
    const text = await (await visitor.call('GET', `/marathons/${event}/list`)).text()
    expect(text.length).toBeLessThan(MAX_PUBLIC_LENGTH + 10_000)
    const made = JSON.parse(text) as PublicList
    expect(made.rows.length).toBeGreaterThan(1000)
    expect(made.rows.length + made.left).toBe(rows + 3)
  })

  it('has a recording of which a live room told, though others still get the list of before', async () => {
    await race()
    await publish('live')
    const read = async (query = '') => {
      const response = await visitor.call('GET', `/marathons/${event}/list${query}`)
      return brief(await response.json<PublicList>())[2]
    }
    expect(await read()).toEqual(['9', 'Cy Lauf', 'started', null])
    await record(2000, { bib: '9' })
    const seq = await env.DB.prepare('SELECT seq FROM clock').first<number>('seq')
    expect(await read()).toEqual(['9', 'Cy Lauf', 'started', null])
    expect(await read(`?toldSeq=${seq}`)).toEqual(['9', 'Cy Lauf', 'finished', 3])
    expect((await visitor.call('GET', `/marathons/${event}/list?toldSeq=0`)).status).toBe(422)
  })
})

describe('official results', () => {
  it('are what the organiser saw, and anything else is STALE', async () => {
    await race()
    const seen = await digestNow(event)
    await record(2000, { bib: '9' })
    expect((await sign('', olivia, seen)).status).toBe(412)
    expect(await stored()).toEqual([])
    expect((await sign()).status).toBe(200)
    expect((await stored()).map(({ bib, state, place }) => [bib, state, place])).toEqual([
      ['7', 'finished', 1],
      ['8', 'finished', 2],
      ['9', 'finished', 3],
    ])
    expect(brief(await list())).toHaveLength(3)
  })

  it('are of somebody: a list without rows is refused, and a race that nobody finished is not', async () => {
    await enter(ravi, '7')
    const refused = await sign()
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { code: 'INVALID', fields: { rows: { code: 'AT_LEAST', values: { min: 1 } } } },
    ])
    expect((await visitor.call('GET', `/marathons/${event}/list`)).status).toBe(404)
    await record(0, { kind: 'gun', point: 'start', how: 'tap' })
    expect(await (await sign()).json()).toMatchObject({ rows: 1 })
    expect(brief(await list())).toEqual([['7', 'Ada Lauf', 'started', null]])
  })

  it('are made by who organises alone, of an event that is there', async () => {
    await race()
    await addStaff(event, ravi.uid, 'timer')
    expect((await sign('', ravi)).status).toBe(403)
    const nowhere = `/marathons/${newId('marathon')}/results`
    expect((await olivia.call('POST', nowhere, { digest: '0'.repeat(64) })).status).toBe(404)
    expect(await stored()).toEqual([])
  })

  it('INV-37 stay as they are whatever is recorded, ruled, corrected or withdrawn later', async () => {
    const { bo, cy } = await race()
    await sign()
    const before = await stored()
    await record(100, { bib: '9' })
    await rule('7', 'disqualified')
    await done(olivia, 'application.assignBib', bo, { bib: '88' }, { bib: '8' })
    await done(olivia, 'application.update', cy, { firstName: 'Cyrus' }, { firstName: 'Cy' })
    expect(await stored()).toEqual(before)
    expect(await publish('')).toBe('STALE')
    expect(await publish('live')).toBe('STALE')
    await done(olivia, 'application.delete', cy)
    const facts = (rows: Fields[]) => rows.map(({ ver, seq, hides_name, ...rest }) => rest)
    expect(facts(await stored())).toEqual(facts(before))
    expect(brief(await list())[2]).toEqual(['9', '', 'started', null])
  })

  it('INV-37 change by a correction that everybody sees, with who, why, before and after', async () => {
    await race()
    await sign()
    await rule('7', 'disqualified')
    expect((await sign()).status).toBe(422)
    expect(await (await sign('She took the tram.')).json()).toEqual({ results: 'official', rows: 3, corrected: 1 })
    const { rows, corrections } = await list()
    expect(rows.map(({ bib, place }) => [bib, place])).toEqual([
      ['8', 1],
      ['7', null],
      ['9', null],
    ])
    expect(corrections).toMatchObject([
      {
        by: `Name of ${olivia.uid}`,
        reason: 'She took the tram.',
        before: { bib: '7', state: 'finished', time: 1_800_000 },
        after: { bib: '7', state: 'disqualified', time: null },
      },
    ])
    expect(JSON.stringify(corrections)).not.toContain('Ada')
    expect(await (await sign('Again.')).json()).toEqual({ results: 'official', rows: 0, corrected: 0 })
  })

  it('have the newest corrections in the list, the number of the others, and a limit', async () => {
    await race()
    await sign()
    const fill = (from: number, to: number) =>
      env.DB.prepare(
        `WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
        INSERT INTO correction SELECT ? || i, ?, 'entry', official_at, '', NULL, 'Why.', '', '${FACTS}', 1
          FROM n, result WHERE marathon_id = ? AND bib = '7'`,
      )
        .bind(newId('fill'), event, event)
        .run()
    await fill(1, MAX_CORRECTIONS - 1)
    await rule('7', 'disqualified')
    expect((await sign('Tram.')).status).toBe(200)
    const { corrections, leftCorrections } = await list()
    expect([corrections.length, leftCorrections]).toEqual([200, MAX_CORRECTIONS - 200])
    expect(corrections[0]?.reason).toBe('Tram.')
    await rule('8', 'disqualified')
    const refused = await sign('Tram too.')
    expect(await refused.json()).toMatchObject({ fields: { corrections: { code: 'AT_MOST' } } })
    expect(brief(await list())[0]?.slice(0, 1)).toEqual(['8'])
  })

  it('show before a correction what it would change, only to who organises', async () => {
    const { ada, bo } = await race()
    const differences = async (client = olivia) => client.call('GET', `/marathons/${event}/differences`)
    expect(await (await differences()).json()).toEqual({
      digest: await digestNow(event),
      changes: [],
      moved: 0,
      corrections: [],
    })
    await sign()
    await done(olivia, 'application.delete', bo)
    await rule('7', 'disqualified')
    const told = await (await differences()).json<Differences>()
    expect(told).toMatchObject({
      changes: [{ entry: ada, before: { state: 'finished' }, after: { state: 'disqualified', time: null } }],
      // Bo has left, and is the first now.
      moved: 2,
    })
    expect((await differences(ravi)).status).toBe(403)
    expect(await (await sign('Tram.', olivia, told.digest)).json()).toMatchObject({ rows: 3, corrected: 1 })
    expect(await (await differences()).json()).toMatchObject({
      ...{ changes: [], moved: 0 },
      corrections: [{ reason: 'Tram.', by: `Name of ${olivia.uid}`, after: { bib: '7' } }],
    })
  })

  it('are told to everybody of the event, and are in its history with who made them', async () => {
    await race()
    const { cursor } = await ravi.sync()
    await sign()
    await rule('7', 'disqualified')
    await sign('Tram.')
    const { notices } = await ravi.sync({ cursor })
    expect(notices.map(({ kind, urgent }) => [kind, urgent])).toEqual([
      ['official', false],
      ['resultsCorrected', false],
    ])
    const history = await (await olivia.call('GET', `/marathons/${event}/history`)).json<HistoryRow[]>()
    const by = `Name of ${olivia.uid}`
    expect(history.filter(({ type }) => type.startsWith('results.'))).toMatchObject([
      { type: 'results.correct', by, who: 'staff' },
      { type: 'results.official', by, who: 'staff' },
    ])
  })

  it('keep the place of who has left, and the category of who is erased, through a correction', async () => {
    const { ada, bo } = await race()
    await sign()
    await done(olivia, 'application.delete', bo)
    await env.DB.prepare("UPDATE application SET erased_at = 'x', answers = '', first_name = '' WHERE id = ?")
      .bind(ada)
      .run()
    // An edit after the erasure brings nothing back, and takes nothing away.
    expect(await done(ravi, 'application.update', ada, { additionalInfo: 'Hi.' }, { additionalInfo: '' })).toBe(
      'applied',
    )
    await record(2000, { bib: '9' })
    expect(await (await sign('Cy came in.')).json()).toMatchObject({ corrected: 1 })
    expect((await stored()).map(({ bib, name, category, place }) => [bib, name, category, place])).toEqual([
      ['7', 'Ada Lauf', 'F30-39', 1],
      ['8', 'Bo Lauf', '', 2],
      ['9', 'Cy Lauf', '', 3],
    ])
  })
})

describe('the own result', () => {
  it('comes with the pull, to the account that ran alone', async () => {
    const { ada } = await race()
    const { cursor } = await ravi.sync()
    await sign()
    const { ownResults } = await ravi.sync({ cursor })
    expect(ownResults).toMatchObject([
      { _id: ada, marathonId: event, title: 'Harbour Ten', bib: '7', name: 'Ada Lauf', hidesName: false, place: 1 },
    ])
    expect(ownResults[0]).toMatchObject({ time: 1_800_000, finishers: 2, distance: '10k', category: 'F30-39' })
    expect(JSON.parse(ownResults[0]?.splits ?? '')).toEqual([['finish', 1_800_000]])
    expect((await own(await TestClient.signedIn(newId('mallory')))).length).toBe(0)
  })

  it('stays after the entry was withdrawn and the event deleted, and nobody else has it', async () => {
    const { ada } = await race()
    await sign()
    await rule('8', 'retired')
    await sign('He stopped.')
    await done(ravi, 'application.delete', ada)
    expect(brief(await list())[0]).toEqual(['7', '', 'finished', 1])
    expect(await own(ravi)).toMatchObject([{ _id: ada, name: 'Ada Lauf', hidesName: true }])
    await done(olivia, 'marathon.delete', event)
    expect(await own(ravi)).toMatchObject([{ _id: ada, place: 1 }])
    expect((await own(olivia)).map(({ bib }) => bib)).toEqual(['8', '9'])
    const left = 'SELECT count(*) FROM correction WHERE marathon_id = ?'
    expect(await env.DB.prepare(left).bind(event).first('count(*)')).toBe(0)
  })

  it('stays under its name when the contact data is erased, and its runner can still be a number', async () => {
    const { ada } = await race()
    await sign()
    const before = await stored()
    for (let run = 0; run < 3; run += 1) await runRetention(env.DB, { now: Date.now() + 250 * DAY_MS })
    const erased = env.DB.prepare('SELECT first_name, erased_at FROM application WHERE id = ?').bind(ada)
    expect(await erased.first()).toMatchObject({ first_name: '', erased_at: expect.any(String) as string })
    expect(await stored()).toEqual(before)
    expect(brief(await list())[0]).toEqual(['7', 'Ada Lauf', 'finished', 1])
    await done(ravi, 'application.update', ada, { hidesName: true }, { hidesName: false })
    expect(brief(await list())[0]).toEqual(['7', '', 'finished', 1])
  })

  it('is the account’s that claims the entry of a desk', async () => {
    await race()
    const id = await enterAtDesk('20')
    await record(2100, { bib: '20' })
    await sign()
    expect(await done(ravi, 'application.claim', id, { marathonId: event, secret: CODE })).toBe('applied')
    expect((await own(ravi)).map(({ bib }) => bib).sort()).toEqual(['20', '7'])
  })

  it('tells why somebody is disqualified to the account that ran alone', async () => {
    await race()
    await rule('7', 'disqualified')
    await sign()
    expect(await own(ravi)).toMatchObject([{ state: 'disqualified', reason: 'Took the tram.' }])
    await rule('7', null)
    await sign('A ruling was wrong.')
    await rule('7', 'disqualified')
    await sign('It was not.')
    const published = await list()
    expect(published.corrections).toHaveLength(2)
    expect(JSON.stringify(published)).not.toContain('tram')
    expect(JSON.stringify((await (await TestClient.signedIn(newId('mia'))).sync()).ownResults)).not.toContain('tram')
  })
})

// docs/privacy.md says it.
describe('what is kept of results, and for how long', () => {
  it('is nothing of a live list', async () => {
    await race()
    await publish('live')
    expect((await list()).rows).toHaveLength(3)
    expect(await stored()).toEqual([])
    expect(await own(ravi)).toEqual([])
  })

  it('loses name and account with the account, and leaves if the event is gone', async () => {
    const { ada } = await race()
    await sign()
    await rule('7', 'disqualified')
    await sign('Tram.')
    await deleteAccount(ravi)
    const row = (await stored()).find(({ id }) => id === ada)
    expect(row).toMatchObject({ owner_uid: null, name: '', hides_name: 1, reason: '', bib: '7' })
    expect(brief(await list())).toContainEqual(['7', '', 'disqualified', null])
    await done(olivia, 'marathon.delete', event)
    expect((await stored()).map(({ owner_uid }) => owner_uid)).toEqual([olivia.uid, olivia.uid])
    await deleteAccount(olivia)
    expect(await stored()).toEqual([])
  })

  it('is nobody’s name of a live list once the account is deleted', async () => {
    await race()
    await publish('live')
    await deleteAccount(ravi)
    const bibs = (await list()).rows.map(({ bib }) => bib)
    expect([bibs.includes('7'), bibs.includes('8')]).toEqual([false, true])
  })

  it.each<[how: string, end: () => Promise<unknown>]>([
    ['who organises deletes the event', () => done(olivia, 'marathon.delete', event)],
    ['the account of its owner is deleted', () => deleteAccount(olivia)],
  ])('where %s is the own result of each account, and nothing else', async (_how, end) => {
    const { ada } = await race()
    await enterAtDesk('20')
    await record(2100, { bib: '20' })
    await sign()
    await rule('7', 'disqualified')
    await sign('Tram.')
    await end()
    forgetLists()
    expect((await visitor.call('GET', `/marathons/${event}/list`)).status).toBe(404)
    // Bo and Cy are Olivia's.
    const left = (await stored()).filter(({ owner_uid }) => owner_uid !== olivia.uid)
    expect(left).toMatchObject([{ id: ada, bib: '7', name: 'Ada Lauf' }])
    expect(await own(ravi)).toMatchObject([{ _id: ada, title: 'Harbour Ten', reason: 'Took the tram.' }])
    const corrections = env.DB.prepare('SELECT count(*) AS n FROM correction WHERE marathon_id = ?').bind(event)
    expect(await corrections.first('n')).toBe(0)
    await deleteAccount(ravi)
    expect((await stored()).filter(({ owner_uid }) => owner_uid !== olivia.uid)).toEqual([])
  })

  it('where staff withdraw an entry is the place without a name, and the own result', async () => {
    const { ada } = await race()
    const walkIn = await enterAtDesk('20')
    await record(2100, { bib: '20' })
    await sign()
    for (const id of [ada, walkIn])
      expect(await done(olivia, 'application.withdraw', id, { reason: 'Asked for it.' })).toBe('applied')
    expect(brief(await list())).toEqual([
      ['7', '', 'finished', 1],
      ['8', 'Bo Lauf', 'finished', 2],
      ['20', '', 'finished', 3],
      ['9', 'Cy Lauf', 'started', null],
    ])
    expect(await own(ravi)).toMatchObject([{ _id: ada, name: 'Ada Lauf', hidesName: true }])
  })

  it('of who signed and corrected is the name, until that account is deleted', async () => {
    await race()
    const oscar = await TestClient.signedIn(newId('oscar'))
    await addStaff(event, oscar.uid, 'organiser')
    await sign('', oscar)
    await rule('7', 'disqualified')
    await sign('Tram.', oscar)
    const said = async () => {
      const history = await (await olivia.call('GET', `/marathons/${event}/history`)).json<HistoryRow[]>()
      const made = history.filter(({ type }) => type.startsWith('results.'))
      return [...(await list()).corrections, ...made].map(({ by }) => by)
    }
    const name = `Name of ${oscar.uid}`
    expect(await said()).toEqual([name, name, name])
    await deleteAccount(oscar)
    expect(await said()).toEqual(['', '', ''])
    const kept = await env.DB.prepare('SELECT by_name, by_uid FROM correction WHERE marathon_id = ?')
      .bind(event)
      .first()
    expect(kept).toEqual({ by_name: '', by_uid: null })
    expect((await list()).corrections).toMatchObject([{ reason: 'Tram.', after: { state: 'disqualified' } }])
  })

  it('180 days after the event is all there, and runners and staff still hide names', async () => {
    const { ada } = await race()
    const walkIn = await enterAtDesk('20')
    await record(2100, { bib: '20' })
    await sign()
    await rule('8', 'disqualified')
    await sign('Tram.')
    const before = [await stored(), (await list()).corrections]
    for (let run = 0; run < 3; run += 1) await runRetention(env.DB, { now: Date.now() + 250 * DAY_MS })
    expect([await stored(), (await list()).corrections]).toEqual(before)
    const hidden = [{ hidesName: true }, { hidesName: false }] as const
    expect(await done(ravi, 'application.update', ada, ...hidden)).toBe('applied')
    expect(await done(olivia, 'application.correct', walkIn, ...hidden)).toBe('applied')
    const names = (await list()).rows.map(({ bib, name }) => [bib, name])
    expect(names).toEqual([
      ['7', ''],
      ['20', ''],
      ['8', 'Bo Lauf'],
      ['9', 'Cy Lauf'],
    ])
  })
})

describe('who hides a name', () => {
  it('is the runner, and of an entry without account the staff', async () => {
    const { ada } = await race()
    expect(await done(olivia, 'application.correct', ada, { hidesName: true }, { hidesName: false })).toBe('FORBIDDEN')
    const id = newId('application')
    const desk = { marathonId: event, firstName: 'Dee', lastName: 'Desk', bib: null, code: CODE, above: 0 }
    expect(await done(olivia, 'application.walkIn', id, { ...desk, hidesName: true })).toBe('applied')
    expect(await done(olivia, 'application.correct', id, { hidesName: false }, { hidesName: true })).toBe('applied')
    const { applications } = await olivia.sync()
    expect(applications.find(({ _id }) => _id === id)).toMatchObject({ hidesName: false, ver: 2 })
  })
})
