import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Problem } from '../../../contract/problem.ts'
import { collectData } from './account-data.ts'

const network = vi.fn<typeof fetch>()
const page = (parts: object, next: object | null = null, uid = 'ada') => Response.json({ uid, parts, next })
const MORE = { part: 'changes', after: 7 }

beforeEach(() => {
  vi.stubGlobal('fetch', network)
  network.mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('collects all pages, and tells how many rows it has', async () => {
  network.mockResolvedValueOnce(page({ marathons: [{ id: 'm-1' }], changes: [{ opId: 'o-1' }] }, MORE))
  network.mockResolvedValueOnce(page({ changes: [{ opId: 'o-2' }], budget: [] }))
  const told: number[] = []
  const data = await collectData('ada', (rows) => told.push(rows))
  expect(data.marathons).toEqual([{ id: 'm-1' }])
  expect(data.changes).toEqual([{ opId: 'o-1' }, { opId: 'o-2' }])
  expect(told).toEqual([2, 3])
  expect(network.mock.calls.map(([url]) => url)).toEqual([
    '/api/account/data?part=account&after=0',
    '/api/account/data?part=changes&after=7',
  ])
})

it('ends where another account has logged in meanwhile, and gives nothing', async () => {
  network.mockResolvedValueOnce(page({}, MORE))
  network.mockResolvedValueOnce(page({ marathons: [{ id: 'of bob' }] }, null, 'bob'))
  await expect(collectData('ada', () => undefined)).rejects.toMatchObject({ code: 'WRONG_ACCOUNT' })
})

it('ends at once where the user cancels it, also while it waits for an hour', async () => {
  const busy = new Problem('RATE_LIMITED', '').toBody()
  const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '3600' }
  network.mockImplementation(async () => Response.json(busy, { status: 429, headers }))
  const cancelled = new AbortController()
  const collected = collectData(
    'ada',
    () => undefined,
    (run) => run(),
    cancelled.signal,
  )
  await vi.waitFor(() => expect(network).toHaveBeenCalledOnce(), 10_000)
  await new Promise((resolve) => setTimeout(resolve, 20))
  cancelled.abort()
  await expect(collected).rejects.toMatchObject({ name: 'AbortError' })
  expect(network).toHaveBeenCalledOnce()
})

it('waits where the server asks for a pause, and gives up at any other failure', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const busy = new Problem('RATE_LIMITED', '').toBody()
  const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '5' }
  network.mockResolvedValueOnce(Response.json(busy, { status: 429, headers }))
  network.mockResolvedValueOnce(page({}))
  const collected = collectData('ada', () => undefined)
  await vi.waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0), 10_000)
  expect(network).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(5000)
  await collected
  network.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(collectData('ada', () => undefined)).rejects.toMatchObject({ reason: 'unreachable' })
})
