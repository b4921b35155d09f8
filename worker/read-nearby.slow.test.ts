import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Marathon } from '../contract/marathon.ts'
import type { SyncRequest, SyncResponse } from '../contract/sync.ts'
import { noteMarathon } from './group/crowds.ts'
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

/** A signed-in browser whose database has the replica. It keeps the cookies of its bookmarks, as browsers do. */
class Browser extends TestClient {
  /** Those of its cookies that begin with `bookmark`. */
  bookmarks = new Map<string, string>()
  /** The answers to calls that begin now come after this. */
  arrival: Promise<void> | undefined

  static async open(name: string): Promise<Browser> {
    const browser = new Browser(newId(name), { DB: d1.db })
    browser.cookie = (await TestClient.signedIn(browser.uid)).cookie
    return browser
  }

  override async send(path: string, init: RequestInit): Promise<Response> {
    const { arrival } = this
    const cookies = [this.cookie, ...Array.from(this.bookmarks, ([name, value]) => `${name}=${value}`)]
    const headers = { ...Object.fromEntries(new Headers(init.headers)), Cookie: cookies.join('; ') }
    const response = await super.send(path, { ...init, headers })
    await arrival
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^(bookmark[^=]*)=([^;]*)/.exec(cookie) ?? []
      if (name && value) this.bookmarks.set(name, value)
    }
    return response
  }

  async read<T>(path: string): Promise<T> {
    return (await this.call('GET', path)).json<T>()
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

describe('the calls of REST', () => {
  it('INV-23 read at a replica, and after a write what was written', async () => {
    const [olivia, other] = [await Browser.open('olivia'), await Browser.open('other')]
    const response = await olivia.call('POST', '/marathons', { _id: newId('marathon'), ...marathonFields() })
    const { insertedId } = await response.json<{ insertedId: string }>()
    expect((await olivia.call('GET', `/marathons/${insertedId}`)).status).toBe(200)
    // Somebody who has seen nothing yet reads the replica, which lags behind.
    expect((await other.call('GET', `/marathons/${insertedId}`)).status).toBe(404)
    await d1.catchUp()
    d1.served = []
    expect((await olivia.call('GET', `/marathons/${insertedId}`)).status).toBe(200)
    expect((await other.call('GET', `/marathons/${insertedId}`)).status).toBe(200)
    expect(new Set(d1.served)).toEqual(new Set(['replica']))
  })

  it('read after an application what the group commit has written', async () => {
    const [olivia, ravi] = [await Browser.open('olivia'), await Browser.open('ravi')]
    const id = await createMarathon(olivia)
    await d1.catchUp()
    await ravi.call('GET', '/marathonApplication')
    noteMarathon(id, Date.now(), false, Date.now())
    const { title, startDate } = await ravi.read<Marathon>(`/marathons/${id}`)
    // An older client names no marathon, so the worker reads the database before the commit.
    const { marathonId: _, ...fields } = applicationFields(id, { title, startDate })
    d1.served = []
    expect((await ravi.call('POST', '/marathonApplication', fields)).status).toBe(201)
    // The commit was not this worker's.
    expect(d1.served).toHaveLength(1)
    expect(await ravi.read('/marathonApplication')).toHaveLength(1)
    expect(ravi.bookmarks.get('bookmark')).toMatch(/^v\d{6}$/)
  })

  it('read nothing older than what the browser has read', async () => {
    const [olivia, ravi] = [await Browser.open('olivia'), await Browser.open('ravi')]
    const id = await createMarathon(olivia)
    // Ravi's phone is told of a commit, and pulls it from the primary.
    const { cursor } = await olivia.pull()
    await ravi.pull(undefined, { toldSeq: Number(cursor?.split('.')[1]) })
    expect((await ravi.call('GET', `/marathons/${id}`)).status).toBe(200)
  })

  it('read what the browser has written, although the answer to an older read comes after it', async () => {
    const olivia = await Browser.open('olivia')
    await d1.catchUp()
    // A pull reads the replica, and its answer is on its way for long.
    const late = Promise.withResolvers<void>()
    olivia.arrival = late.promise
    const pull = olivia.pull()
    await vi.waitFor(() => expect(d1.served).toContain('replica'))
    olivia.arrival = undefined
    const response = await olivia.call('POST', '/marathons', { _id: newId('marathon'), ...marathonFields() })
    const { insertedId } = await response.json<{ insertedId: string }>()
    late.resolve()
    await pull
    expect((await olivia.call('GET', `/marathons/${insertedId}`)).status).toBe(200)
  })

  it('send the bookmark in a cookie of the API alone, for an hour, with private responses', async () => {
    const olivia = await Browser.open('olivia')
    const first = await olivia.call('GET', '/marathonApplication')
    expect(first.headers.get('Set-Cookie')).toMatch(
      /^bookmark-read=v\d{6}; Max-Age=3600; Path=\/api; HttpOnly; SameSite=Strict$/,
    )
    // It stands in the cookie already.
    expect((await olivia.call('GET', '/marathonApplication')).headers.get('Set-Cookie')).toBeNull()
    await createMarathon(olivia)
    const { ballotId } = await setScene(olivia, await Browser.open('ravi'))
    olivia.bookmarks.clear()
    for (const path of ['/allMarathon', '/upcomingMarathon', `/marathons/${ballotId}/draw`, '/config'])
      expect((await olivia.call('GET', path)).headers.get('Set-Cookie'), path).toBeNull()
    const https = new Request('https://startline.example/api/marathonApplication', {
      headers: { Cookie: olivia.cookie.replace('session=', '__Host-session=') },
    })
    const { default: worker } = await import('./index.ts')
    const response = await worker.fetch(https as never, { ...env, DB: d1.db }, {} as never)
    expect(response.headers.get('Set-Cookie')).toMatch(/; Secure; /)
  })

  it.each(['/logout', '/logout-everywhere'])('delete the cookie at %s', async (path) => {
    const olivia = await Browser.open('olivia')
    await olivia.call('GET', '/marathonApplication')
    const response = await olivia.call('POST', path)
    expect(response.status).toBe(200)
    const deleted = response.headers.getSetCookie().filter((cookie) => cookie.startsWith('bookmark'))
    const rest = '=; Max-Age=0; Path=/api; HttpOnly; SameSite=Strict'
    expect(deleted).toEqual([`bookmark${rest}`, `bookmark-read${rest}`])
  })

  it('read at a replica and write nothing there, or are decided at the primary', async () => {
    const [olivia, ravi] = [await Browser.open('olivia'), await Browser.open('ravi')]
    const isRead = ({ method, path }: Route) => (method === 'GET' && path !== '/health') || path === '/sync'
    const servedBy = async (route: Route, scene: Scene) => {
      const isLast = route.path === '/logout-everywhere' || route.path === '/account/deletion'
      const caller = isLast ? await Browser.open('leaver') : route.who === 'application-owner' ? ravi : olivia
      const { path, body, headers } = sampleOf(route).make(scene, caller.uid)
      caller.bookmarks.clear()
      d1.served = []
      await caller.call(route.method, path, body, headers)
      await caller.untilQuiet()
      return [...new Set(d1.served)]
    }
    const scene = await setScene(olivia, ravi)
    await d1.catchUp()
    for (const route of ROUTES.filter(isRead))
      expect(await servedBy(route, scene), `${route.method} ${route.path}`).not.toContain('primary')
    for (const route of ROUTES.filter((one) => !isRead(one)))
      expect(await servedBy(route, await setScene(olivia, ravi)), `${route.method} ${route.path}`).not.toContain(
        'replica',
      )
    expect(d1.writesAtReplica).toEqual([])
  })
})

describe('a pull', () => {
  it('reads at a replica, and nothing older than its bookmark', async () => {
    const olivia = await Browser.open('olivia')
    const before = await olivia.pull()
    const id = await createMarathon(olivia)
    olivia.bookmarks.clear()
    expect(before.bookmark).toMatch(/^v/)
    expect(idsOf(await olivia.pull(before))).not.toContain(id)
    const after = await olivia.sync({ ops: [op('marathon.update', id, { location: 'Kiel' }, { location: 'Hamburg' })] })
    olivia.bookmarks.clear()
    const { cursor } = before
    expect(idsOf(await olivia.pull({ cursor, bookmark: after.bookmark }))).toContain(id)
    await d1.catchUp()
    d1.served = []
    expect(idsOf(await olivia.pull({ cursor, bookmark: after.bookmark }))).toContain(id)
    expect(new Set(d1.served)).toEqual(new Set(['replica']))
  })

  // An older app sends no bookmark, and a cookie may have ended.
  it('INV-23 without a bookmark reads nothing older than its cursor, and does not start over', async () => {
    const olivia = await Browser.open('olivia')
    const before = await olivia.pull()
    const id = await createMarathon(olivia)
    const { cursor } = await olivia.sync({ cursor: before.cursor, ops: [op('marathon.delete', newId('none'))] })
    await createMarathon(olivia)
    olivia.bookmarks.clear()
    const page = await olivia.pull({ cursor })
    expect(page.reset).toBe(false)
    expect(idsOf(page)).not.toContain(id)
    expect(page.marathons).toHaveLength(1)
    expect(d1.served.slice(-2)).toEqual(['replica', 'primary'])
  })

  it('in the middle of a first pull reads nothing older than where that began', async () => {
    const olivia = await Browser.open('olivia')
    await createMarathon(olivia)
    const { cursor, epoch } = await olivia.sync({ ops: [op('marathon.delete', newId('none'))] })
    olivia.bookmarks.clear()
    const page = await olivia.pull({ cursor: `${epoch}-${cursor?.split('.')[1]}.1` })
    expect(Number(page.cursor?.split('.')[1])).toBeGreaterThanOrEqual(Number(cursor?.split('.')[1]))
  })

  it('INV-23 that a live room asked for brings the commit that it was told of', async () => {
    const [olivia, ravi] = [await Browser.open('olivia'), await Browser.open('ravi')]
    const before = await ravi.pull()
    const id = await createMarathon(olivia)
    const toldSeq = Number((await olivia.pull()).cursor?.split('.')[1])
    expect(idsOf(await ravi.pull(before))).not.toContain(id)
    expect(idsOf(await ravi.pull(before, { toldSeq }))).toContain(id)
  })

  it('from nothing has what the browser has just changed: a new helper gets the entrants', async () => {
    const [olivia, hana, ravi] = [await Browser.open('olivia'), await Browser.open('hana'), await Browser.open('ravi')]
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
    const olivia = await Browser.open('olivia')
    await d1.catchUp()
    await env.DB.prepare("UPDATE clock SET epoch = 'restored'").run()
    const { cursor } = await olivia.sync({ ops: [op('marathon.delete', newId('none'))] })
    olivia.bookmarks.clear()
    const page = await olivia.pull({ cursor })
    expect([page.reset, page.epoch]).toEqual([false, 'restored'])
    olivia.bookmarks.clear()
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
  const [olivia, ravi, mia] = await Promise.all(['olivia', 'ravi', 'mia'].map((name) => Browser.open(name)))
  if (!olivia || !ravi || !mia) throw new Error('no browsers')
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
    // It sorts after those of D1, so it would count again at the next call.
    ['wrong', 'is refused'],
  ])('that is malformed or unknown breaks no call, and is replaced: %s %s', async (wrong, outcome) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const olivia = await Browser.open('olivia')
    const id = await createMarathon(olivia)
    olivia.bookmarks.clear()
    const page = await olivia.pull({ cursor: null, bookmark: wrong })
    expect(page.halted).toBeNull()
    expect(page.bookmark).toMatch(/^v\d{6}$/)
    for (const name of ['bookmark', 'bookmark-read']) {
      olivia.bookmarks = new Map([[name, encodeURIComponent(wrong)]])
      expect((await olivia.call('GET', '/marathonApplication')).status).toBe(200)
      // It is replaced, so that the next call has no trouble.
      expect((await olivia.call('GET', '/marathonApplication')).status).toBe(200)
    }
    // What cannot be a bookmark does not get to D1.
    expect(warned).toHaveBeenCalledTimes(outcome === 'is refused' ? 3 : 0)
    olivia.bookmarks.clear()
    expect((await olivia.pull({ cursor: page.cursor, bookmark: 'unknown' })).halted).toBeNull()
    expect((await olivia.call('GET', `/marathons/${id}`)).status).toBe(200)
    warned.mockRestore()
  })

  it('is not sent where the database has no sessions, and everything works', async () => {
    const [olivia] = await signIn('olivia')
    const plain = new TestClient(olivia.uid, {
      DB: { prepare: env.DB.prepare.bind(env.DB), batch: env.DB.batch.bind(env.DB) } as unknown as D1Database,
    })
    plain.cookie = olivia.cookie
    const id = await createMarathon(plain)
    const response = await plain.call('GET', `/marathons/${id}`)
    expect([response.status, response.headers.get('Set-Cookie')]).toEqual([200, null])
    expect((await plain.sync()).bookmark).toBeUndefined()
  })
})

it('a replica that is out costs a call its nearness alone', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const olivia = await Browser.open('olivia')
  d1.isReplicaOut = true
  expect((await olivia.call('GET', '/marathonApplication')).status).toBe(200)
  expect((await olivia.pull()).halted).toBeNull()
  expect(JSON.parse(String(warned.mock.calls[0]?.[0]))).toEqual({ event: 'replica.failed', error: 'Error' })
  warned.mockRestore()
})
