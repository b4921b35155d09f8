import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { OpType, SyncRequest } from '../../contract/sync.ts'
import { meterD1 } from '../db/meter-d1.ts'
import { applicationFields, marathonFields, newId, op } from '../test-rows.ts'
import { sync } from './sync.ts'

const actor = (uid: string) => ({ uid, email: `${uid}@example.com`, name: uid })

/** One sync call as the route makes it. @returns its answer and what it cost at D1 */
async function call(uid: string, request: Partial<SyncRequest>) {
  const { db, meter } = meterD1(env.DB)
  const answer = await sync(db, actor(uid), { uid, cursor: null, ops: [], ...request }, Date.now)
  return { ...answer, trips: meter.trips }
}

it('accepts exactly 50 of 300 simultaneous applications to an event for 50, without a retry storm', {
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
  // Two trips are one try; each two more are a guard that failed.
  const retries = answers.reduce((sum, { trips }) => sum + (trips - 2) / 2, 0)
  console.info(`300 applicants for 50 places: ${retries} guard retries`)
  expect(codes.filter((code) => code === 'accepted')).toHaveLength(50)
  expect(codes.filter((code) => code === 'FULL')).toHaveLength(250)
  expect([event?.n, live]).toEqual([50, 50])
  expect(retries).toBeLessThanOrEqual(300)
  expect(Math.max(...answers.map(({ trips }) => trips))).toBeLessThanOrEqual(6)
})

it('makes nobody wait for anybody where an event has room for all', { timeout: 60_000 }, async () => {
  const id = newId('marathon')
  await call('olivia', { ops: [op('marathon.create', id, marathonFields({ capacity: 1000 }))] })
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      call(`crowd-${n}`, { ops: [op('application.create', newId('application'), applicationFields(id))] }),
    ),
  )
  expect(answers.map(({ trips }) => trips).filter((trips) => trips !== 2)).toEqual([])
})

it('costs one D1 round trip with nothing to say, two for one op and two for 500', { timeout: 60_000 }, async () => {
  const ids = Array.from({ length: 500 }, () => newId('marathon'))
  const create = (type: OpType) => ids.map((id) => op(type, id, marathonFields()))
  const flush = await call('paula', { ops: create('marathon.create') })
  expect(flush.results.filter(({ status }) => status === 'applied')).toHaveLength(500)
  expect(flush.trips).toBe(2)
  const one = await call('paula', { cursor: flush.page.cursor, ops: [op('marathon.delete', ids[0] ?? '')] })
  expect(one.trips).toBe(2)
  const nothing = await call('paula', { cursor: one.page.cursor })
  expect(nothing.trips).toBe(1)
})
