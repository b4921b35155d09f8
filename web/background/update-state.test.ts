import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reloadIfReachable } from './update-state.ts'

const reload = vi.fn()

beforeEach(() => {
  reload.mockReset()
  vi.spyOn(location, 'reload').mockImplementation(reload)
})
afterEach(() => vi.restoreAllMocks())

const serverThat = (answers: () => Promise<Response>) => vi.spyOn(globalThis, 'fetch').mockImplementation(answers)

test('the page is loaded again if the server responds, and its response comes from no cache', async () => {
  const fetched = serverThat(async () => new Response('page'))
  expect(await reloadIfReachable()).toBe(true)
  expect(reload).toHaveBeenCalledOnce()
  expect(fetched).toHaveBeenCalledWith('/', { cache: 'no-store', signal: expect.any(AbortSignal) })
})

test.each<[string, () => Promise<Response>]>([
  ['nothing responds', () => Promise.reject(new TypeError('no network'))],
  ['the server fails', async () => new Response('', { status: 503 })],
])('the open page stays if %s', async (_what, answers) => {
  serverThat(answers)
  expect(await reloadIfReachable()).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
