import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ProblemBody } from '../../contract/problem.ts'
import type { Op } from '../../contract/sync.ts'
import { TestClient } from '../test-client.ts'
import { applicationFields, marathonFields, newId, op } from '../test-rows.ts'

let olivia: TestClient
let ravi: TestClient

beforeAll(async () => {
  olivia = await TestClient.signedIn('olivia')
  ravi = await TestClient.signedIn('ravi')
})

const countOf = async (table: string) => Number(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n'))
const everything = async () => [await countOf('marathon'), await countOf('application'), await countOf('op_record')]
const good = () => op('marathon.create', newId('marathon'), marathonFields())

/** Sends a request that must be refused as a whole. @returns the problem */
async function refused(body: object): Promise<ProblemBody & { status: number }> {
  const before = await everything()
  const answer = await olivia.call('POST', '/sync', { uid: 'olivia', cursor: null, ops: [], ...body })
  expect(await everything(), 'nothing is applied').toEqual(before)
  return (await answer.json()) as ProblemBody
}

describe('a request that is malformed is refused whole, and names what is wrong', () => {
  it.each<[string, object, string]>([
    ['an unknown field', { extra: 1 }, 'extra'],
    ['ops that are no list', { ops: {} }, 'ops'],
    ['a cursor that is none', { cursor: 'yesterday' }, 'cursor'],
    ['a cursor of the wrong type', { cursor: 7 }, 'cursor'],
    ['no account', { uid: '' }, 'uid'],
  ])('%s', async (_what, body, field) => {
    const problem = await refused({ ops: [good()], ...body })
    expect(problem).toMatchObject({ status: 422, code: 'INVALID' })
    expect(Object.keys(problem.fields ?? {})).toContain(field)
  })

  it.each<[string, Partial<Record<keyof Op, unknown>> & { extra?: unknown }, string]>([
    ['an unknown field of an op', { extra: 1 }, 'ops.1.extra'],
    ['a version that is no number', { v: '1' }, 'ops.1.v'],
    ['an op id that is none', { opId: 'x' }, 'ops.1.opId'],
    ['a row id that is none', { id: '../etc/passwd' }, 'ops.1.id'],
    ['a patch that is no object', { patch: [1] }, 'ops.1.patch'],
    ['an instant that is none', { at: 'noon' }, 'ops.1.at'],
  ])('%s', async (_what, wrong, field) => {
    const problem = await refused({ ops: [good(), { ...good(), ...wrong }] })
    expect(problem).toMatchObject({ status: 422, code: 'INVALID' })
    expect(Object.keys(problem.fields ?? {})).toContain(field)
  })

  it('501 ops', async () => {
    expect(await refused({ ops: Array.from({ length: 501 }, good) })).toMatchObject({
      code: 'INVALID',
      fields: { ops: 'must be at most 500' },
    })
  })

  it('a body over 1 MB', async () => {
    const ops = [op('marathon.create', newId('marathon'), marathonFields({ description: 'x'.repeat(1_100_000) }))]
    expect(await refused({ ops })).toMatchObject({ status: 413, code: 'TOO_LARGE' })
  })

  it('a queue of another account', async () => {
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

describe('an op that is wrong is refused alone, and the others go on', () => {
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

  it('ids of other people’s rows: an event is forbidden, an application is not even told to exist', async () => {
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
      'NOT_FOUND',
    ])
    expect(await env.DB.prepare('SELECT location FROM marathon WHERE id = ?').bind(event).first('location')).toBe(
      'Hamburg',
    )
  })

  it('starts over for a well-formed cursor that is not ours, and still takes the ops', async () => {
    const answer = await olivia.sync({ cursor: 'somebody.12', ops: [good()] })
    expect(answer.reset).toBe(true)
    expect(answer.results).toEqual([expect.objectContaining({ status: 'applied' })])
  })
})
