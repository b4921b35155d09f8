import { Workbox } from 'workbox-window'
import { expected, recordError } from '../../contract/errors.ts'
import { type RegistrarTask, type ServiceWorkerMessage, tellServiceWorker } from './tell-service-worker.ts'
import { setUpdateOffer } from './update-state.ts'

// One file for what the start of the service worker needs.
export { noteLanguage } from '../store/noted-language.ts'

const CHECK_EVERY_MS = 60 * 60 * 1000
/** The first installation waits until the page has received nothing for this time. */
const QUIET_MS = 1000
/** It does not wait longer. */
const MAX_BUSY_MS = 5000
/** The pause before the first installation is tried again. It doubles up to CHECK_EVERY_MS. */
const FIRST_RETRY_MS = 10_000
/**
 * How long the page waits for the reply of the old version, which a slow phone may first have to start, and which may never
 * come.
 */
const END_WORK_MS = 5000
/** Within this time the page makes the request that follows a failed one. */
const NEXT_REQUEST_MS = 300
/** After this time the new version should have taken over. */
const STILL_HERE_MS = 1500
/** Longer than the 30 s for which Chromium lets an old version run that has nothing to do. */
const END_AGAIN_MS = 35_000
/** Whether the engine is WebKit. Only WebKit lets a web worker register a service worker, and only WebKit needs it. */
const IS_WEBKIT = globalThis.navigator?.vendor.startsWith('Apple')

/**
 * Registers the service worker. A new version waits until the user accepts it. Then it takes over, and the page
 * reloads. The outbox is in IndexedDB, so an update does not touch it.
 */
export async function startServiceWorker() {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  const url = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/service-worker.js'
  const options: RegistrationOptions = import.meta.env.DEV ? { type: 'module' } : {}
  const workbox = new Workbox(url, options)
  let isAccepted = false
  // One timer, however often the user taps: each message to the old version lets it run for 30 s more.
  let endingAgain: ReturnType<typeof setInterval> | undefined
  let isControlled = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    if (isAccepted) location.reload()
    // Another tab accepted the update. This tab keeps the code that it has, and offers a reload.
    else if (isControlled) setUpdateOffer(() => location.reload())
    // Otherwise this is the first version, and the page already runs it.
    isControlled = true
  })
  serviceWorker.addEventListener('message', replyIfAlive)
  const register = () =>
    IS_WEBKIT ? askRegistrar({ url, options, update: false }) : serviceWorker.register(url, options)
  if (!isControlled) {
    // A page that was loaded past a version that is there, or that is being installed, does not wait.
    const found = await serviceWorker.getRegistration().catch(() => expected('refused'))
    if (!found?.active && !found?.installing) await untilQuiet()
    retryInstallation(register)
    if (IS_WEBKIT) await register()
  }
  // Without a version that controls the page, workbox waits for its `load` event too.
  const registration = await workbox.register({ immediate: isControlled }).catch(recordError)
  if (!registration) return
  const accept = () => {
    isAccepted = true
    void quietOldVersion().then(() => {
      workbox.messageSkipWaiting()
      // If the page is still here, a request may have started the old version again, for example for a picture that
      // scrolled into view.
      setTimeout(endWork, STILL_HERE_MS)
      // What begins later would hold the new version up for minutes.
      clearInterval(endingAgain)
      endingAgain = setInterval(endWork, END_AGAIN_MS)
    })
  }
  const offer = () => {
    if (registration.waiting && serviceWorker.controller) setUpdateOffer(accept)
  }
  const follow = () => registration.installing?.addEventListener('statechange', offer)
  registration.addEventListener('updatefound', follow)
  // On a slow phone the browser may have started to install the new version before this code ran. Workbox's own
  // `waiting` event does not report that version.
  follow()
  offer()
  // A page that loaded while the first version became active was not claimed by it.
  if (!serviceWorker.controller) registration.active?.postMessage({ type: 'CLAIM' } satisfies ServiceWorkerMessage)
  const check = () => {
    if (IS_WEBKIT) void askRegistrar({ url, options, update: true })
    else void registration.update().catch(() => expected('no-answer'))
  }
  // The browser itself checks only after the page was idle for long, and on a slow phone not even then.
  if (isControlled) check()
  setInterval(check, CHECK_EVERY_MS)
  // Users rarely close an installed app. They only put it into the background.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}

/**
 * Waits until the page has received nothing for a second. The first installation fetches the whole app, about 200 files,
 * and takes as much of the processor as the page. The rows and the pictures of the first screen come before it.
 */
async function untilQuiet(): Promise<void> {
  const received = () => performance.getEntriesByType('resource').length
  let before: number | undefined
  for (let waited = 0; waited < MAX_BUSY_MS && received() !== before; waited += QUIET_MS) {
    before = received()
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
  }
}

/**
 * Asks the old version to end its work. Chromium stops the old version when the new one wants to take over. A request
 * that arrives just then starts it again, and it then runs for 30 s more. So this also waits a moment for the requests
 * that follow: where a picture was ended, the page asks for it once more without CORS, and then for the placeholder.
 */
async function quietOldVersion() {
  for (let time = 1; time <= 2; time += 1) {
    if (!(await endWork())) return
    await new Promise((resolve) => setTimeout(resolve, NEXT_REQUEST_MS))
  }
}

const endWork = () => tellServiceWorker({ type: 'END_WORK' }, END_WORK_MS)

/**
 * Starts the first installation again until one succeeds. An installation ends when one of the app's files cannot be
 * fetched, and the browser does not try again before the next page is opened. The service worker of the kill switch
 * becomes active and unregisters itself, so a missing registration alone is no reason to try again.
 */
function retryInstallation(register: () => Promise<unknown>) {
  let isInstalled = false
  void navigator.serviceWorker.ready.then(() => {
    isInstalled = true
  })
  const retryIn = (pauseMs: number) =>
    setTimeout(async () => {
      if (isInstalled) return
      const registration = await navigator.serviceWorker.getRegistration().catch(() => expected('refused'))
      if (!registration?.installing) await register().catch(() => expected('no-answer'))
      retryIn(Math.min(pauseMs * 2, CHECK_EVERY_MS))
    }, pauseMs)
  retryIn(FIRST_RETRY_MS)
}

/**
 * Lets a web worker register or update the service worker. In WebKit an installation never ends if the user leaves its
 * page while it starts, and the origin then cannot register anything until the browser is closed. An installation that
 * a web worker starts continues without the page (decision 033).
 */
function askRegistrar(task: RegistrarTask): Promise<void> {
  const worker = new Worker(new URL('./service-worker/registrar.ts', import.meta.url), { type: 'module' })
  return new Promise((resolve) => {
    const done = () => {
      worker.terminate()
      resolve()
    }
    worker.onmessage = done
    worker.onerror = done
    worker.postMessage(task)
  })
}

/**
 * Replies to a new version that asks whether this one works (background/service-worker/take-over.ts). A page that shows
 * nothing does not reply.
 */
function replyIfAlive(event: MessageEvent) {
  if ((event.data as { type?: unknown } | null)?.type !== 'ARE_YOU_THERE') return
  if (document.querySelector('#root > *')) event.ports[0]?.postMessage('here')
}
