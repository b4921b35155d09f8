import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startServiceWorker } from './app-update.ts'
import type { RegistrarTask } from './tell-service-worker.ts'
import { setUpdateOffer } from './update-state.ts'

vi.mock('./update-state.ts', () => ({ setUpdateOffer: vi.fn() }))

const QUIET_MS = 1000
const SCRIPT = `${location.origin}/service-worker.js`

class Worker extends EventTarget {
  readonly scriptURL = SCRIPT
}

/** Stands for the browser's registration. It reports found and installed versions as a browser does. */
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
let container: EventTarget & {
  controller: object | null
  register: () => Promise<Registration>
  getRegistration: () => Promise<Partial<Registration> | undefined>
  ready: Promise<unknown>
}
/** Reports that a version of the service worker became active. */
let activate: (value?: unknown) => void

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(setUpdateOffer).mockClear()
  registration = new Registration()
  container = Object.assign(new EventTarget(), {
    controller: new Worker(),
    register: vi.fn(async () => registration),
    getRegistration: async () => undefined,
    ready: new Promise((resolve) => {
      activate = resolve
    }),
  })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** The first visit to a page that has received all its files. */
async function firstVisit() {
  container.controller = null
  const started = startServiceWorker()
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  await started
}

test('asks for a new version at once: the browser’s own look may never come on a slow phone', async () => {
  await startServiceWorker()
  expect(registration.update).toHaveBeenCalledTimes(1)
})

test('the first visit installs the app and asks for nothing newer', async () => {
  await firstVisit()
  expect(registration.update).not.toHaveBeenCalled()
  registration.begin()
  registration.install()
  expect(setUpdateOffer).not.toHaveBeenCalled()
})

test('the first installation waits while the page receives data, but 5 s at most', async () => {
  container.controller = null
  const received: PerformanceEntryList = []
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => received)
  const more = () => received.push({} as PerformanceEntry)
  const visit = startServiceWorker()
  await vi.advanceTimersByTimeAsync(900)
  more()
  await vi.advanceTimersByTimeAsync(1000)
  expect(container.register).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  await visit
  expect(container.register).toHaveBeenCalledTimes(1)
  const busy = startServiceWorker()
  const loading = setInterval(more, 500)
  await vi.advanceTimersByTimeAsync(4900)
  expect(container.register).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  await busy
  expect(container.register).toHaveBeenCalledTimes(2)
  clearInterval(loading)
})

test('a page that was loaded past the installed version is taken over at once', async () => {
  container.controller = null
  const active = { postMessage: vi.fn() }
  Object.assign(registration, { active })
  container.getRegistration = async () => registration
  await startServiceWorker()
  expect(active.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'CLAIM' })
})

test.each<[string, object | undefined]>([
  ['there is no registration', undefined],
  ['the registration has no version', {}],
])('an installation that failed is tried again, with longer and longer pauses, where %s', async (_what, left) => {
  container.getRegistration = async () => left
  await firstVisit()
  expect(container.register).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(container.register).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(container.register).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(container.register).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(container.register).toHaveBeenCalledTimes(3)
  activate()
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000)
  expect(container.register).toHaveBeenCalledTimes(3)
})

test('a page does not install a version again that was active and unregistered itself', async () => {
  await firstVisit()
  activate()
  container.getRegistration = async () => undefined
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000)
  expect(container.register).toHaveBeenCalledTimes(1)
})

test('an installation that still runs is not begun a second time', async () => {
  container.getRegistration = async () => ({ installing: new EventTarget() })
  await firstVisit()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(container.register).toHaveBeenCalledTimes(1)
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
  expect(registration.waiting?.postMessage).not.toHaveBeenCalled()
  // The old version does not reply.
  await vi.advanceTimersByTimeAsync(5000)
  expect(registration.waiting?.postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' }, expect.anything())
})

test('the old version ends its work twice before the new one is asked to take over', async () => {
  const told: unknown[] = []
  registration.begin()
  registration.install()
  await startServiceWorker()
  const old = {
    postMessage: (message: unknown, [port]: MessagePort[]) => {
      told.push(message)
      port?.postMessage('done')
    },
  }
  activate({ active: old })
  vi.mocked(setUpdateOffer).mock.calls[0]?.[0]?.()
  await vi.waitFor(() => expect(registration.waiting?.postMessage).toHaveBeenCalled(), 10_000)
  expect(told).toEqual([{ type: 'END_WORK' }, { type: 'END_WORK' }])
  await vi.advanceTimersByTimeAsync(2000)
  expect(told).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(70_000)
  expect(told).toHaveLength(5)
  // A second tap does the same again, and adds no second timer.
  vi.mocked(setUpdateOffer).mock.calls[0]?.[0]?.()
  await vi.advanceTimersByTimeAsync(5000)
  expect(told).toHaveLength(8)
  await vi.advanceTimersByTimeAsync(70_000)
  expect(told).toHaveLength(10)
})

test('asks again every hour, and when the app comes back to the front', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await startServiceWorker()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(registration.update).toHaveBeenCalledTimes(1)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(registration.update).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(60 * 60 * 1000)
  expect(registration.update).toHaveBeenCalledTimes(3)
  visibility.mockRestore()
})

test('in WebKit a web worker registers and updates the service worker', async () => {
  const tasks: RegistrarTask[] = []
  class Registrar {
    onmessage = () => {}
    terminate = () => {}
    postMessage(task: RegistrarTask) {
      tasks.push(task)
      queueMicrotask(() => this.onmessage())
    }
  }
  vi.stubGlobal('Worker', Registrar)
  // This page stays for the tests that follow, and must not listen any more.
  const listen = vi.spyOn(document, 'addEventListener').mockImplementation(() => undefined)
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.')
  vi.resetModules()
  const { startServiceWorker: start } = await import('./app-update.ts')
  await start()
  expect(tasks.map(({ update }) => update)).toEqual([true])
  container.controller = null
  container.getRegistration = async () => ({ installing: new EventTarget() })
  await start()
  expect(tasks.map(({ update }) => update)).toEqual([true, false])
  expect(registration.update).not.toHaveBeenCalled()
  listen.mockRestore()
  vi.unstubAllGlobals()
})

test('a page that shows something says that it is there, and only to who asks', async () => {
  await startServiceWorker()
  const answers: unknown[] = []
  const ask = (data: unknown) => {
    const port = { postMessage: (answer: unknown) => answers.push(answer) }
    container.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port] }))
  }
  ask({ type: 'ARE_YOU_THERE' })
  expect(answers).toEqual([])
  document.body.innerHTML = '<div id="root"><p>Here</p></div>'
  ask({ type: 'SOMETHING_ELSE' })
  ask(null)
  expect(answers).toEqual([])
  ask({ type: 'ARE_YOU_THERE' })
  expect(answers).toEqual(['here'])
  document.body.innerHTML = ''
})

test('the page reloads for a version that it took, and offers one that another tab took', async () => {
  const reload = vi.spyOn(location, 'reload').mockReturnValue()
  await startServiceWorker()
  container.dispatchEvent(new Event('controllerchange'))
  expect(reload).not.toHaveBeenCalled()
  expect(setUpdateOffer).toHaveBeenCalledTimes(1)
  vi.mocked(setUpdateOffer).mock.calls[0]?.[0]?.()
  expect(reload).toHaveBeenCalledTimes(1)
  registration.begin()
  registration.install()
  vi.mocked(setUpdateOffer).mock.calls[1]?.[0]?.()
  container.dispatchEvent(new Event('controllerchange'))
  expect(reload).toHaveBeenCalledTimes(2)
  reload.mockRestore()
})

test('the first version is asked to take the page over, and is not offered as an update', async () => {
  const active = { postMessage: vi.fn() }
  Object.assign(registration, { active })
  await firstVisit()
  expect(active.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'CLAIM' })
  container.dispatchEvent(new Event('controllerchange'))
  expect(setUpdateOffer).not.toHaveBeenCalled()
  container.dispatchEvent(new Event('controllerchange'))
  expect(setUpdateOffer).toHaveBeenCalledTimes(1)
})
