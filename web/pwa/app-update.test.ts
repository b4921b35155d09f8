import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startServiceWorker } from './app-update.ts'
import { setUpdateOffer } from './update-state.ts'

vi.mock('./update-state.ts', () => ({ setUpdateOffer: vi.fn() }))

const SCRIPT = `${location.origin}/service-worker.js`

class Worker extends EventTarget {
  readonly scriptURL = SCRIPT
}

/** A browser's registration: what it finds and installs is told as a browser tells it. */
class Registration extends EventTarget {
  installing: EventTarget | null = null
  waiting: (EventTarget & { postMessage: (message: unknown) => void }) | null = null
  readonly update = vi.fn(async () => this)

  begin() {
    this.installing = Object.assign(new EventTarget(), { scriptURL: SCRIPT })
    this.dispatchEvent(new Event('updatefound'))
  }

  install() {
    const { installing } = this
    this.installing = null
    this.waiting = Object.assign(new EventTarget(), { scriptURL: SCRIPT, postMessage: vi.fn() })
    installing?.dispatchEvent(new Event('statechange'))
  }
}

let registration: Registration
let container: EventTarget & { controller: object | null; register: () => Promise<Registration> }

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(setUpdateOffer).mockClear()
  registration = new Registration()
  container = Object.assign(new EventTarget(), { controller: new Worker(), register: async () => registration })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.useRealTimers()
})

test('asks for a new version at once: the browser’s own look may never come on a slow phone', async () => {
  await startServiceWorker()
  expect(registration.update).toHaveBeenCalledTimes(1)
})

test('the first visit installs the app and asks for nothing newer', async () => {
  container.controller = null
  await startServiceWorker()
  expect(registration.update).not.toHaveBeenCalled()
  registration.begin()
  registration.install()
  expect(setUpdateOffer).not.toHaveBeenCalled()
})

test.each([
  ['found later', 'later'],
  ['being installed when the app starts', 'installing'],
  ['waiting when the app starts', 'waiting'],
])('a version that is %s is offered, and waits until it is taken', async (_words, when) => {
  if (when !== 'later') registration.begin()
  if (when === 'waiting') registration.install()
  await startServiceWorker()
  if (when === 'later') registration.begin()
  if (when !== 'waiting') registration.install()
  expect(setUpdateOffer).toHaveBeenCalledTimes(1)
  expect(registration.waiting?.postMessage).not.toHaveBeenCalled()
  vi.mocked(setUpdateOffer).mock.calls[0]?.[0]?.()
  expect(registration.waiting?.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' }, expect.anything())
})
