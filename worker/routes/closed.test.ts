import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import type { DeliveryTask } from '../env.ts'
import worker from '../index.ts'
import { SHORT_CRON } from '../short-cron.ts'
import { problemOf } from '../testing/calls.ts'
import { emulatorToken, TestClient } from '../testing/client.ts'
import { marathonFields, newId, op } from '../testing/rows.ts'

it('refuses every write while it is closed, and neither reads, a sign-in nor a logout', async () => {
  const uid = newId('olivia')
  const closed = await TestClient.signedIn(uid, { WRITES: 'off' })
  const create = op('marathon.create', newId('marathon'), marathonFields())
  const sync = await closed.call('POST', '/sync', { uid, cursor: null, ops: [create] })
  expect(sync.headers.get('Retry-After')).toBe('60')
  expect(await problemOf(sync)).toMatchObject({ code: 'UNAVAILABLE' })
  for (const [method, path] of [
    ['POST', '/marathons'],
    ['PUT', `/marathons/${create.id}`],
    ['DELETE', `/marathons/${create.id}`],
    ['POST', `/marathons/${create.id}/invitations`],
    ['DELETE', `/marathons/${create.id}/invitations/none-0001`],
    ['POST', '/invitations/none-0001'],
    ['POST', '/marathonApplication'],
    ['POST', '/push-subscriptions'],
    ['POST', '/logout-everywhere'],
    ['POST', '/account/deletion'],
  ] as const) {
    expect((await closed.call(method, path, method === 'DELETE' ? undefined : {})).status, path).toBe(503)
  }
  expect((await closed.call('GET', '/marathons')).status).toBe(200)
  const headers = { Authorization: `Bearer ${emulatorToken(uid)}`, 'CF-Connecting-IP': newId('ip') }
  expect((await closed.call('POST', '/jwt', { email: `${uid}@example.com` }, headers)).status).toBe(200)

  const open = await TestClient.signedIn(uid)
  expect((await open.sync({ ops: [create] })).results).toMatchObject([{ status: 'applied' }])
  expect((await closed.call('POST', '/logout')).status).toBe(200)
})

it('lets no cron and no push write while it is closed, and both go on when it is open', async () => {
  const uid = newId('olivia')
  await TestClient.signedIn(uid)
  await env.DB.prepare("INSERT INTO account (uid, sessions_after, deleted_at, deletion) VALUES (?, 1, 1, 'due')")
    .bind(uid)
    .run()
  const budgets = 'INSERT INTO op_budget (uid, spent_until) VALUES (?, 1)'
  await env.DB.prepare(budgets).bind(uid).run()
  const everything = async () => {
    const tables = ['account', 'op_budget', 'clock', 'delivery_clock', 'delivery']
    const rows = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)))
    return JSON.stringify(rows.map(({ results }) => results))
  }
  const run = async (WRITES?: string) => {
    for (const cron of [SHORT_CRON, '17 3 * * *']) {
      const event = createScheduledController({ scheduledTime: new Date(), cron })
      await worker.scheduled(event, { ...env, ...(WRITES ? { WRITES } : {}) })
    }
  }
  const before = await everything()
  await run('off')
  const retryAll = vi.fn()
  const batch = {
    queue: 'startline-deliveries',
    messages: [],
    retryAll,
    ackAll: vi.fn(),
  } as unknown as MessageBatch<DeliveryTask>
  await worker.queue(batch, { ...env, WRITES: 'off' })
  expect(retryAll).toHaveBeenCalledWith({ delaySeconds: 900 })
  expect(await everything()).toBe(before)
  await run()
  expect(await everything()).not.toBe(before)
})
