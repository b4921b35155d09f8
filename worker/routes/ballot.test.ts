import { env } from 'cloudflare:workers'
import { expect, it, vi } from 'vitest'
import type { Application } from '../../contract/application.ts'
import type { Draw, Marathon } from '../../contract/marathon.ts'
import { signIn } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, inDays, marathonFields, newId, op } from '../testing/rows.ts'

const HOUR_DAYS = 1 / 24

/** A ballot for one place, which two runners entered while it was open. Its window is closed now if `isClosed`. */
async function ballot(isClosed: boolean) {
  const [olivia, ravi, sara] = await signIn('olivia', 'ravi', 'sara')
  const id = newId('ballot')
  const fields = marathonFields({ registration: 'ballot', capacity: 1 })
  await olivia.sync({ ops: [op('marathon.create', id, fields)] })
  const ids = [newId('entry'), newId('entry')] as const
  await ravi.sync({ ops: [op('application.create', ids[0], applicationFields(id))] })
  await sara.sync({ ops: [op('application.create', ids[1], applicationFields(id))] })
  const closing = { regEnd: inDays(-HOUR_DAYS) }
  if (isClosed) await olivia.sync({ ops: [op('marathon.update', id, closing, { regEnd: fields.regEnd })] })
  const row = await env.DB.prepare('SELECT secret_seed, commitment FROM marathon WHERE id = ?')
    .bind(id)
    .first<{ secret_seed: string; commitment: string }>()
  return { olivia, ravi, sara, id, ids, seed: String(row?.secret_seed), commitment: row?.commitment }
}

/** Every text that leaves the worker for these clients, and what it logs meanwhile. */
async function everythingTold(clients: TestClient[], id: string): Promise<string> {
  const told: string[] = []
  for (const method of ['log', 'error', 'warn', 'info'] as const) {
    vi.spyOn(console, method).mockImplementation((...line: unknown[]) => {
      told.push(line.join(' '))
    })
  }
  try {
    for (const client of [...clients, new TestClient('nobody')]) {
      const read = async (path: string, headers: Record<string, string> = {}) =>
        told.push(await (await client.call('GET', path, undefined, headers)).text())
      const paths = ['/allMarathon', '/upcomingMarathon', '/marathons', `/marathons/${id}`, '/marathonApplication']
      for (const path of [...paths, `/marathons/${id}/draw`, `/marathons/${id}/entrants`]) await read(path)
      await read(`/marathons/${id}/entrants`, { Accept: 'text/csv' })
      const ops = [
        op('marathon.update', id, { location: 'Kiel' }, { location: 'elsewhere', seed: '', commitment: '' }),
        op('marathon.update', id, { seed: 'x' }),
        op('marathon.draw', id),
      ]
      told.push(await (await client.call('POST', '/sync', { uid: client.uid, cursor: null, ops })).text())
      told.push(await (await client.call('PUT', `/marathons/${id}`, { secretSeed: 'x', title: 'x' })).text())
    }
  } finally {
    vi.restoreAllMocks()
  }
  const { results } = await env.DB.prepare('SELECT * FROM op_record').all()
  return JSON.stringify([told, results])
}

it('INV-20 never tells the seed before the draw: not in any response, log or op record', async () => {
  const { olivia, ravi, id, seed, commitment } = await ballot(false)
  const told = await everythingTold([olivia, ravi], id)
  expect(told).toContain(commitment)
  expect(told).not.toContain(seed)
})

it('tells everybody the seed after the draw, with the ids of all who took part and no name', async () => {
  const { olivia, ravi, id, ids, seed, commitment } = await ballot(true)
  const early = await new TestClient('nobody').call('GET', `/marathons/${id}/draw`)
  expect(early.status).toBe(404)
  await olivia.sync({ ops: [op('marathon.draw', id)] })
  expect(await everythingTold([ravi], id)).toContain(seed)
  const response = await new TestClient('nobody').call('GET', `/marathons/${id}/draw`)
  const draw = await response.json<Draw>()
  expect({ ...draw, ids: draw.ids.toSorted() }).toEqual({
    marathonId: id,
    commitment,
    seed,
    places: 1,
    ids: [...ids].sort(),
  })
  expect(response.headers.get('Cache-Control')).toContain('public')
})

it('limits the reads of draws from one address', async () => {
  const { olivia, id } = await ballot(true)
  await olivia.sync({ ops: [op('marathon.draw', id)] })
  const keys: string[] = []
  const limit = { limit: async ({ key }: { key: string }) => ({ success: keys.push(key) < 2 }) }
  const nobody = new TestClient('nobody', { LIST_LIMIT: limit as unknown as RateLimit })
  const read = async () =>
    (await nobody.call('GET', `/marathons/${id}/draw`, undefined, { 'CF-Connecting-IP': '192.0.2.7' })).status
  expect([await read(), await read()]).toEqual([200, 429])
  expect(keys).toEqual(['address:192.0.2.7', 'address:192.0.2.7'])
})

// The original client knows no ballot, and may send the whole marathon back.
it('lets the original client apply, put the whole marathon back, and read the outcome', async () => {
  const { olivia, id, ids } = await ballot(false)
  const dora = await TestClient.signedIn(newId('dora'))
  const read = async () => await (await dora.call('GET', `/marathons/${id}`)).json<Marathon>()
  const before = await read()
  const { title, startDate, location, image, description } = before
  const person = { firstName: 'Dora', lastName: 'Runner', phoneNumber: '01712345678', additionalInfo: '' }
  const form = { title, startDate, location, image, description, ...person, email: `${dora.uid}@example.com` }
  expect((await dora.call('POST', '/marathonApplication', { ...form, marathonId: id })).status).toBe(201)
  const put = await dora.call('PUT', `/marathons/${id}`, { ...before, regCount: before.regCount + 1 })
  expect([put.status, await put.json()]).toEqual([200, { acknowledged: true, matchedCount: 1, modifiedCount: 0 }])
  expect(await read()).toMatchObject({ regCount: 0, enteredCount: 3, ver: 1 })

  const own = await olivia.call('PUT', `/marathons/${id}`, { ...(await read()), location: 'Sylhet' })
  expect(await own.json()).toMatchObject({ modifiedCount: 1 })
  await olivia.call('PUT', `/marathons/${id}`, { regEnd: inDays(-HOUR_DAYS) })
  await olivia.sync({ ops: [op('marathon.draw', id)] })
  expect(await read()).toMatchObject({ regCount: 1, waitingCount: 2, enteredCount: 0, location: 'Sylhet' })
  const [mine] = await (await dora.call('GET', '/marathonApplication')).json<Application[]>()
  expect(['registered', 'waiting']).toContain(mine?.status)
  expect(mine?.drawOrder).toBeGreaterThan(0)
  const edited = await dora.call('PUT', `/marathonApplication/${mine?._id}`, { ...mine, lastName: 'R' })
  expect(await edited.json()).toMatchObject({ modifiedCount: 1 })
  const removed = await dora.call('DELETE', `/marathonApplication/${mine?._id}`)
  expect(await removed.json()).toMatchObject({ deletedCount: 1 })
  expect(ids).toHaveLength(2)
})
