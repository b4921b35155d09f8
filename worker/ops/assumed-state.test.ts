import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Fields } from '../../contract/sync.ts'
import { meterD1 } from '../db/meter-d1.ts'
import { applicationFields, inDays, marathonFields, newId } from '../testing/rows.ts'
import { applyRequest } from './apply-ops.ts'
import { parseOp } from './decide/known-op.ts'

const OPTIONS = { timeSource: Date.now, isLimited: true }
let marathonId = ''

const opOf = (type: 'marathon.create' | 'application.create' | 'application.delete', id: string, patch: Fields) =>
  parseOp({ opId: `op-${crypto.randomUUID()}`, type, id, base: null, patch, content: JSON.stringify(patch) })
const application = (id = newId('application'), other: Fields = {}) =>
  opOf('application.create', id, applicationFields(marathonId, other))
const actorOf = (uid: string, issuedAt?: number) => ({ uid, email: '', name: '', ...(issuedAt ? { issuedAt } : {}) })

/** Applies ops. @returns the codes of their verdicts, and the round trips to D1 */
async function apply(uid: string, ops: ReturnType<typeof opOf>[], more: { issuedAt?: number; cursor?: string } = {}) {
  const { db, meter } = meterD1(env.DB)
  const request = { actor: actorOf(uid, more.issuedAt), ops, cursor: more.cursor ?? null }
  const { opResults, halted, retries } = await applyRequest(db, request, OPTIONS)
  const codes = halted ? halted.code : opResults.map(({ verdict }) => verdict.code ?? verdict.status).join()
  return { codes, trips: meter.roundTrips, retries }
}
const run = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .run()
const count = () =>
  env.DB.prepare('SELECT count(*) AS n FROM application WHERE marathon_id = ?').bind(marathonId).first('n')

/** What a right assumption costs, and a wrong one: its batch is in vain, then a read and a batch follow. */
const RIGHT = { trips: 1, retries: 0 }
const WRONG = { trips: 3, retries: 0 }

// Another worker's changes are made by SQL here: this isolate does not learn of them.
beforeEach(async () => {
  marathonId = newId('marathon')
  await apply('olivia', [opOf('marathon.create', marathonId, marathonFields({ capacity: 3 }))])
  expect(await apply('first', [application()])).toEqual({ codes: 'applied', trips: 2, retries: 0 })
})

it('an application to a marathon that the isolate knows costs one round trip', async () => {
  expect(await apply('ravi', [application()])).toEqual({ codes: 'applied', ...RIGHT })
  expect(await apply('mia', [application()])).toEqual({ codes: 'applied', ...RIGHT })
  expect(await apply('late', [application()])).toEqual({ codes: 'FULL', ...RIGHT })
  expect(await apply('later', [application(undefined, { waitingList: true })])).toEqual({ codes: 'applied', ...RIGHT })
  expect(await count()).toBe(4)
})

describe('a wrong assumption is read again', () => {
  it('about the op', async () => {
    const op = application()
    await apply('ravi', [op])
    expect(await apply('ravi', [op])).toEqual({ codes: 'applied', trips: 2, retries: 0 })
    await expect(apply('mia', [op])).rejects.toMatchObject({ code: 'WRONG_ACCOUNT' })
    expect(await count()).toBe(2)
  })
  it('about the person', async () => {
    await apply('ravi', [application()])
    expect(await apply('ravi', [application()])).toEqual({ codes: 'ALREADY_APPLIED', ...WRONG })
  })
  it('about the id', async () => {
    const id = newId('application')
    await apply('ravi', [application(id)])
    expect(await apply('ravi', [application(id)])).toEqual({ codes: 'applied', ...WRONG })
    expect(await apply('mia', [application(id)])).toEqual({ codes: 'GONE', ...WRONG })
    await apply('ravi', [opOf('application.delete', id, {})])
    expect(await apply('ravi', [application(id)])).toEqual({ codes: 'GONE', ...WRONG })
  })
  it('about the places', async () => {
    await run('UPDATE marathon SET reg_count = 3 WHERE id = ?', marathonId)
    expect(await apply('ravi', [application()])).toEqual({ codes: 'FULL', ...WRONG })
    await run('UPDATE marathon SET reg_count = 2 WHERE id = ?', marathonId)
    expect(await apply('mia', [application()])).toEqual({ codes: 'applied', ...WRONG })
  })
  it.each([
    ['the window', 'reg_end = ?', inDays(-0.5), 'REG_CLOSED'],
    ['a cancellation', 'cancelled = ?', 'storm', 'REG_CLOSED'],
    ['the capacity', 'capacity = ?', 1, 'FULL'],
  ])('about the marathon: %s', async (_what, set, value, code) => {
    await run(`UPDATE marathon SET ver = ver + 1, ${set} WHERE id = ?`, value, marathonId)
    expect(await apply('ravi', [application()])).toEqual({ codes: code, ...WRONG })
  })
  it('about a marathon that is gone', async () => {
    await run('DELETE FROM marathon WHERE id = ?', marathonId)
    expect(await apply('ravi', [application()])).toEqual({ codes: 'NOT_FOUND', ...WRONG })
  })
  it('about the session', async () => {
    await run('INSERT INTO account (uid, sessions_after) VALUES (?, 1000)', 'ravi')
    await expect(apply('ravi', [application()], { issuedAt: 1000 })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await count()).toBe(1)
    expect(await apply('ravi', [application()], { issuedAt: 1001 })).toEqual({ codes: 'applied', ...RIGHT })
  })
  it('about the budget', async () => {
    await run('INSERT INTO op_budget VALUES (?, ?)', 'spender', Date.now() + 1e9)
    await expect(apply('spender', [application()])).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(await count()).toBe(1)
  })
  it('about the database, which was put back in time and went another way', async () => {
    await run('UPDATE clock SET epoch = ?', newId('epoch'))
    await run('UPDATE marathon SET capacity = 1 WHERE id = ?', marathonId)
    expect(await apply('ravi', [application()])).toEqual({ codes: 'FULL', ...WRONG })
  })
})

it.each([
  ['another op', () => [application(), opOf('application.delete', newId('a'), {})]],
  ['more than five ops', () => Array.from({ length: 6 }, (_, n) => application(undefined, { firstName: `Ada ${n}` }))],
  ['an application that is not well-formed', () => [opOf('application.create', newId('a'), { marathonId })]],
])('nothing is assumed with %s', async (_what, ops) => {
  expect((await apply('ravi', ops())).trips).toBe(2)
})

it('nothing is assumed of a marathon that was seen before the database was put back in time', async () => {
  const epoch = crypto.randomUUID().slice(0, 8)
  await run('UPDATE clock SET epoch = ?', epoch)
  await run("UPDATE marathon SET time_zone = 'Asia/Tokyo', capacity = 1 WHERE id = ?", marathonId)
  expect(await apply('ravi', [application()], { cursor: `${epoch}.1` })).toEqual({
    codes: 'FULL',
    trips: 2,
    retries: 0,
  })
})

it('nothing is assumed for a cursor of another epoch', async () => {
  expect((await apply('ravi', [application()], { cursor: 'elsewhere.5' })).codes).toBe('UNAVAILABLE')
})
