import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Fields, Op } from '../../contract/sync.ts'
import { made, signIn } from '../testing/calls.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'
import { syncAs } from '../testing/sync-as.ts'

const [olivia, ravi] = await signIn('olivia', 'ravi')
let marathonId = ''

async function call(ops: Op[], now = Date.now(), uid = 'ravi') {
  const { results } = await syncAs(uid, ops, { now, isLimited: false })
  return results.map(({ status, code }) => code ?? status)
}
const apply = (firstName: string, other: Fields = {}) =>
  op('application.create', newId('entry'), applicationFields(marathonId, { firstName, lastName: 'Smith', ...other }))
const rename = ({ id }: Op, from: string, to: string, other: Fields = {}) =>
  op('application.update', id, { firstName: to, ...other }, { firstName: from })
async function open(other: Fields = {}) {
  marathonId = newId('event')
  await call([op('marathon.create', marathonId, marathonFields(other))], Date.now(), 'olivia')
}
async function names() {
  const { results } = await env.DB.prepare('SELECT first_name AS name FROM application WHERE marathon_id = ?')
    .bind(marathonId)
    .all<{ name: string }>()
  return results.map(({ name }) => name).sort()
}

beforeEach(() => open())

describe('names that look alike', () => {
  it('get one ticket of a ballot, however they are written', async () => {
    await open({ registration: 'ballot', capacity: 9 })
    const alike = [
      'John\u200b',
      'Jo\u00adhn',
      'JOHN',
      'Jöhn',
      'Ｊohn',
      'Jоhn',
      'Jo-hn',
      'J\u200aohn',
      'John.',
      'Jo\u034fhn',
    ]
    expect(await call([apply('John')])).toEqual(['applied'])
    const verdicts = await call(alike.flatMap((name) => [apply(name), apply(name, { namesake: true })]))
    expect(new Set(verdicts)).toEqual(new Set(['ALREADY_APPLIED']))
    expect(await names()).toEqual(['John'])
  })

  it('are no way around it for a rename in a ballot', async () => {
    await open({ registration: 'ballot', capacity: 9 })
    const [john, jane] = [apply('John'), apply('Jane')]
    await call([john, jane])
    const toJohn = (name: string) => rename(jane, 'Jane', name, { namesake: true })
    expect(await call([toJohn('John'), toJohn('Jоhn'), toJohn('John\u2060')])).toEqual(Array(3).fill('ALREADY_APPLIED'))
  })
})

describe('a namesake', () => {
  it('is refused until the user says so, and then in, as often as there are some', async () => {
    expect(await call([apply('John'), apply('john'), apply('JOHN', { namesake: true })])).toEqual([
      'applied',
      'ALREADY_APPLIED',
      'applied',
    ])
    expect(await call([apply('Jöhn', { namesake: true }), apply('John')])).toEqual(['applied', 'ALREADY_APPLIED'])
    expect(await names()).toEqual(['JOHN', 'John', 'Jöhn'])
  })

  it('that is none takes the name, so that the next one is asked for', async () => {
    expect(await call([apply('John', { namesake: true }), apply('John')])).toEqual(['applied', 'ALREADY_APPLIED'])
  })

  it('is made by a rename too, and may be written otherwise without asking', async () => {
    const [john, jane] = [apply('John'), apply('Jane')]
    expect(await call([john, jane, rename(jane, 'Jane', 'John')])).toEqual(['applied', 'applied', 'ALREADY_APPLIED'])
    expect(await call([rename(jane, 'Jane', 'John', { namesake: true }), rename(jane, 'John', 'JOHN')])).toEqual([
      'applied',
      'applied',
    ])
    expect(await names()).toEqual(['JOHN', 'John'])
    // With another name it frees nobody's, and takes its own.
    expect(await call([rename(jane, 'JOHN', 'Jim'), apply('John'), apply('Jim')])).toEqual([
      'applied',
      'ALREADY_APPLIED',
      'ALREADY_APPLIED',
    ])
  })

  it('after the draw of a ballot is in as at other events', async () => {
    await open({ registration: 'ballot', capacity: 9 })
    await call([apply('John')])
    const later = Date.now() + 11 * 86_400_000
    await call([op('marathon.draw', marathonId)], later, 'olivia')
    await call([op('marathon.update', marathonId, { regEnd: inDays(15) }, { regEnd: undefined })], later, 'olivia')
    const row = await env.DB.prepare('SELECT seed, reg_end AS regEnd FROM marathon WHERE id = ?')
      .bind(marathonId)
      .first<{ seed: string; regEnd: string }>()
    await call([op('marathon.update', marathonId, { regEnd: inDays(15) }, { regEnd: row?.regEnd })], later, 'olivia')
    expect(row?.seed).toBeTruthy()
    expect(await call([apply('John'), apply('John', { namesake: true })], later)).toEqual([
      'ALREADY_APPLIED',
      'applied',
    ])
  })

  it('of a REST client sends a field, and the refusal names it', async () => {
    const id = await made(olivia, '/marathons', marathonFields())
    const body = applicationFields(id, { firstName: 'John' })
    expect((await ravi.call('POST', '/marathonApplication', body)).status).toBe(201)
    const refused = await ravi.call('POST', '/marathonApplication', body)
    expect(await refused.json()).toMatchObject({
      status: 409,
      code: 'ALREADY_APPLIED',
      detail: expect.stringContaining('namesake'),
    })
    const second = await ravi.call('POST', '/marathonApplication', { ...body, namesake: true })
    expect(second.status).toBe(201)
    const { insertedId } = await second.json<{ insertedId: string }>()
    const list = await (await ravi.call('GET', '/marathonApplication')).json<Fields[]>()
    expect(list.find(({ _id }) => _id === insertedId)).not.toHaveProperty('namesake')
  })

  it('of a REST client is refused in a ballot, which the refusal says', async () => {
    const id = await made(olivia, '/marathons', marathonFields({ registration: 'ballot', capacity: 5 }))
    const body = applicationFields(id, { firstName: 'John', namesake: true })
    expect((await ravi.call('POST', '/marathonApplication', body)).status).toBe(201)
    expect(await (await ravi.call('POST', '/marathonApplication', body)).json()).toMatchObject({
      status: 409,
      fields: { namesake: { code: 'NOT_IN_BALLOT' } },
    })
  })
})
