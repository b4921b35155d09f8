import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_RECORDINGS } from '../../contract/limits.ts'
import type { Results } from '../../contract/results/results.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { ownedId } from '../../contract/text/owned-id.ts'
import { deleteRowsOf } from '../jobs/delete-account.ts'
import { runRetention } from '../jobs/retention.ts'
import { makeHelper, removeStaff, signIn } from '../testing/calls.ts'
import { ruling } from '../testing/cast.ts'
import { TestClient } from '../testing/client.ts'
import { marathonFields, newId, op } from '../testing/rows.ts'
import { requestDeletion } from './account.ts'
import { MAX_DELETED_RECORDINGS } from './write-ops.ts'

// What one who times does to the others with the raw API, and what is left of who recorded.

let [event, other] = ['', '']
let [olivia, oscar, tim, tina, gus, ravi] = Array.from({ length: 6 }, () => new TestClient('')) as Clients
type Clients = [TestClient, TestClient, TestClient, TestClient, TestClient, TestClient]

type Row = Record<string, unknown>
const codes = async (client: TestClient, ...ops: Op[]) =>
  (await client.sync({ ops })).results.map(({ code, status }) => code ?? status)
const stored = async (table = 'recording') =>
  (await env.DB.prepare(`SELECT * FROM ${table} WHERE marathon_id = ? ORDER BY id`).bind(event).all<Row>()).results
const ownId = ({ uid }: TestClient) => ownedId(crypto.randomUUID(), uid)
const at = (seconds = 0) => new Date(Date.now() - 60_000 + seconds * 1000).toISOString()
const record = (id: string, fields: Fields = {}) =>
  op('recording.create', id, {
    ...{ marathonId: event, kind: 'crossing', point: 'finish', how: 'tap', clock: 'clock-0001' },
    ...{ tick: 5, at: at(), bib: null, accuracy: null, of: null },
    ...fields,
  })

beforeEach(async () => {
  ;[olivia, oscar, tim, tina, gus, ravi] = await signIn('olivia', 'oscar', 'tim', 'tina', 'gus', 'ravi')
  ;[event, other] = [newId('marathon'), newId('marathon')]
  await codes(olivia, op('marathon.create', event, marathonFields({ startDate: at(0) })))
  await codes(ravi, op('marathon.create', other, marathonFields()))
  await makeHelper(olivia, oscar, event, 'organiser')
  await makeHelper(olivia, tim, event, 'timer')
  await makeHelper(olivia, tina, event, 'timer')
  await makeHelper(olivia, gus, event, 'gate')
})

describe('a timer', () => {
  it('does not take back, confirm, overwrite or rule what others recorded', async () => {
    const id = ownId(tim)
    await codes(tim, record(id, { how: 'bib', bib: '7' }))
    const before = await stored()
    expect(await codes(tina, op('recording.void', id, { at: at() }), op('recording.confirm', id))).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ])
    // With a tag the id is refused at once, without one by the row that is there.
    expect(await codes(tina, record(id, { bib: '8' }), ruling(newId('ruling'), event))).toEqual([
      'INVALID',
      'FORBIDDEN',
    ])
    const plain = newId('crossing')
    await codes(tim, record(plain))
    expect(await codes(tina, record(plain, { bib: '8' }))).toEqual(['FORBIDDEN'])
    expect((await stored()).filter((row) => row.id === id)).toEqual(before)
    expect(await stored('ruling')).toEqual([])
  })

  it('gives no bib to a crossing of another account, and no sample to its clock', async () => {
    const [crossing, clock] = [ownId(tim), `phone_${ownId(tim)}`]
    await codes(tim, record(crossing, { clock }))
    const later = { kind: 'bib', how: 'bib', bib: '8', of: crossing }
    const { results } = await tina.sync({
      ops: [record(ownId(tina), later), record(ownId(tina), { kind: 'clock', accuracy: 0, clock })],
    })
    expect(results.map(({ code, fields }) => [code, fields])).toEqual([
      ['INVALID', { of: { code: 'OTHER_ACCOUNTS' } }],
      ['INVALID', { clock: { code: 'OTHER_ACCOUNTS' } }],
    ])
    expect(await codes(tim, record(ownId(tim), { ...later, bib: '7' }))).toEqual(['applied'])
    expect((await stored()).map((row) => row.by_uid)).toEqual([tim.uid, tim.uid])
  })

  it('records at no marathon of others, nor for somebody else', async () => {
    expect(await codes(tim, record(ownId(tim), { marathonId: other }))).toEqual(['FORBIDDEN'])
    expect(await codes(tim, record(ownId(tim), { by: 'Tina' }), record(ownId(tim), { byUid: tina.uid }))).toEqual([
      'INVALID',
      'INVALID',
    ])
    expect(await stored()).toEqual([])
  })

  it('fills a marathon for nobody else, and what it records after the role only half as far', async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
        INSERT INTO recording (id, marathon_id, kind, at, point, by_name, by_uid, confirmed, ver, seq, how, clock_id, tick, nth)
        SELECT 'flood-' || ?1 || '-' || i, ?1, 'crossing', ?4, 'finish', 'Tim', ?2, 1, 1, 5, 'tap', 'clock-0001', 5, i FROM n`,
    )
      .bind(event, tim.uid, MAX_RECORDINGS, at())
      .run()
    expect(await codes(tim, record(ownId(tim)))).toEqual(['INVALID'])
    expect(await codes(tina, record(ownId(tina), { how: 'bib', bib: '7' }))).toEqual(['applied'])
    const response = await olivia.call('GET', `/marathons/${event}/results`)
    const { list } = await response.json<{ list: Results }>()
    expect([response.status, list.doubts.length > 0]).toEqual([200, true])
    await removeStaff(olivia, event)
    expect(await codes(tim, record(ownId(tim)))).toEqual(['FORBIDDEN'])
    expect(await stored()).toHaveLength(MAX_RECORDINGS + 1)
    expect(await codes(tina, record(ownId(tina)))).toEqual(['FORBIDDEN'])
    expect(await stored()).toHaveLength(MAX_RECORDINGS + 2)
  })
})

it('a deletion takes so many recordings, the night the rest, and nobody sees them', async () => {
  const own = ownId(tim)
  await codes(tim, record(own))
  const { cursor } = await tim.sync()
  const rest = 20
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
      INSERT INTO recording (id, marathon_id, kind, at, point, by_name, confirmed, ver, seq, nth)
      SELECT 'many-' || ?1 || '-' || i, ?1, 'crossing', ?3, 'finish', 'Tom', 1, 1, -i, i FROM n`,
  )
    .bind(event, MAX_DELETED_RECORDINGS + rest - 1, at())
    .run()
  expect(await codes(olivia, op('marathon.delete', event))).toEqual(['applied'])
  expect(await stored()).toHaveLength(rest)
  for (const from of [cursor, null]) expect((await tim.sync({ cursor: from })).recordings).toEqual([])
  // As if it were not there.
  expect(await codes(tim, op('recording.void', own, { at: at() }))).toEqual(['applied'])
  expect((await runRetention(env.DB, { now: Date.now() + 1000 })).checkInsDeleted).toBe(rest)
  expect(await stored()).toEqual([])
})

it('a ruling names recordings and rulings of its marathon alone', async () => {
  await makeHelper(ravi, oscar, other, 'organiser')
  const [crossing, foreign] = [ownId(oscar), ownId(oscar)]
  await codes(oscar, record(crossing), ruling(foreign, other))
  const rule = (fields: Fields) => {
    const { patch } = ruling(newId('ruling'), event)
    return op('ruling.create', newId('ruling'), { ...patch, state: null, reason: '', ...fields })
  }
  const gun = { kind: 'gun', recordingId: crossing }
  expect(await codes(oscar, rule({ ...gun, marathonId: other }), rule({ kind: 'undo', rulingId: foreign }))).toEqual([
    'NOT_FOUND',
    'NOT_FOUND',
  ])
  expect(await codes(oscar, rule(gun))).toEqual(['applied'])
})

it('gate, runner, stranger and who was removed get nothing of what was recorded', async () => {
  const id = ownId(tim)
  await codes(tim, record(id, { bib: '7', how: 'bib' }))
  await codes(oscar, ruling(newId('ruling'), event))
  await codes(gus, record(ownId(gus)))
  for (const client of [gus, ravi]) {
    const { recordings, rulings } = await client.sync()
    expect([recordings, rulings]).toEqual([[], []])
    expect((await client.call('GET', `/marathons/${event}/results`)).status).toBe(403)
  }
  const { cursor } = await tina.sync()
  await removeStaff(olivia, event)
  await codes(olivia, op('recording.void', id, { at: at() }))
  expect(await tina.sync({ cursor })).toMatchObject({ recordings: [], rulings: [], deleted: [{ type: 'role' }] })
})

describe('what was recorded', () => {
  async function list(): Promise<Results> {
    const response = await olivia.call('GET', `/marathons/${event}/results`)
    return (await response.json<{ list: Results }>()).list
  }
  async function race() {
    const walkIn = { marathonId: event, firstName: 'Ada', lastName: 'Lauf', bib: '7', code: 'KAAAAAA5', above: 0 }
    const [entry, gun, crossing] = [newId('entry'), ownId(tim), ownId(tim)]
    await codes(olivia, op('application.walkIn', entry, walkIn))
    await codes(
      tim,
      record(gun, { kind: 'gun', point: 'start' }),
      record(crossing, { bib: '7', how: 'bib', at: at(9), tick: 9005 }),
    )
    return { entry, crossing }
  }

  it('INV-34 stays without the name when the account is deleted, and makes the same list', async () => {
    await race()
    await codes(oscar, ruling(newId('ruling'), event))
    const before = await list()
    expect(before.rows).toMatchObject([{ bib: '7', state: 'disqualified' }])
    for (const client of [tim, oscar]) {
      await requestDeletion(env.DB, client.uid, Math.floor(Date.now() / 1000), Date.now)
      await deleteRowsOf(env.DB, client.uid, Date.now, () => undefined)
    }
    for (const table of ['recording', 'ruling'])
      for (const row of await stored(table)) expect(row).toMatchObject({ by_name: '', by_uid: null })
    expect(await list()).toEqual(before)
    expect((await olivia.sync()).recordings.map(({ by }) => by)).toEqual(['', ''])
  })

  it('outlives an entry that was withdrawn, without naming it, and is a bib that nobody has', async () => {
    const { entry, crossing } = await race()
    await codes(olivia, op('application.withdraw', entry, { reason: 'Injured.' }, {}))
    expect(JSON.stringify(await stored())).not.toContain(entry)
    const { rows, doubts } = await list()
    expect([rows, doubts.find(({ kind }) => kind === 'bibUnknown')?.recordings]).toEqual([[], [crossing]])
  })

  it('stays when contact data is erased, as long as its marathon is there', async () => {
    const { entry } = await race()
    const scan = { marathonId: event, applicationId: entry, gate: 'A', at: at() }
    await codes(gus, op('checkIn.create', newId('scan'), scan))
    const kinds = async () => (await stored()).map(({ kind }) => kind).sort()
    expect(await kinds()).toEqual(['check-in', 'crossing', 'gun'])
    const finished = (await list()).rows[0]?.time
    await runRetention(env.DB, { now: Date.now() + 200 * 86_400_000 })
    expect(await kinds()).toEqual(['crossing', 'gun'])
    expect((await list()).rows).toMatchObject([{ bib: '7', state: 'finished', time: finished }])
    await codes(olivia, op('marathon.delete', event))
    expect(await stored()).toEqual([])
  })
})
