import Dexie from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Account } from '../../store/account-context.tsx'
import { FIRST_SYNC } from '../../store/account-db.ts'
import { deviceDb } from '../../store/device-db.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { emptyAccount, marathonRow } from '../../testing/test-account.ts'
import { fetchedLists, useExploreMarathons, useUpcomingMarathons } from './public-lists.ts'

const network = vi.fn<typeof fetch>()
const listed = (title: string) => Response.json([{ ...marathonRow('event-0001'), title }])
const asked = () => network.mock.calls.map(([url]) => String(url)).sort()
const titles = (list: { rows: { title: string }[] }) => list.rows.map(({ title }) => title)
const signedIn = async (): Promise<Account> => ({
  db: await emptyAccount(),
  author: { name: 'Ada', email: 'ada@example.com' },
})

const realSetTimeout = globalThis.setTimeout
/** Makes some waits shorter: of the storage, and before a list is asked for once more. */
function hurry(shorter: Record<number, number>) {
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) =>
    realSetTimeout(run, shorter[ms] ?? ms)) as typeof setTimeout)
}
/** Makes the phone's storage refuse, or hang. */
function breakStorage(how: 'hangs' | 'writes fail') {
  const never = () => new Dexie.Promise<never>(() => undefined)
  const full = () => Dexie.Promise.reject(new DOMException('full', 'QuotaExceededError'))
  if (how === 'hangs') vi.spyOn(deviceDb.lists, 'get').mockImplementation(never)
  vi.spyOn(deviceDb.lists, 'put').mockImplementation(how === 'hangs' ? never : full)
}

beforeEach(async () => {
  await deviceDb.lists.clear()
  vi.stubGlobal('fetch', network)
  hurry({ 1000: 10 })
  network.mockImplementation(async (url) => listed(String(url)))
})
afterEach(async () => {
  fetchedLists.explore.set({})
  fetchedLists.upcoming.set({})
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  network.mockReset()
})

describe('the lists of the home page, for a visitor', () => {
  it('are fetched together where the phone has none, and are kept on the phone', async () => {
    const page = renderHook(() => useExploreMarathons(false))
    await until(() => expect(page.value().status).toBe('ready'))
    expect(titles(page.value())).toEqual(['/api/allMarathon'])
    expect(page.value()).toMatchObject({ isPublic: true, isSynced: false, problem: null })
    expect(page.value().savedAt).toBeGreaterThan(Date.now() - 60_000)
    await until(async () => expect(await deviceDb.lists.count()).toBe(2))
    expect(asked()).toEqual(['/api/allMarathon', '/api/upcomingMarathon'])
    page.leave()
  })

  it('say nothing, and never "none", until the first answer', async () => {
    network.mockReturnValue(new Promise(() => undefined))
    const page = renderHook(() => useUpcomingMarathons(false))
    await until(() => expect(network).toHaveBeenCalled())
    expect(page.value()).toMatchObject({ rows: [], status: 'loading', problem: null })
    page.leave()
  })

  it('show what was kept at once, and then what the network has now', async () => {
    await deviceDb.lists.put({
      key: 'upcoming',
      rows: [{ ...marathonRow('event-0001'), title: 'Kept' }] as never,
      savedAt: 5,
    })
    const coming = Promise.withResolvers<Response>()
    network.mockReturnValue(coming.promise)
    const page = renderHook(() => useUpcomingMarathons(false))
    await until(() => expect(page.value()).toMatchObject({ status: 'ready', savedAt: 5 }))
    expect(titles(page.value())).toEqual(['Kept'])
    coming.resolve(listed('New'))
    await until(() => expect(titles(page.value())).toEqual(['New']))
    expect(asked()).toEqual(['/api/upcomingMarathon'])
    page.leave()
  })

  it('are asked of nobody while it is not known who is here', async () => {
    await deviceDb.lists.put({
      key: 'explore',
      rows: [{ ...marathonRow('event-0001'), title: 'Kept' }] as never,
      savedAt: 5,
    })
    const page = renderHook(() => useExploreMarathons(true))
    await until(() => expect(titles(page.value())).toEqual(['Kept']))
    expect(page.value()).toMatchObject({ isPublic: false, problem: null })
    expect(network).not.toHaveBeenCalled()
    page.leave()
  })

  it('are shown where the storage does not answer, also before it is known who is here', async () => {
    hurry({ 5000: 200 })
    breakStorage('hangs')
    const page = renderHook(() => useExploreMarathons(true))
    await until(() => expect(page.value().status).toBe('loading'))
    expect(network).not.toHaveBeenCalled()
    await until(() => expect(titles(page.value())).toEqual(['/api/allMarathon']))
    expect(page.value()).toMatchObject({ status: 'ready', savedAt: null })
    page.leave()
  })

  it('are shown where another tab blocks the account’s database, and give way to its rows', async () => {
    hurry({ 5000: 200 })
    const account = await signedIn()
    await account.db.marathons.put({ ...marathonRow('event-0002'), title: 'Synced', own: 0, gen: 0 })
    const synced = { ...FIRST_SYNC, syncedAt: Date.now() }
    const blocked = Promise.withResolvers<typeof synced>()
    vi.spyOn(account.db.sync, 'get').mockImplementation((() => Dexie.Promise.resolve(blocked.promise)) as never)
    const page = renderHook(() => useExploreMarathons(false), account)
    await until(() => expect(titles(page.value())).toEqual(['/api/allMarathon']))
    expect(page.value().status).toBe('ready')
    await account.db.sync.put(synced)
    blocked.resolve(synced)
    await until(() => expect(titles(page.value())).toEqual(['Synced']))
    page.leave()
  })

  it('are shown where the phone could not keep them', async () => {
    breakStorage('writes fail')
    const page = renderHook(() => useExploreMarathons(false))
    await until(() => expect(titles(page.value())).toEqual(['/api/allMarathon']))
    expect(page.value()).toMatchObject({ status: 'ready', savedAt: null })
    page.leave()
  })

  it.each([
    ['offline', false, 'offline'],
    ['failed', true, 'failed'],
  ])(
    'say that the network is missing (%s), each once, and are fetched when asked again',
    async (_name, onLine, problem) => {
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
      network.mockRejectedValue(new TypeError('Failed to fetch'))
      const page = renderHook(() => ({ explore: useExploreMarathons(false), upcoming: useUpcomingMarathons(false) }))
      await until(() => expect(page.value().explore.problem).toBe(problem))
      expect(page.value().explore.status).toBe('ready')
      await until(() => expect(page.value().upcoming).toMatchObject({ problem, isProblemShownElsewhere: true }))
      network.mockImplementation(async (url) => listed(String(url)))
      page.value().explore.retry()
      await until(() => expect(titles(page.value().explore)).toEqual(['/api/allMarathon']))
      expect(page.value().explore.problem).toBeNull()
      page.leave()
    },
  )

  it('are asked of the network also where the browser takes it for gone', async () => {
    dispatchEvent(new Event('offline'))
    network.mockRejectedValue(new TypeError('Failed to fetch'))
    const page = renderHook(() => useExploreMarathons(false))
    await until(() => expect(page.value().problem).toBe('failed'))
    page.leave()
    dispatchEvent(new Event('online'))
  })

  it('are not waited for by a page that was left', async () => {
    network.mockReturnValue(new Promise(() => undefined))
    const page = renderHook(() => useUpcomingMarathons(false))
    await until(() => expect(network).toHaveBeenCalledTimes(1))
    const signal = network.mock.calls[0]?.[1]?.signal
    expect(signal?.aborted).toBe(false)
    page.leave()
    await until(() => expect(signal?.aborted).toBe(true))
  })

  it('are waited for as long as one part of the page wants them', async () => {
    network.mockReturnValue(new Promise(() => undefined))
    const [one, other] = [renderHook(() => useUpcomingMarathons(false)), renderHook(() => useUpcomingMarathons(false))]
    await until(() => expect([one, other].map((page) => page.value().isPublic)).toEqual([true, true]))
    await until(() => expect(network).toHaveBeenCalledTimes(1))
    const signal = network.mock.calls[0]?.[1]?.signal
    one.leave()
    await new Promise((resolve) => realSetTimeout(resolve, 20))
    expect(signal?.aborted).toBe(false)
    other.leave()
    await until(() => expect(signal?.aborted).toBe(true))
  })

  it('are asked for again when the user comes back to the page, and not when they leave it', async () => {
    const page = renderHook(() => useUpcomingMarathons(false))
    await until(() => expect(titles(page.value())).toEqual(['/api/upcomingMarathon']))
    const visibility = vi.spyOn(document, 'visibilityState', 'get')
    for (const state of ['hidden', 'visible'] as const) {
      visibility.mockReturnValue(state)
      document.dispatchEvent(new Event('visibilitychange'))
      expect(network).toHaveBeenCalledTimes(state === 'hidden' ? 1 : 2)
    }
    page.leave()
  })

  it.each([
    ['a captive portal', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }), 'portal'],
    ['a captive portal that redirects', () => Response.error(), 'portal'],
    ['a captive portal that says so (511)', () => new Response('<html>', { status: 511 }), 'portal'],
    ['something that is no list', () => Response.json({ hello: 1 }), 'failed'],
    ['a failing server', () => Response.json([], { status: 500 }), 'failed'],
  ])('take nothing from %s, and tell it', async (_name, answer, problem) => {
    network.mockImplementation(async () => answer())
    const page = renderHook(() => useExploreMarathons(false))
    await until(() => expect(page.value().problem).toBe(problem))
    expect(await deviceDb.lists.count()).toBe(0)
    page.leave()
  })
})

describe('the lists of the home page, for an account', () => {
  it('are its own events once it is in step, without the network', async () => {
    const account = await signedIn()
    await account.db.marathons.put({ ...marathonRow('event-0002', { title: 'Synced' }), own: 0, gen: 0 })
    await account.db.sync.put({ ...FIRST_SYNC, syncedAt: 7 })
    const first: unknown[] = []
    const page = renderHook(() => {
      const list = useExploreMarathons(false)
      if (list.status === 'loading') first.push([list.isSynced, list.rows.length])
      return list
    }, account)
    await until(() => expect(titles(page.value())).toEqual(['Synced']))
    expect(first[0]).toEqual([false, 0])
    expect(page.value()).toMatchObject({ isPublic: false, isSynced: true, savedAt: 7, status: 'ready' })
    expect(network).not.toHaveBeenCalled()
    page.leave()
  })

  it('are the public ones until then', async () => {
    const page = renderHook(() => useExploreMarathons(false), await signedIn())
    await until(() => expect(titles(page.value())).toEqual(['/api/allMarathon']))
    expect(page.value()).toMatchObject({ isPublic: true, isSynced: false })
    page.leave()
  })

  it('begin by the server’s clock', async () => {
    const account = await signedIn()
    const startDate = new Date(Date.now() + 30 * 60_000).toISOString()
    await account.db.marathons.put({ ...marathonRow('event-0002', { startDate }), own: 0, gen: 0 })
    await account.db.sync.put({ ...FIRST_SYNC, syncedAt: 7, serverOffsetMs: 3_600_000 })
    const page = renderHook(() => useUpcomingMarathons(false), account)
    await until(() => expect(page.value().isSynced).toBe(true))
    expect(page.value().rows).toEqual([])
    page.leave()
  })

  it('never show for an account what was read for a visitor', async () => {
    await deviceDb.lists.put({
      key: 'explore',
      rows: [{ ...marathonRow('event-0001'), title: 'Kept' }] as never,
      savedAt: 5,
    })
    network.mockReturnValue(new Promise(() => undefined))
    const account = await signedIn()
    await account.db.sync.put({ ...FIRST_SYNC, syncedAt: 7 })
    const seen: string[] = []
    const page = renderHook(() => {
      const list = useExploreMarathons(false)
      seen.push(`${list.isSynced ? 'own' : 'public'}:${titles(list)}`)
      return list
    })
    await until(() => expect(titles(page.value())).toEqual(['Kept']))
    page.as(account)
    await until(() => expect(page.value().isSynced).toBe(true))
    expect(seen.at(-1)).toBe('own:')
    page.leave()
  })
})
