import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { noteMarathon } from '../group/crowds.ts'
import { groupCommit } from '../group/group-commit.ts'
import { problemOf, signIn } from '../testing/calls.ts'
import type { TestClient } from '../testing/client.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'
import { parseOp } from './decide/known-op.ts'
import { contentOf } from './op-content.ts'

let marathonId = ''
let olivia: TestClient
let mallory: TestClient
let people = 0

const apply = (other = {}) =>
  op('application.create', newId('entry'), applicationFields(marathonId, { firstName: `Ada ${++people}`, ...other }))
const many = (count: number) => Array.from({ length: count }, () => apply())
const verdictsOf = ({ results }: { results: { status: string; code?: string | undefined }[] }) =>
  results.map(({ status, code }) => code ?? status)
const live = (uid: string) =>
  env.DB.prepare('SELECT count(*) AS n FROM application WHERE marathon_id = ? AND owner_uid = ?')
    .bind(marathonId, uid)
    .first('n')
const change = async (patch: object, base: object) =>
  verdictsOf(await olivia.sync({ ops: [op('marathon.update', marathonId, { ...patch }, { ...base })] }))

beforeEach(async () => {
  const [one, other] = await signIn('olivia', 'mallory')
  olivia = one
  mallory = other
  marathonId = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', marathonId, marathonFields({ capacity: 300, perAccount: 3 }))] })
})

describe('the applications of one account at one marathon', () => {
  it('INV-27 are at most perAccount, and the next one is refused with the limit', async () => {
    const { results } = await mallory.sync({ ops: many(300) })
    expect(results.filter(({ status }) => status === 'applied')).toHaveLength(3)
    expect(results[3]).toMatchObject({
      code: 'ACCOUNT_LIMIT',
      fields: {
        perAccount: { code: 'MOST_PER_ACCOUNT', values: { max: 3 } },
      },
    })
    const response = await mallory.call('POST', '/marathonApplication', applicationFields(marathonId))
    expect(response.status).toBe(409)
    expect(await problemOf(response)).toEqual({ code: 'ACCOUNT_LIMIT', fields: ['perAccount'] })
    const [ravi] = await signIn('ravi')
    expect((await ravi.call('POST', '/marathonApplication', applicationFields(marathonId))).status).toBe(201)
  })

  it('are ten where the organiser says nothing, as the original client does', async () => {
    marathonId = newId('marathon')
    expect((await olivia.call('POST', '/marathons', { _id: marathonId, ...marathonFields() })).status).toBe(201)
    expect(verdictsOf(await mallory.sync({ ops: many(11) }))).toEqual([...Array(10).fill('applied'), 'ACCOUNT_LIMIT'])
    expect((await olivia.call('PUT', `/marathons/${marathonId}`, { perAccount: 11 })).status).toBe(200)
    const { perAccount: _, ...older } = { ...marathonFields({ location: 'Kiel' }), perAccount: 0 }
    expect((await olivia.call('PUT', `/marathons/${marathonId}`, older)).status).toBe(200)
    expect(verdictsOf(await mallory.sync({ ops: many(2) }))).toEqual(['applied', 'ACCOUNT_LIMIT'])
  })

  it('make room when one is withdrawn, also inside one request', async () => {
    const [first, ...rest] = many(3) as [ReturnType<typeof apply>, ...ReturnType<typeof apply>[]]
    await mallory.sync({ ops: [first, ...rest] })
    const ops = [apply(), op('application.delete', first.id), apply(), apply()]
    expect(verdictsOf(await mallory.sync({ ops }))).toEqual(['ACCOUNT_LIMIT', 'applied', 'applied', 'ACCOUNT_LIMIT'])
    expect(await live(mallory.uid)).toBe(3)
  })

  it('stay where the organiser lowers the limit, and grow again where the organiser raises it', async () => {
    const ops = many(3)
    await mallory.sync({ ops })
    expect(await change({ perAccount: 1 }, { perAccount: 3 })).toEqual(['applied'])
    const edit = op('application.update', ops[0]?.id ?? '', { location: 'Kiel' }, { location: '' })
    expect(verdictsOf(await mallory.sync({ ops: [edit, apply()] }))).toEqual(['applied', 'ACCOUNT_LIMIT'])
    expect(await change({ perAccount: 2000 }, { perAccount: 1 })).toEqual(['applied'])
    expect(verdictsOf(await mallory.sync({ ops: many(100) }))).toEqual(Array(100).fill('applied'))
  })

  it('are counted with those that wait, and anew for each try', async () => {
    await olivia.sync({ ops: [op('marathon.update', marathonId, { capacity: 1 }, { capacity: 300 })] })
    const waiting = Array.from({ length: 4 }, () => apply({ waitingList: true }))
    expect(verdictsOf(await mallory.sync({ ops: waiting }))).toEqual([...Array(3).fill('applied'), 'ACCOUNT_LIMIT'])
  })

  it('INV-27 stay below the limit if phones of the account apply at the same moment', async () => {
    await Promise.all(Array.from({ length: 12 }, () => mallory.sync({ ops: [apply()] })))
    expect(await live(mallory.uid)).toBe(3)
  })

  it('stay below a limit that is lowered between read and write', async () => {
    const ops = [...many(6), op('application.delete', newId('none'))]
    const { results } = await syncAs(mallory.uid, ops, {
      d1: racing(() => change({ perAccount: 1 }, { perAccount: 3 })),
    })
    expect(results.filter(({ status }) => status === 'applied')).toHaveLength(1)
  })

  it('are refused rightly if one is withdrawn between read and write', async () => {
    const first = apply()
    await mallory.sync({ ops: [first, ...many(2)] })
    const withdrawal = () => mallory.sync({ ops: [op('application.delete', first.id)] })
    const asked = [apply(), op('application.delete', newId('none'))]
    expect(verdictsOf(await syncAs(mallory.uid, asked, { d1: racing(withdrawal) }))).toEqual(['applied', 'NOT_FOUND'])
  })

  it('INV-2 are refused as registered already if another phone registers the person in between', async () => {
    const first = apply()
    await mallory.sync({ ops: [first, ...many(2)] })
    const [person, same] = [apply({ firstName: 'Bo' }), apply({ firstName: 'Bo' })]
    const exchange = () => mallory.sync({ ops: [op('application.delete', first.id), person] })
    expect(verdictsOf(await syncAs(mallory.uid, [same], { d1: racing(exchange) }))).toEqual(['ALREADY_APPLIED'])
  })

  it('INV-27 stay below the limit in a group commit, where others apply in the same batch', async () => {
    noteMarathon(marathonId, Date.now(), false, Date.now())
    const group = groupCommit(env)
    const requests = Array.from({ length: 30 }, (_, n) => {
      const uid = n % 3 === 0 ? `honest-${n}` : mallory.uid
      const one = apply()
      const known = parseOp({ ...one, type: 'application.create', content: contentOf(one) })
      return { actor: { uid, email: '', name: '' }, ops: [known] }
    })
    const outcomes = await Promise.all(requests.map((request) => group.submit(request)))
    const codes = outcomes.map((one) => (one?.kind === 'decided' ? one.opResults[0]?.verdict.status : one?.kind))
    expect(codes.filter((code) => code === 'applied')).toHaveLength(13)
    expect(await live(mallory.uid)).toBe(3)
  })
})

describe('the limit itself', () => {
  const created = async (fields: object) =>
    (await olivia.sync({ ops: [op('marathon.create', newId('marathon'), marathonFields({ ...fields }))] })).results[0]

  it.each([
    [0, { code: 'AT_LEAST', values: { min: 1 } }],
    [2001, { code: 'AT_MOST', values: { max: 2000 } }],
    [1.5, { code: 'NOT_A_WHOLE_NUMBER' }],
    [null, { code: 'NOT_A_WHOLE_NUMBER' }],
  ])('%s is INVALID', async (perAccount, words) => {
    expect(await created({ perAccount })).toMatchObject({ code: 'INVALID', fields: { perAccount: words } })
  })

  it('is at most 10 in a ballot, for a new one, a raised one and one that becomes a ballot', async () => {
    const wrong = { code: 'INVALID', fields: { perAccount: { code: 'AT_MOST_IN_BALLOT', values: { max: 10 } } } }
    expect(await created({ registration: 'ballot', capacity: 5, perAccount: 11 })).toMatchObject(wrong)
    expect(await created({ registration: 'ballot', capacity: 5, perAccount: 10 })).toMatchObject({ status: 'applied' })
    expect(await change({ registration: 'ballot' }, { registration: 'first-come' })).toEqual(['applied'])
    expect(await change({ perAccount: 11 }, { perAccount: 3 })).toEqual(['INVALID'])
    expect(await change({ registration: 'first-come' }, { registration: 'ballot' })).toEqual(['applied'])
    expect(await change({ perAccount: 11 }, { perAccount: 3 })).toEqual(['applied'])
    expect(await change({ registration: 'ballot' }, { registration: 'first-come' })).toEqual(['INVALID'])
    const both = { registration: 'ballot', perAccount: 10 }
    expect(await change(both, { registration: 'first-come', perAccount: 11 })).toEqual(['applied'])
  })
})
