import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Columns, rowsOfColumns } from '../../contract/columns.ts'
import { NO_RULING } from '../../contract/results/recording.ts'
import type { Role } from '../../contract/roles.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { pageText } from '../pull/pull.ts'
import { addStaff } from '../testing/calls.ts'
import { marathonFields, newId, op } from '../testing/rows.ts'
import { syncAs } from '../testing/sync-as.ts'

type Row = Record<string, unknown>
let event = ''
let uid = (name: string) => name
const verdict = async (name: string, ...ops: Op[]) =>
  (await syncAs(uid(name), ops, { isLimited: false })).results.map(({ status, code }) => code ?? status).at(-1)
const stored = async (table: string) =>
  (await env.DB.prepare(`SELECT * FROM ${table} WHERE marathon_id = ? ORDER BY seq`).bind(event).all<Row>()).results
async function pulled(name: string) {
  const { page } = await syncAs(uid(name), [])
  if (!page) throw new Error('no page')
  const { columns } = JSON.parse(`{${pageText(page)}}`) as { columns: Record<string, Columns> }
  return ['checkIns', 'recordings', 'rulings'].map((kind) => (columns[kind] ? rowsOfColumns(columns[kind]).length : 0))
}
const at = () => new Date().toISOString()
const record = (fields: Fields = {}, id = newId('recording')) =>
  op('recording.create', id, {
    ...{ marathonId: event, kind: 'crossing', point: 'finish', how: 'tap', clock: 'clock-0001' },
    ...{ tick: 5, at: at(), bib: null, accuracy: null, of: null },
    ...fields,
  })
const rule = (fields: Fields = {}, id = newId('ruling')) =>
  op('ruling.create', id, {
    ...{ ...NO_RULING, marathonId: event, kind: 'state', bib: '7' },
    ...{ state: 'disqualified', reason: 'Took the tram.', at: at() },
    ...fields,
  })

beforeEach(async () => {
  event = newId('marathon')
  uid = (name) => `${name}-${event}`
  await verdict('olivia', op('marathon.create', event, marathonFields()))
  for (const [name, role] of Object.entries({ oscar: 'organiser', tim: 'timer', tina: 'timer', gus: 'gate' })) {
    await addStaff(event, uid(name), role as Role)
  }
})

describe('a recording', () => {
  it('is kept as it is, in the order of its account, and a repeated one is one', async () => {
    const first = record({ bib: '7', accuracy: 40 })
    expect(await verdict('tim', first, record(), { ...first, opId: 'again-000001' })).toBe('applied')
    expect(await stored('recording')).toMatchObject([
      { kind: 'crossing', point: 'finish', how: 'tap', tick: 5, bib: '7', accuracy: 40, nth: 1, by_name: uid('tim') },
      { nth: 2, bib: null, confirmed: 1 },
    ])
    expect(await verdict('tim', record())).toBe('applied')
    expect((await stored('recording')).map(({ nth }) => nth)).toEqual([1, 2, 3])
    expect(await verdict('tina', { ...record(), id: first.id })).toBe('FORBIDDEN')
  })

  it('is made by timers, organisers and the owner alone', async () => {
    for (const name of ['olivia', 'oscar', 'tim']) expect(await verdict(name, record())).toBe('applied')
    expect(await verdict('ravi', record())).toBe('FORBIDDEN')
    expect(await stored('recording')).toHaveLength(3)
  })

  it('of who may not record any more is kept unconfirmed, until the organiser decides', async () => {
    const late = record()
    expect(await verdict('gus', late)).toBe('FORBIDDEN')
    expect(await stored('recording')).toMatchObject([{ confirmed: 0 }])
    expect(await verdict('tim', op('recording.confirm', late.id))).toBe('FORBIDDEN')
    expect(await verdict('oscar', op('recording.confirm', late.id))).toBe('applied')
    expect(await stored('recording')).toMatchObject([{ confirmed: 1, ver: 2 }])
  })

  it('is taken back by who made it, or who organises, and stays', async () => {
    const one = record()
    await verdict('tim', one)
    expect(await verdict('tina', op('recording.void', one.id, { at: at() }))).toBe('FORBIDDEN')
    expect(await verdict('tim', op('recording.void', one.id, { at: at() }))).toBe('applied')
    const [row] = await stored('recording')
    expect(row).toMatchObject({ voided_at: expect.any(String), ver: 2 })
    expect(await verdict('oscar', op('recording.void', one.id, { at: at() }))).toBe('applied')
    expect(await stored('recording')).toEqual([row])
  })

  it.each([
    ['a bib without a crossing', { kind: 'bib', bib: '7' }],
    ['a bib without a bib', { kind: 'bib', of: 'crossing-0001' }],
    ['who retired without a bib', { kind: 'retired' }],
    ['who is in the funnel without a bib', { how: 'order' }],
    ['a crossing with a crossing', { of: 'crossing-0001' }],
    ['no point', { point: ' ' }],
    ['a tick that is none', { tick: -1 }],
  ])('is refused with %s', async (_, fields) => {
    expect(await verdict('tim', record(fields))).toBe('INVALID')
  })

  it('has no id of a check-in, and a check-in none of a recording', async () => {
    const one = record()
    await verdict('tim', one)
    const entry = newId('application')
    const fields = { marathonId: event, firstName: 'Bo', lastName: 'Lauf', bib: null, code: 'KAAAAAA5', above: 0 }
    await verdict('oscar', op('application.walkIn', entry, fields))
    const scan = { marathonId: event, applicationId: entry, at: at(), gate: '' }
    expect(await verdict('oscar', op('checkIn.create', one.id, scan))).toBe('FORBIDDEN')
    const own = newId('scan')
    expect(await verdict('oscar', op('checkIn.create', own, scan))).toBe('applied')
    expect(await verdict('oscar', record({}, own))).toBe('FORBIDDEN')
  })
})

describe('a ruling', () => {
  it('is made by owner and organisers alone, about a recording of the marathon', async () => {
    const one = record()
    await verdict('tim', one)
    const ofOne = { kind: 'bib', recordingId: one.id, state: null, reason: '' }
    expect(await verdict('tim', rule())).toBe('FORBIDDEN')
    expect(await verdict('oscar', rule())).toBe('applied')
    expect(await verdict('oscar', rule(ofOne))).toBe('applied')
    expect(await verdict('oscar', rule({ ...ofOne, recordingId: 'nothing-0001' }))).toBe('NOT_FOUND')
    expect(await verdict('oscar', rule({ ...ofOne, recordingId: null }))).toBe('INVALID')
    expect(await stored('ruling')).toMatchObject([
      { kind: 'state', bib: '7', state: 'disqualified', by_name: uid('oscar') },
      { kind: 'bib', recording_id: one.id },
    ])
  })

  it('sets a time of the day or one since the gun, and not both', async () => {
    const set = { kind: 'time', point: 'finish', state: null, reason: '' }
    expect(await verdict('oscar', rule({ ...set, since: 5_025_000 }))).toBe('applied')
    expect(await verdict('oscar', rule({ ...set, time: at() }))).toBe('applied')
    expect(await verdict('oscar', rule({ ...set, time: at(), since: 5_025_000 }))).toBe('INVALID')
    expect(await verdict('oscar', rule({ since: 5_025_000 }))).toBe('INVALID')
    for (const since of [-1, 0.5, 100 * 3_600_000])
      expect(await verdict('oscar', rule({ ...set, since }))).toBe('INVALID')
    expect(await stored('ruling')).toMatchObject([{ since: 5_025_000, time: null }, { since: null }])
  })

  it('may undo an earlier ruling of the marathon, and no other one', async () => {
    const first = rule()
    await verdict('oscar', first)
    const undo = { kind: 'undo', rulingId: first.id, bib: '', state: null, reason: '' }
    expect(await verdict('oscar', rule({ ...undo, rulingId: null }))).toBe('INVALID')
    expect(await verdict('oscar', rule({ ...undo, rulingId: 'nothing-0001' }))).toBe('NOT_FOUND')
    expect(await verdict('oscar', rule(undo))).toBe('applied')
    expect(await stored('ruling')).toMatchObject([{ kind: 'state' }, { kind: 'undo', ruling_id: first.id }])
  })

  it('is in the history, a recording is not', async () => {
    await verdict('tim', record())
    await verdict('oscar', rule())
    const { results } = await env.DB.prepare(
      "SELECT type, fields FROM op_record WHERE marathon_id = ? AND fields IS NOT NULL AND type <> 'marathon.create'",
    )
      .bind(event)
      .all()
    expect(results).toEqual([{ type: 'ruling.create', fields: '["state"]' }])
  })
})

it('only owner, organisers and timers get recordings and rulings; a deletion takes them', async () => {
  await verdict('tim', record())
  await verdict('oscar', rule())
  const all = async () => [await pulled('olivia'), await pulled('oscar'), await pulled('tina'), await pulled('gus')]
  expect(await all()).toEqual([
    [0, 1, 1],
    [0, 1, 1],
    [0, 1, 1],
    [0, 0, 0],
  ])
  expect(await pulled('ravi')).toEqual([0, 0, 0])
  await verdict('olivia', op('marathon.delete', event))
  expect([await stored('recording'), await stored('ruling')]).toEqual([[], []])
})
