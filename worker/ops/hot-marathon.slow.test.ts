import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { SyncRequest } from '../../contract/sync.ts'
import { requestD1 } from '../db/request-d1.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { racing, syncAs } from '../testing/sync-as.ts'
import { sync } from './sync.ts'

const actor = (uid: string) => ({ uid, email: `${uid}@example.com`, name: uid, issuedAt: 0 })

/** One sync call as the route makes it. @returns its result and its number of round trips to D1 */
async function call(uid: string, request: Partial<SyncRequest>) {
  const { db, meter } = requestD1(env.DB)
  const response = await sync(db, actor(uid), { uid, cursor: null, ops: [], ...request }, Date.now, true)
  return { ...response, roundTrips: meter.roundTrips }
}

it('accepts exactly 50 of 300 applications at once for 50 places, without a retry storm', {
  timeout: 60_000,
}, async () => {
  const id = newId('marathon')
  await call('olivia', { ops: [op('marathon.create', id, marathonFields({ capacity: 50 }))] })
  const runners = Array.from({ length: 300 }, (_, n) => `runner-${n}`)
  const answers = await Promise.all(
    runners.map((uid) => call(uid, { ops: [op('application.create', newId('application'), applicationFields(id))] })),
  )
  const codes = answers.map(({ halted, results }) => halted?.code ?? results[0]?.code ?? 'accepted')
  const event = await env.DB.prepare('SELECT reg_count AS n FROM marathon WHERE id = ?').bind(id).first<{ n: number }>()
  const live = await env.DB.prepare('SELECT count(*) AS n FROM application WHERE marathon_id = ?').bind(id).first('n')
  const retries = answers.reduce((sum, answer) => sum + answer.retries, 0)
  console.info(`300 applicants for 50 places: ${retries} guard retries`)
  expect(codes.filter((code) => code === 'accepted')).toHaveLength(50)
  expect(codes.filter((code) => code === 'FULL')).toHaveLength(250)
  expect([event?.n, live]).toEqual([50, 50])
  expect(retries).toBeLessThanOrEqual(300)
  // Three attempts with two round trips each.
  expect(Math.max(...answers.map(({ roundTrips: trips }) => trips))).toBeLessThanOrEqual(6)
})

it('needs no retry for 300 simultaneous applications if the marathon has room for all', {
  timeout: 60_000,
}, async () => {
  const id = newId('marathon')
  await call('olivia', { ops: [op('marathon.create', id, marathonFields({ capacity: 1000 }))] })
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      call(`crowd-${n}`, { ops: [op('application.create', newId('application'), applicationFields(id))] }),
    ),
  )
  expect(answers.filter(({ retries }) => retries > 0)).toEqual([])
  expect(Math.max(...answers.map(({ roundTrips: trips }) => trips))).toBeLessThanOrEqual(2)
})

it('costs one D1 round trip without ops, two for one op and two for 500', { timeout: 60_000 }, async () => {
  const event = newId('marathon')
  await call('olivia', { ops: [op('marathon.create', event, marathonFields({ perAccount: 500 }))] })
  const ids = Array.from({ length: 500 }, () => newId('application'))
  const ops = ids.map((id, n) => op('application.create', id, applicationFields(event, { firstName: `Ada ${n}` })))
  const flush = await call('paula', { ops })
  expect(flush.results.filter(({ status }) => status === 'applied')).toHaveLength(500)
  expect(flush.roundTrips).toBe(2)
  const one = await call('paula', { cursor: flush.page.cursor, ops: [op('application.delete', ids[0] ?? '')] })
  expect(one.roundTrips).toBe(2)
  const nothing = await call('paula', { cursor: one.page.cursor })
  expect(nothing.roundTrips).toBe(1)
})

it('tells a registered runner ALREADY_APPLIED, not FULL, even if the places change meanwhile', async () => {
  const id = newId('marathon')
  await call('olivia', { ops: [op('marathon.create', id, marathonFields({ capacity: 1 }))] })
  const taken = newId('application')
  await call('sara', { ops: [op('application.create', taken, applicationFields(id))] })
  const again = op('application.create', newId('application'), applicationFields(id))
  // Between the read and the write of this call, Sara cancels, and Ravi's other phone gets the place.
  const raced = racing(async () => {
    await call('sara', { ops: [op('application.delete', taken)] })
    await call('ravi', { ops: [op('application.create', newId('application'), applicationFields(id))] })
  })
  const { results } = await syncAs('ravi', [again], { d1: raced })
  expect(results).toEqual([{ opId: again.opId, status: 'rejected', code: 'ALREADY_APPLIED' }])
})

it('refuses with FULL if the same request frees the name but not a place', async () => {
  const id = newId('marathon')
  await call('olivia', { ops: [op('marathon.create', id, marathonFields({ capacity: 1 }))] })
  const [first, second] = [newId('application'), newId('application')]
  await call('ravi', { ops: [op('application.create', first, applicationFields(id))] })
  const rename = op('application.update', first, { firstName: 'Bo' }, { firstName: 'Ada' })
  const response = await call('ravi', { ops: [rename, op('application.create', second, applicationFields(id))] })
  expect(response.results.map(({ status, code }) => code ?? status)).toEqual(['applied', 'FULL'])
  expect(response.roundTrips).toBe(2)
})

it('of 400 at once, 200 wait in the order of commits, and 120 withdrawals promote 120', {
  timeout: 180_000,
}, async () => {
  const id = newId('marathon')
  await call('olivia', { ops: [op('marathon.create', id, marathonFields({ capacity: 200 }))] })
  const joins = Array.from({ length: 400 }, (_, n) => ({
    uid: `queue-${n}`,
    join: op('application.create', newId('application'), applicationFields(id, { waitingList: true })),
  }))
  const answers = await Promise.all(joins.map(({ uid, join }) => call(uid, { ops: [join] })))
  expect(answers.filter(({ results }) => results[0]?.status === 'applied')).toHaveLength(400)
  const line = async () => {
    const { results } = await env.DB.prepare(
      `SELECT a.id, a.status, r.seq AS committed FROM application a
        JOIN op_record r ON r.target_id = a.id AND r.type = 'application.create' WHERE a.marathon_id = ? ORDER BY r.seq`,
    )
      .bind(id)
      .all<{ id: string; status: string }>()
    return results
  }
  const before = await line()
  expect(before.map(({ status }) => status)).toEqual([...Array(200).fill('registered'), ...Array(200).fill('waiting')])

  const leaving = new Set(before.slice(0, 120).map((row) => row.id))
  const withdrawals = await Promise.all(
    joins.flatMap(({ uid, join }) =>
      leaving.has(join.id) ? [call(uid, { ops: [op('application.delete', join.id)] })] : [],
    ),
  )
  const retries = withdrawals.reduce((sum, answer) => sum + answer.retries, 0)
  console.info(`120 withdrawals: ${retries} guard retries`)
  const after = await line()
  expect(after.map((row) => row.id)).toEqual(before.slice(120).map((row) => row.id))
  expect(after.map(({ status }) => status)).toEqual([...Array(200).fill('registered'), ...Array(80).fill('waiting')])
  const numbers = await env.DB.prepare('SELECT reg_count AS r, waiting_count AS w FROM marathon WHERE id = ?')
    .bind(id)
    .first()
  expect(numbers).toEqual({ r: 200, w: 80 })
  expect(retries).toBe(0)
})
