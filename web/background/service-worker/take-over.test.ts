import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeOverWhenDead } from './take-over.ts'

/** A service worker during its installation, while one page is open. */
function installing(page: { postMessage: (message: unknown, ports: MessagePort[]) => void }) {
  const navigate = vi.fn(async () => null)
  const client = { visibilityState: 'visible', url: 'https://startline.test/', navigate, ...page }
  const self = Object.assign(new EventTarget(), {
    registration: { active: {} },
    clients: { matchAll: async () => [client] },
    skipWaiting: vi.fn(async () => undefined),
  })
  takeOverWhenDead(self as unknown as Parameters<typeof takeOverWhenDead>[0])
  let done: Promise<unknown> = Promise.resolve()
  self.dispatchEvent(
    Object.assign(new Event('install'), {
      waitUntil: (promise: Promise<unknown>) => {
        done = promise
      },
    }),
  )
  return { self, done: () => done }
}

/** Waits for a real task, with a real channel. */
function queueTask(run: (event: unknown) => void) {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = (event) => {
    port1.close()
    run(event)
  }
  port2.postMessage(null)
}

beforeEach(() => {
  // Messages of a channel arrive in real time.
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A page that has no listener before its app has started. */
function startsAfter(ms: number) {
  let isThere = false
  setTimeout(() => {
    isThere = true
  }, ms)
  return {
    postMessage: (_message: unknown, [port]: MessagePort[]) => {
      if (isThere) port?.postMessage('here')
    },
  }
}

test('a page that is still starting is alive: the version waits', async () => {
  const { self, done } = installing(startsAfter(6000))
  for (let ms = 0; ms < 12_000; ms += 500) {
    await vi.advanceTimersByTimeAsync(500)
    // Messages arrive in tasks of their own, which fake timers do not control.
    await new Promise((resolve) => queueTask(resolve))
  }
  await done()
  expect(self.skipWaiting).not.toHaveBeenCalled()
})

test('a page that never answers is dead: the version takes over', async () => {
  const { self, done } = installing(startsAfter(60_000))
  await vi.advanceTimersByTimeAsync(12_000)
  await done()
  expect(self.skipWaiting).toHaveBeenCalledTimes(1)
})
