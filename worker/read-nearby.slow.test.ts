import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SyncRequest, SyncResponse } from '../contract/sync.ts'
import { ROUTES, type Route } from './routes/route-table.ts'
import { invite, type Scene, sampleOf, setScene, signIn } from './testing/calls.ts'
import { TestClient } from './testing/client.ts'
import { LaggingD1 } from './testing/lagging-d1.ts'
import { applicationFields, marathonFields, newId, op } from './testing/rows.ts'

// A replica that lags behind cannot exist here: workerd has none. These tests run against a stand-in, which answers from
// an older copy of the database wherever a session allows it (worker/testing/lagging-d1.ts).

let d1: LaggingD1
beforeAll(async () => {
  d1 = await LaggingD1.make()
})
beforeEach(() => {
  d1.served = []
  d1.writesAtReplica = []
  d1.isReplicaOut = false
})

/** A phone whose account is signed in, and whose database has the replica. */
class Phone extends TestClient {
  static async open(name: string): Promise<Phone> {
    const phone = new Phone(newId(name), { DB: d1.db })
    phone.cookie = (await TestClient.signedIn(phone.uid)).cookie
    return phone
  }

  /** One pull, as a phone sends it that has the cursor and the bookmark of this response. */
  pull(from?: Pick<SyncResponse, 'cursor' | 'bookmark'>, more: Partial<SyncRequest> = {}) {
    const bookmark = from?.bookmark === undefined ? {} : { bookmark: from.bookmark }
    return this.sync({ cursor: from?.cursor ?? null, ...bookmark, ...more })
  }
}

const idsOf = ({ marathons }: SyncResponse) => marathons.map(({ _id }) => _id)

/** Creates a marathon at the primary. The replica does not have it. */
async function createMarathon(client: TestClient): Promise<string> {
  const id = newId('marathon')
  await client.sync({ ops: [op('marathon.create', id, marathonFields())] })
  return id
}

it('INV-23 only a pull with a cursor reads at a replica, and nothing is written there', async () => {
  const [olivia, ravi] = [await Phone.open('olivia'), await Phone.open('ravi')]
  const servedBy = async (route: Route, scene: Scene) => {
    const isLast = route.path === '/logout-everywhere' || route.path === '/account/deletion'
    const caller = isLast ? await Phone.open('leaver') : route.who === 'runner' ? ravi : olivia
    const { path, body, headers } = sampleOf(route).make(scene, caller.uid)
    d1.served = []
    await caller.call(route.method, path, body, headers)
    await caller.untilQuiet()
    return [...new Set(d1.served)]
  }
  for (const route of ROUTES)
    expect(await servedBy(route, await setScene(olivia, ravi)), `${route.method} ${route.path}`).not.toContain(
      'replica',
    )
  const first = await olivia.pull()
  await d1.catchUp()
  d1.served = []
  await olivia.pull(first)
  await olivia.untilQuiet()
  expect(d1.served).toEqual(['replica'])
  expect(d1.writesAtReplica).toEqual([])
})

describe('a pull', () => {
  it('reads at a replica, and nothing older than its bookmark', async () => {
    const olivia = await Phone.open('olivia')
    await d1.catchUp()
    const before = await olivia.pull()
    const id = await createMarathon(olivia)
    expect(before.bookmark).toMatch(/^v/)
    expect(idsOf(await olivia.pull(before))).not.toContain(id)
    const after = await olivia.sync({ ops: [op('marathon.update', id, { location: 'Kiel' }, { location: 'Hamburg' })] })
    const { cursor } = before
    expect(idsOf(await olivia.pull({ cursor, bookmark: after.bookmark }))).toContain(id)
    await d1.catchUp()
    d1.served = []
    expect(idsOf(await olivia.pull({ cursor, bookmark: after.bookmark }))).toContain(id)
    expect(new Set(d1.served)).toEqual(new Set(['replica']))
  })

  it('INV-23 without a bookmark reads nothing older than its cursor, and does not start over', async () => {
    const olivia = await Phone.open('olivia')
    const before = await olivia.pull()
    const id = await createMarathon(olivia)
    const { cursor } = await olivia.sync({ cursor: before.cursor, ops: [op('marathon.delete', newId('none'))] })
    await createMarathon(olivia)
    const page = await olivia.pull({ cursor })
    expect(page.reset).toBe(false)
    expect(idsOf(page)).not.toContain(id)
    expect(page.marathons).toHaveLength(1)
    expect(d1.served.slice(-2)).toEqual(['replica', 'primary'])
  })

  it('in the middle of a first pull reads nothing older than where that began', async () => {
    const olivia = await Phone.open('olivia')
    await createMarathon(olivia)
    const { cursor, epoch } = await olivia.sync({ ops: [op('marathon.delete', newId('none'))] })
    const page = await olivia.pull({ cursor: `${epoch}-${cursor?.split('.')[1]}.1` })
    expect(Number(page.cursor?.split('.')[1])).toBeGreaterThanOrEqual(Number(cursor?.split('.')[1]))
  })

  it('INV-23 that a live room asked for brings the commit that it was told of', async () => {
    const [olivia, ravi] = [await Phone.open('olivia'), await Phone.open('ravi')]
    await d1.catchUp()
    const before = await ravi.pull()
    const id = await createMarathon(olivia)
    const toldSeq = Number((await olivia.pull()).cursor?.split('.')[1])
    expect(idsOf(await ravi.pull(before))).not.toContain(id)
    expect(idsOf(await ravi.pull(before, { toldSeq }))).toContain(id)
  })

  it('from nothing has what the browser has just changed: a new helper gets the entrants', async () => {
    const [olivia, hana, ravi] = [await Phone.open('olivia'), await Phone.open('hana'), await Phone.open('ravi')]
    const marathonId = await createMarathon(olivia)
    const entry = newId('entry')
    await ravi.sync({ ops: [op('application.create', entry, applicationFields(marathonId))] })
    await d1.catchUp()
    const before = await hana.pull()
    await hana.call('POST', `/invitations/${await invite(olivia, marathonId)}`)
    const { applications } = await hana.pull({ cursor: null, bookmark: before.bookmark })
    expect(applications.map(({ _id }) => _id)).toContain(entry)
  })

  it('is not told by a replica from before a restore to start over', async () => {
    const olivia = await Phone.open('olivia')
    await d1.catchUp()
    await env.DB.prepare("UPDATE clock SET epoch = 'restored'").run()
    const { cursor } = await olivia.sync({ ops: [op('marathon.delete', newId('none'))] })
    const page = await olivia.pull({ cursor })
    expect([page.reset, page.epoch]).toEqual([false, 'restored'])
    // The old replica is ahead of this cursor.
    expect((await olivia.pull({ cursor: 'restored.1' })).reset).toBe(false)
    // This cursor is old, which the primary says too. A bookmark of the other history is replaced.
    const late = await olivia.pull({ cursor: 'before.1', bookmark: 'v999999' })
    expect([late.reset, late.epoch]).toEqual([true, 'restored'])
    expect(late.bookmark).toMatch(/^v000/)
    await d1.catchUp()
  })
})

it('INV-23 edits are decided at the primary, whatever the bookmark says', async () => {
  const [olivia, ravi, mia] = await Promise.all(['olivia', 'ravi', 'mia'].map((name) => Phone.open(name)))
  if (!olivia || !ravi || !mia) throw new Error('no phones')
  const id = newId('marathon')
  await olivia.sync({ ops: [op('marathon.create', id, marathonFields({ capacity: 1 }))] })
  await d1.catchUp()
  const { bookmark } = await mia.pull()
  await ravi.sync({ ops: [op('application.create', newId('entry'), applicationFields(id))] })
  d1.served = []
  const late = op('application.create', newId('entry'), applicationFields(id))
  const { results } = await mia.sync({ ops: [late], ...(bookmark ? { bookmark } : {}) })
  expect(results).toMatchObject([{ status: 'rejected', code: 'FULL' }])
  expect(new Set(d1.served)).toEqual(new Set(['primary']))
})

describe('a bookmark', () => {
  it.each([
    ['', 'is left out'],
    ['not a bookmark', 'is left out'],
    ['v'.repeat(200), 'is left out'],
    ['🏃', 'is left out'],
    ['wrong', 'is refused'],
  ])('that is malformed or unknown breaks no call, and is replaced: %s %s', async (wrong, outcome) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const olivia = await Phone.open('olivia')
    const { cursor } = await olivia.pull()
    const page = await olivia.pull({ cursor, bookmark: wrong })
    expect(page.halted).toBeNull()
    expect(page.bookmark).toMatch(/^v\d{6}$/)
    // What cannot be a bookmark does not get to D1.
    expect(warned).toHaveBeenCalledTimes(outcome === 'is refused' ? 1 : 0)
    warned.mockRestore()
  })

  it('is not sent where the database has no sessions, and everything works', async () => {
    const [olivia] = await signIn('olivia')
    const plain = new TestClient(olivia.uid, {
      DB: { prepare: env.DB.prepare.bind(env.DB), batch: env.DB.batch.bind(env.DB) } as unknown as D1Database,
    })
    plain.cookie = olivia.cookie
    await createMarathon(plain)
    const { cursor } = await plain.sync()
    const { halted, bookmark } = await plain.sync({ cursor })
    expect([halted, bookmark]).toEqual([null, undefined])
  })
})

it('a replica that is out costs a call its nearness alone', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const olivia = await Phone.open('olivia')
  const first = await olivia.pull()
  await d1.catchUp()
  d1.isReplicaOut = true
  expect((await olivia.pull(first)).halted).toBeNull()
  expect(JSON.parse(String(warned.mock.calls[0]?.[0]))).toEqual({ event: 'replica.failed', error: 'Error' })
  warned.mockRestore()
})
