import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { PROBLEMS, Problem, type ProblemCode } from '../../../contract/problem.ts'
import { renderHook, until } from '../../testing/render-hook.tsx'
import { applicationRow, emptyAccount, marathonRow, queueEdits } from '../../testing/test-account.ts'
import type { Account } from '../account-context.tsx'
import { type AccountDb, FIRST_SYNC } from '../account-db.ts'
import { queryClient } from '../query-client.ts'
import { deleteMarathon } from './marathons.ts'
import { useOneMarathon } from './one-marathon.ts'

const ID = 'event-0001'
const network = vi.fn<typeof fetch>()
let db: AccountDb
let account: Account

beforeEach(async () => {
  db = await emptyAccount()
  account = { db, author: { name: 'Ada', email: 'ada@example.com' } }
  vi.stubGlobal('fetch', network)
  network.mockImplementation(async () => problem('NOT_FOUND'))
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  network.mockReset()
})

const problem = (code: ProblemCode) =>
  Response.json(new Problem(code, 'no').toBody(), { status: PROBLEMS[code].status })
const look = () => renderHook(() => useOneMarathon(ID), account)
const keep = () => db.marathons.put({ ...marathonRow(ID), own: 0, gen: 0 })

describe('one event', () => {
  it('is the phone’s own where it has it, and nobody is asked', async () => {
    await keep()
    const states = new Set<string>()
    const page = renderHook(() => {
      const told = useOneMarathon(ID)
      states.add(told.state)
      return told
    }, account)
    expect(await until(() => stateOf(page, 'here'))).toMatchObject({ kept: true, marathon: { _id: ID } })
    expect(network).not.toHaveBeenCalled()
    expect([...states]).toEqual(['loading', 'here'])
    page.leave()
  })

  it('of the server is another one at the next address', async () => {
    const { role, ver, ...sent } = marathonRow(ID)
    network.mockImplementation(async (url) => Response.json({ ...sent, ver, _id: String(url).split('/').at(-1) }))
    for (const id of [ID, 'event-0002']) {
      const page = renderHook(() => useOneMarathon(id), account)
      expect(await until(() => stateOf(page, 'here'))).toMatchObject({ marathon: { _id: id } })
      page.leave()
    }
  })

  it('is the server’s where the phone has none, and is not kept', async () => {
    const { role, ver, ...sent } = marathonRow(ID)
    network.mockImplementation(async () => Response.json({ ...sent, ver }))
    const page = look()
    expect(await until(() => stateOf(page, 'here'))).toMatchObject({
      kept: false,
      marathon: { _id: ID, role: null, pending: null },
    })
    expect(network.mock.calls.map(([url]) => url)).toEqual([`/api/marathons/${ID}`])
    expect(await db.marathons.count()).toBe(0)
    page.leave()
  })

  it.each(['NOT_FOUND', 'GONE', 'INVALID'] as const)('is missing where the server answers %s', async (code) => {
    network.mockImplementation(async () => problem(code))
    const page = look()
    await until(() => stateOf(page, 'missing'))
    page.leave()
  })

  it('waits while the server has not answered', async () => {
    network.mockReturnValue(new Promise(() => undefined))
    const page = look()
    await until(() => expect(network).toHaveBeenCalled())
    expect(page.value()).toEqual({ state: 'loading' })
    page.leave()
  })

  it.each([
    ['offline', false],
    ['failed', true],
  ] as const)('tells what is wrong (%s), and tries again when asked', async (state, onLine) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
    network.mockImplementation(async () => new Response('', { status: 500 }))
    const page = look()
    const told = await until(() => stateOf(page, state))
    network.mockImplementation(async () => problem('NOT_FOUND'))
    if ('retry' in told) told.retry()
    await until(() => stateOf(page, 'missing'))
    page.leave()
  })

  it.each([true, false])('tells a captive portal, and never that the phone is offline (onLine %s)', async (onLine) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
    network.mockImplementation(async () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }))
    const page = look()
    await until(() => stateOf(page, 'portal'))
    page.leave()
  })

  it('is asked for no longer by a page that was left', async () => {
    network.mockReturnValue(new Promise(() => undefined))
    const page = look()
    await until(() => expect(network).toHaveBeenCalled())
    const signal = network.mock.calls[0]?.[1]?.signal
    expect(signal?.aborted).toBe(false)
    page.leave()
    await until(() => expect(signal?.aborted).toBe(true))
  })

  it('is missing, not deleted, after a look at another, or if only an edit of it is queued', async () => {
    await keep()
    await queueEdits(db, ['event-0009'])
    let id = ID
    const page = renderHook(() => useOneMarathon(id), account)
    await until(() => stateOf(page, 'here'))
    id = 'event-0009'
    page.as(account)
    await until(() => stateOf(page, 'missing'))
    await deleteMarathon(db, ID)
    id = ID
    page.as(account)
    await until(() => stateOf(page, 'deleted'))
    page.leave()
  })

  it('of the server becomes the phone’s own with the first pull, and is there all the time', async () => {
    const { role, ver, ...sent } = marathonRow(ID)
    network.mockImplementation(async () => Response.json({ ...sent, ver }))
    const states: string[] = []
    const page = renderHook(() => {
      const told = useOneMarathon(ID)
      states.push(told.state)
      return told
    }, account)
    await until(() => stateOf(page, 'here'))
    states.length = 0
    // What the pull brings when the user had applied on another phone.
    await db.transaction('rw', db.marathons, db.applications, db.sync, async () => {
      await keep()
      await db.applications.put({ ...applicationRow('entry-0001', ID), own: 1, gen: 0 })
      await db.sync.put({ ...FIRST_SYNC, syncedAt: 1 })
    })
    await until(() => expect(page.value()).toMatchObject({ state: 'here', kept: true }))
    expect(new Set(states)).toEqual(new Set(['here']))
    page.leave()
  })

  it('of the server stays where fetching it again fails', async () => {
    const { role, ver, ...sent } = marathonRow(ID)
    network.mockImplementation(async () => Response.json({ ...sent, ver }))
    const page = look()
    await until(() => stateOf(page, 'here'))
    network.mockImplementation(async () => Promise.reject(new TypeError('offline')))
    await queryClient.refetchQueries({ queryKey: ['marathon', ID] })
    expect(queryClient.getQueryState(['marathon', ID])?.status).toBe('error')
    await new Promise((resolve) => setTimeout(resolve, 50))
    stateOf(page, 'here')
    page.leave()
  })

  it('was deleted where it goes while somebody looks at it', async () => {
    await keep()
    const page = look()
    await until(() => stateOf(page, 'here'))
    await db.marathons.clear()
    await until(() => stateOf(page, 'deleted'))
    page.leave()
  })

  it('was deleted where this phone itself deletes it', async () => {
    await keep()
    await deleteMarathon(db, ID)
    const page = look()
    await until(() => stateOf(page, 'deleted'))
    expect(network).not.toHaveBeenCalled()
    page.leave()
  })

  it('was deleted if an own application is left on a phone in step, and is missing before', async () => {
    await db.applications.put({ ...applicationRow('entry-0001', ID), own: 1, gen: 0 })
    const unsynced = look()
    await until(() => stateOf(unsynced, 'missing'))
    unsynced.leave()
    await db.sync.put({ ...FIRST_SYNC, syncedAt: 1 })
    const page = look()
    await until(() => stateOf(page, 'deleted'))
    page.leave()
  })
})

function stateOf({ value }: ReturnType<typeof look>, state: string) {
  const told = value()
  expect(told.state).toBe(state)
  return told
}
