import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProblemBody } from '../../contract/problem.ts'
import type { Fields, Op } from '../../contract/sync.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'

let olivia: TestClient
let ravi: TestClient

beforeAll(async () => {
  olivia = await TestClient.signedIn('olivia')
  ravi = await TestClient.signedIn('ravi')
})

const countOf = async (table: string) => Number(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n'))
const everything = async () => [await countOf('marathon'), await countOf('application'), await countOf('op_record')]
const good = () => op('marathon.create', newId('marathon'), marathonFields())

/** Sends a request that must be refused as a whole, and checks that nothing is applied. @returns the problem */
async function refused(body: object): Promise<ProblemBody & { status: number }> {
  const before = await everything()
  const response = await olivia.call('POST', '/sync', { uid: 'olivia', cursor: null, ops: [], ...body })
  expect(await everything(), 'nothing is applied').toEqual(before)
  return (await response.json()) as ProblemBody
}

describe('a malformed request is refused as a whole, and the problem names the wrong field', () => {
  it.each<[string, object, string]>([
    ['ops that are not a list', { ops: {} }, 'ops'],
    ['a malformed cursor', { cursor: 'yesterday' }, 'cursor'],
    ['a cursor of the wrong type', { cursor: 7 }, 'cursor'],
    ['no account', { uid: '' }, 'uid'],
  ])('%s', async (_what, body, field) => {
    const problem = await refused({ ops: [good()], ...body })
    expect(problem).toMatchObject({ status: 422, code: 'INVALID' })
    expect(Object.keys(problem.fields ?? {})).toContain(field)
  })

  it.each<[string, Partial<Record<keyof Op, unknown>>, string]>([
    ['a version that is not a number', { v: '1' }, 'ops.1.v'],
    ['a malformed op id', { opId: 'x' }, 'ops.1.opId'],
    ['a malformed row id', { id: '../etc/passwd' }, 'ops.1.id'],
    ['a patch that is not an object', { patch: [1] }, 'ops.1.patch'],
    ['a malformed instant', { at: 'noon' }, 'ops.1.at'],
  ])('%s', async (_what, wrong, field) => {
    const problem = await refused({ ops: [good(), { ...good(), ...wrong }] })
    expect(problem).toMatchObject({ status: 422, code: 'INVALID' })
    expect(Object.keys(problem.fields ?? {})).toContain(field)
  })

  it('501 ops', async () => {
    expect(await refused({ ops: Array.from({ length: 501 }, good) })).toMatchObject({
      code: 'INVALID',
      fields: { ops: { code: 'AT_MOST', values: { max: 500 } } },
    })
  })

  it('a body over 1 MB', async () => {
    const ops = [op('marathon.create', newId('marathon'), marathonFields({ description: 'x'.repeat(1_100_000) }))]
    expect(await refused({ ops })).toMatchObject({ status: 413, code: 'TOO_LARGE' })
  })

  it('INV-10 a queue of another account', async () => {
    expect(await refused({ uid: 'ravi', ops: [good()] })).toMatchObject({ status: 409, code: 'WRONG_ACCOUNT' })
  })

  it('an op id that is recorded for another account', async () => {
    const first = good()
    await ravi.sync({ ops: [first] })
    const problem = await refused({ ops: [good(), { ...good(), opId: first.opId }] })
    expect(problem).toMatchObject({ code: 'WRONG_ACCOUNT' })
    expect(Object.keys(problem.fields ?? {})).toEqual(['ops.1.opId'])
  })
})

/** A placeholder for nested lists, which `withNested` replaces: JSON.stringify cannot write the deepest ones. */
const nested = (depth: number) => `nested ${depth}`
const withNested = (json: string) =>
  json.replace(/"nested (\d+)"/, (_, depth) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)))

describe('a value that no field can have is refused, and the problem names it, so that the phone parks only its op', () => {
  it.each<[string, { base?: Fields; patch?: Fields }, string]>([
    ['a list', { base: { location: ['Kiel'] } }, 'ops.1.base.location'],
    ['an object', { base: { location: { a: 1 } } }, 'ops.1.base.location'],
    ['a boolean', { base: { location: true } }, 'ops.1.base.location'],
    ['lists nested 1,500 deep', { base: { location: nested(1500) } }, 'ops.1.base.location'],
    ['lists nested 100,000 deep', { base: { location: nested(100_000) } }, 'ops.1.base.location'],
    ['text above the limit of its field', { base: { location: 'x'.repeat(121) } }, 'ops.1.base.location'],
    ['nearly 1 MB of text', { base: { location: 'y'.repeat(900_000) } }, 'ops.1.base.location'],
    ['nearly 1 MB of blanks', { base: { location: ' '.repeat(900_000) } }, 'ops.1.base.location'],
    ['blanks behind a text', { base: { location: `x${' '.repeat(400)}` } }, 'ops.1.base.location'],
    ['a list in an unknown field', { base: { nonsense: ['x'] } }, 'ops.1.base.nonsense'],
    ['a field with a long name', { base: { ['x'.repeat(900_000)]: 1 } }, 'ops.1.base'],
    ['a thousand fields', { patch: Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [n, 1])) }, 'ops.1.patch'],
    ['a nested patch', { patch: { capacity: nested(1500) } }, 'ops.1.patch.capacity'],
  ])('%s', async (_what, wrong, field) => {
    const ops = [good(), { ...op('marathon.update', newId('marathon'), { location: 'x' }), ...wrong }]
    const body = withNested(JSON.stringify({ uid: 'olivia', cursor: null, ops }))
    const before = await everything()
    const response = await olivia.send('/sync', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })
    expect(response.status).toBe(422)
    expect(Object.keys((await response.json<ProblemBody>()).fields ?? {})).toEqual([field])
    expect(await everything(), 'nothing is applied').toEqual(before)
  })

  it('except in an op of an unknown version and in the ops after it, which are not checked', async () => {
    const future = { ...op('marathon.update', newId('marathon')), v: 2, base: { legs: [1, { far: true }] } }
    const after = op('marathon.update', newId('marathon'), {}, { location: [1] })
    const response = await olivia.sync({ ops: [good(), future as Op, after] })
    expect(response.results).toEqual([expect.objectContaining({ status: 'applied' })])
    expect(response.halted).toEqual({ code: 'UNKNOWN_OP' })
  })

  it('except the base of a field that the edit does not change: a newer app may know more fields', async () => {
    const id = newId('marathon')
    const edit = op(
      'marathon.update',
      id,
      { location: 'Kiel' },
      { location: 'Hamburg', rules: 'x'.repeat(500), hot: true },
    )
    const { results } = await olivia.sync({ ops: [op('marathon.create', id, marathonFields()), edit] })
    expect(results[1]).toEqual({ opId: edit.opId, status: 'applied' })
  })

  it('except a base as a phone may have it: untrimmed text at its limit, a number, null', async () => {
    const id = newId('marathon')
    const base = { location: ` ${'x'.repeat(120)} `, capacity: 7, description: null }
    const edit = op('marathon.update', id, { location: 'Kiel' }, base)
    const { results } = await olivia.sync({ ops: [op('marathon.create', id, marathonFields()), edit] })
    expect(results[1]?.conflicts?.location).toEqual({ base: 'x'.repeat(120), yours: 'Kiel', theirs: 'Hamburg' })
  })
})

it('stores a small verdict, whatever the names of unknown fields are', async () => {
  const names = Array.from({ length: 64 }, (_, n) => String.fromCharCode(1).repeat(60) + n)
  const edit = op('checkIn.create', newId('scan'), Object.fromEntries(names.map((name) => [name, 1])))
  const few = op('marathon.update', newId('marathon'), { location: 'Kiel', speed: 1, legs: 2 })
  const [first, second] = (await olivia.sync({ ops: [edit, few] })).results
  expect(first).toMatchObject({
    status: 'rejected',
    code: 'INVALID',
    fields: { patch: { code: 'UNKNOWN_FIELDS' } },
  })
  const length = 'SELECT length(verdict) AS n FROM op_record WHERE op_id = ?'
  expect(await env.DB.prepare(length).bind(edit.opId).first('n')).toBeLessThan(500)
  expect(second?.code).toBe('NOT_FOUND')
  const id = newId('marathon')
  const made = op('marathon.create', id, { ...marathonFields(), speed: 1, legs: 2, a: 1, b: 1 })
  const [refused] = (await olivia.sync({ ops: [made] })).results
  const unknown = { code: 'UNKNOWN_FIELD' }
  expect(refused?.fields).toEqual({ speed: unknown, legs: unknown, a: unknown, patch: { code: 'UNKNOWN_FIELDS' } })
})

it('ignores unknown keys, which a newer app may send', async () => {
  const body = { uid: 'olivia', cursor: null, ops: [{ ...good(), device: 'watch', hints: [1] }], locale: { a: 1 } }
  const response = await olivia.call('POST', '/sync', body)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ halted: null, results: [{ status: 'applied' }] })
})

describe('a wrong op is rejected, and the other ops of the request are applied', () => {
  it('fields of an unknown name or a wrong type', async () => {
    const wrong = [
      op('marathon.create', newId('marathon'), marathonFields({ regCount: 99 })),
      op('marathon.create', newId('marathon'), marathonFields({ capacity: 'many' })),
      op('marathon.create', newId('marathon'), marathonFields({ startDate: '2027-02-31' })),
    ]
    const { results } = await olivia.sync({ ops: [...wrong, good()] })
    expect(results.map(({ code, fields }) => [code, Object.keys(fields ?? {})[0]])).toEqual([
      ['INVALID', 'regCount'],
      ['INVALID', 'capacity'],
      ['INVALID', 'startDate'],
      [undefined, undefined],
    ])
  })

  it('ids of other people’s rows: a marathon is FORBIDDEN, an application is NOT_FOUND', async () => {
    const [event, entry] = [newId('marathon'), newId('application')]
    await olivia.sync({ ops: [op('marathon.create', event, marathonFields())] })
    await olivia.sync({ ops: [op('application.create', entry, applicationFields(event))] })
    const { results } = await ravi.sync({
      ops: [
        op('marathon.update', event, { location: 'Mine' }, { location: 'Hamburg' }),
        op('marathon.delete', event),
        op('marathon.create', event, marathonFields()),
        op('application.update', entry, { location: 'Mine' }, { location: '' }),
        op('application.delete', entry),
        op('application.create', entry, applicationFields(event)),
      ],
    })
    expect(results.map(({ code }) => code)).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
      'FORBIDDEN',
      'NOT_FOUND',
      'NOT_FOUND',
      'GONE',
    ])
    expect(await env.DB.prepare('SELECT location FROM marathon WHERE id = ?').bind(event).first('location')).toBe(
      'Hamburg',
    )
  })

  it('a create with an id that is used, was used or is new: the rejection does not tell which', async () => {
    const [event, full, live, deleted] = [
      newId('marathon'),
      newId('marathon'),
      newId('application'),
      newId('application'),
    ]
    await olivia.sync({
      ops: [
        op('marathon.create', event, marathonFields()),
        op('marathon.create', full, marathonFields({ capacity: 1 })),
        op('application.create', newId('application'), applicationFields(full)),
        op('application.create', live, applicationFields(event)),
        op('application.create', deleted, applicationFields(event, { firstName: 'Bo' })),
        op('application.delete', deleted),
      ],
    })
    const answersTo = async (patch: Fields) => {
      const ids = [live, deleted, newId('application')]
      const { results } = await ravi.sync({ ops: ids.map((id) => op('application.create', id, patch)) })
      return results.map(({ code }) => code)
    }
    expect(await answersTo({})).toEqual(['INVALID', 'INVALID', 'INVALID'])
    expect(await answersTo(applicationFields(newId('marathon')))).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
    expect(await answersTo(applicationFields(full))).toEqual(['FULL', 'FULL', 'FULL'])
    expect((await answersTo(applicationFields(event))).slice(0, 2)).toEqual(['GONE', 'GONE'])
    const marathons = [event, newId('marathon')].map((id) => op('marathon.create', id, {}))
    expect((await ravi.sync({ ops: marathons })).results.map(({ code }) => code)).toEqual(['INVALID', 'INVALID'])
  })

  it('starts over for the cursor of another database, and takes the ops with the next cursor', async () => {
    const ops = [good()]
    const response = await olivia.sync({ cursor: 'somebody.12', ops })
    expect(response).toMatchObject({ reset: true, results: [], halted: { code: 'UNAVAILABLE' } })
    expect(response.cursor).toMatch(`${response.epoch}.`)
    const next = await olivia.sync({ cursor: response.cursor, ops })
    expect(next).toMatchObject({ reset: false, results: [{ status: 'applied' }], halted: null })
  })
})
