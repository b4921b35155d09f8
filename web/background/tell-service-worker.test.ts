import { afterEach, expect, test, vi } from 'vitest'
import { tellServiceWorker } from './tell-service-worker.ts'

const postMessage = vi.fn<(message: unknown, ports: MessagePort[]) => void>()

/** Gives the page a service worker, or a registration that has none yet. */
function serveWith(active: object | null) {
  const serviceWorker = { ready: Promise.resolve({ active }) }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
}
afterEach(() => {
  vi.useRealTimers()
  postMessage.mockReset()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('a reply ends the wait, and closes the channel that it came through', async () => {
  const closed = Promise.withResolvers<void>()
  postMessage.mockImplementation((_message, [port]) => {
    port?.addEventListener('close', () => closed.resolve())
    port?.postMessage('done')
  })
  serveWith({ postMessage })
  expect(await tellServiceWorker({ type: 'CLAIM' })).toBe(true)
  expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'CLAIM' }, [expect.anything()])
  await closed.promise
})

test.each([
  ['does not reply', { postMessage }],
  ['is not active', null],
])('a service worker that %s is waited for fifteen seconds', async (_what, active) => {
  vi.useFakeTimers()
  serveWith(active)
  const told = vi.fn()
  void tellServiceWorker({ type: 'CLAIM' }).then(told)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(told).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(told).toHaveBeenCalledExactlyOnceWith(false)
})

test('a browser without service workers is told at once', async () => {
  expect(await tellServiceWorker({ type: 'KEEP_PICTURES' })).toBe(false)
})
