import { expect, it } from 'vitest'
import { sampleOf, setScene } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { applicationFields, marathonFields, newId, op } from '../testing/rows.ts'
import { ROUTES } from './route-table.ts'

const MAX_CACHE_AGE_MS = 1000

function tripsOf(response: Response): number {
  return Number(/db;desc="(\d+) trips"/.exec(response.headers.get('Server-Timing') ?? '')?.[1])
}

it.each(ROUTES)('$method $path costs no more round trips to D1 than it needs', async (route) => {
  const { roundTrips: trips, make } = sampleOf(route)
  const olivia = await TestClient.signedIn(newId('olivia'))
  const owner = route.who === 'runner' ? await TestClient.signedIn(newId('ravi')) : olivia
  const { path, body, headers } = make(await setScene(olivia, owner), owner.uid)
  // A public list may come from the cache, which is old after one second.
  if (route.who === 'anyone' && trips > 0) await new Promise((done) => setTimeout(done, MAX_CACHE_AGE_MS))
  // For a minute after its first read, the worker knows whether the account's sessions were ended.
  await owner.call('GET', '/marathonApplication')
  expect(tripsOf(await owner.call(route.method, path, body, headers))).toBe(trips)
})

it.each([1, 2, 50, 500])('decides %i synced ops in two round trips, also if they are repeated', async (count) => {
  const olivia = await TestClient.signedIn(newId('olivia'))
  const id = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', id, marathonFields())] })
  const ops = Array.from({ length: count }, (_, n) =>
    op('application.create', newId('application'), applicationFields(id, { firstName: `Ada ${n}` })),
  )
  const request = { uid: olivia.uid, cursor: null, ops }
  for (const _time of ['first', 'second']) expect(tripsOf(await olivia.call('POST', '/sync', request))).toBe(2)
})

it('returns a public list from its cache within a second', async () => {
  const nobody = new TestClient('nobody')
  await nobody.call('GET', '/allMarathon')
  expect(tripsOf(await nobody.call('GET', '/allMarathon'))).toBe(0)
})
