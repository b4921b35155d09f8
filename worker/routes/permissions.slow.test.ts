import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { api } from '../api.ts'
import { makeHelper, SAMPLE_CALLS, type Scene, sampleOf, setScene } from '../testing/calls.ts'
import { TestClient } from '../testing/client.ts'
import { ROUTES, type Route } from './route-table.ts'

const keyOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

/** The status of each kind of route for each kind of user. `done` means the route's own status. */
const EXPECTED: Record<Route['who'], Record<'anonymous' | 'stranger' | 'helper', number | 'done'>> = {
  anyone: { anonymous: 'done', stranger: 'done', helper: 'done' },
  token: { anonymous: 401, stranger: 'done', helper: 'done' },
  user: { anonymous: 401, stranger: 'done', helper: 'done' },
  'marathon-owner': { anonymous: 401, stranger: 403, helper: 403 },
  'application-owner': { anonymous: 401, stranger: 404, helper: 404 },
}

async function callAs(client: TestClient, route: Route, scene: Scene, headers: Record<string, string> = {}) {
  const { path, body, headers: own } = sampleOf(route).make(scene, client.uid)
  return await client.call(route.method, path, body, { ...own, ...headers })
}

async function people() {
  const [olivia, ravi, mallory] = await Promise.all(
    ['olivia', 'ravi', 'mallory'].map((uid) => TestClient.signedIn(`${uid}-${crypto.randomUUID()}`)),
  )
  if (!olivia || !ravi || !mallory) throw new Error('three sign-ins')
  return { olivia, ravi, mallory, nobody: new TestClient(''), scene: await setScene(olivia, ravi) }
}

async function rowsOf({ marathonId, applicationId }: Scene) {
  const marathon = await env.DB.prepare('SELECT * FROM marathon WHERE id = ?').bind(marathonId).first()
  const application = await env.DB.prepare('SELECT * FROM application WHERE id = ?').bind(applicationId).first()
  const invitations = await env.DB.prepare('SELECT * FROM invitation WHERE marathon_id = ?').bind(marathonId).all()
  const helpers = await env.DB.prepare('SELECT * FROM staff WHERE marathon_id = ?').bind(marathonId).all()
  return { marathon, application, invitations: invitations.results, helpers: helpers.results }
}

it('has a row and a sample call for every route of the app, and no others', () => {
  const handled = api.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => keyOf({ method, path }))
  const rows = ROUTES.map(({ method, path }) => keyOf({ method, path: `/api${path}` }))
  expect([...new Set(handled)].sort()).toEqual(rows.sort())
  expect(Object.keys(SAMPLE_CALLS).sort()).toEqual(ROUTES.map(keyOf).sort())
})

describe.each(ROUTES.map((route) => ({ name: keyOf(route), route })))('$name', ({ route }) => {
  const expected = EXPECTED[route.who]
  const statusOf = (outcome: number | 'done') => (outcome === 'done' ? route.status : outcome)

  it(`returns ${expected.anonymous} to a client that is not signed in, and changes nothing`, async () => {
    const { nobody, scene } = await people()
    const before = await rowsOf(scene)
    const response = await callAs(nobody, route, scene)
    expect(response.status).toBe(statusOf(expected.anonymous))
    expect(await rowsOf(scene)).toEqual(before)
  })

  it(`answers ${expected.stranger} to a user whose row it is not, and leaves the row`, async () => {
    const { mallory, scene } = await people()
    const before = await rowsOf(scene)
    const response = await callAs(mallory, route, scene)
    expect(response.status).toBe(statusOf(expected.stranger))
    const after = await rowsOf(scene)
    expect(after.application).toEqual(before.application)
    if (route.who !== 'user') expect(after).toEqual(before)
  })

  it(`answers ${expected.helper} to a helper of the marathon, and leaves the row`, async () => {
    const { olivia, mallory, scene } = await people()
    await makeHelper(olivia, mallory, scene.marathonId)
    const before = await rowsOf(scene)
    const response = await callAs(mallory, route, scene)
    expect(response.status).toBe(statusOf(expected.helper))
    const after = await rowsOf(scene)
    expect(after.application).toEqual(before.application)
    if (route.who !== 'user') expect(after).toEqual(before)
  })

  it('succeeds for the owner', async () => {
    const { olivia, ravi, scene } = await people()
    const response = await callAs(route.who === 'application-owner' ? ravi : olivia, route, scene)
    expect(response.status).toBe(route.status)
  })

  if (route.method === 'GET') return
  it('refuses the owner from another site, and changes nothing', async () => {
    const { olivia, ravi, scene } = await people()
    const owner = route.who === 'application-owner' ? ravi : olivia
    const before = await rowsOf(scene)
    const evil: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ]
    for (const headers of evil) expect((await callAs(owner, route, scene, headers)).status).toBe(403)
    expect(await rowsOf(scene)).toEqual(before)
  })
})
