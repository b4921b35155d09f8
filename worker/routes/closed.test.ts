import { expect, it } from 'vitest'
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
    ['DELETE', `/marathons/${create.id}/helpers/none-0001`],
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
