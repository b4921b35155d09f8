import { setTimeout as sleep } from 'node:timers/promises'
import { PASSWORD } from '../support/account.ts'
import type { Edge } from '../support/edge.ts'
import type { RemoteBrowser } from './remote-browser.ts'

const PATIENCE_MS = 60_000

/**
 * An expression for error messages: the state of everything that a page may wait for. 'no answer' means more than 1 s.
 */
const STATE = `(async () => {
  const soon = (promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 1000, 'no answer'))])
  const readable = ({ name }) => new Promise((resolve) => {
    const asked = indexedDB.open(name)
    asked.onerror = () => resolve(String(asked.error))
    asked.onblocked = () => resolve('blocked')
    asked.onupgradeneeded = () => asked.transaction.abort()
    asked.onsuccess = () => {
      const db = asked.result
      const writing = db.transaction([...db.objectStoreNames], 'readwrite')
      writing.oncomplete = () => resolve('free') || db.close()
      writing.onerror = writing.onabort = () => resolve(String(writing.error))
    }
  })
  const locks = await soon(navigator.locks.query().then(({ held, pending }) => ({
    held: held.map(({ name }) => name), pending: pending.map(({ name }) => name) })))
  const worker = await soon(navigator.serviceWorker.getRegistration().then((one) => one && {
    installing: one.installing?.state, waiting: one.waiting?.state, active: one.active?.state,
    controlled: navigator.serviceWorker.controller !== null }))
  const databases = await soon(indexedDB.databases())
  const stores = Array.isArray(databases)
    ? Object.fromEntries(await Promise.all(databases.map(async (one) => [one.name, await soon(readable(one))])))
    : databases
  const files = await soon(caches.keys().then((names) =>
    Promise.all(names.map(async (name) => name + ' ' + (await (await caches.open(name)).keys()).length))))
  return { onLine: navigator.onLine, locks, worker, files, stores }
})()`

export async function logIn(browser: RemoteBrowser, edge: Edge, email: string) {
  await browser.open(`${edge.origin}/login`)
  await untilWords(browser, 'Login to Your Account')
  await type(browser, 'Email', email)
  await type(browser, 'Password', PASSWORD)
  await press(browser, 'Login')
  await untilWords(browser, 'Explore Marathons')
  await expectWords(browser, edge, '/dashboard/myApply', 'You Not Applied to Any Marathon.')
}

/** Waits until the service worker serves the page from its cache, without a request to the edge. */
export async function untilInstalled(browser: RemoteBrowser, edge: Edge) {
  const page = '/index.html'
  const asked = () => edge.seen.filter((request) => request === `GET ${page}`).length
  const gaveUp = Date.now() + PATIENCE_MS
  while (Date.now() < gaveUp) {
    const before = asked()
    const answered = await browser.run(`fetch('${page}').then(({ ok }) => ok)`).catch(() => false)
    if (answered === true && asked() === before) return
    await sleep(200)
  }
  await giveUp(browser, 'the app is not on the disk')
}

export async function fillApplication(browser: RemoteBrowser, edge: Edge, marathonId: string, lastName = 'Runner') {
  await expectWords(browser, edge, `/marathon/registration/${marathonId}`, 'Marathon Registration Form')
  await type(browser, 'First Name', 'Rosa')
  await type(browser, 'Last Name', lastName)
  await type(browser, 'Contact Number', '+49 30 123456')
}

export async function expectWords(browser: RemoteBrowser, edge: Edge, path: string, words: string) {
  await browser.open(edge.origin + path)
  await untilWords(browser, words, path)
}

/** Waits for words on the screen. The markup that a page comes with is inert: the app replaces it. */
export async function untilWords(browser: RemoteBrowser, words: string, where = '') {
  await expectTrue(
    browser,
    `document.querySelector('main:not([inert] *)')?.textContent.includes(${JSON.stringify(words)})`,
    where,
  )
}

/** Evaluates an expression until it is true. During a navigation the evaluation fails, and is repeated. */
export async function expectTrue(browser: RemoteBrowser, expression: string, where = '') {
  const gaveUp = Date.now() + PATIENCE_MS
  while (Date.now() < gaveUp) {
    if ((await browser.run(expression).catch(() => false)) === true) return
    await sleep(200)
  }
  await giveUp(browser, `${where} never came to: ${expression}`)
}

async function giveUp(browser: RemoteBrowser, why: string): Promise<never> {
  const shown = await browser.run<string>('document.body.innerText.slice(0, 300)').catch(String)
  const state = await browser.run(STATE).catch(String)
  throw new Error(`${why}\nIt shows: ${shown}\nIts state: ${JSON.stringify(state)}`)
}

/** Sets the value of a field and dispatches the events that React listens to. */
export async function type(browser: RemoteBrowser, label: string, value: string) {
  const set = `(() => {
    const label = [...document.querySelectorAll('main label')].find((one) => one.textContent.trim().startsWith(${JSON.stringify(label)}))
    const input = label.control
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${JSON.stringify(value)})
    input.dispatchEvent(new Event('input', { bubbles: true }))
    return true
  })()`
  await expectTrue(browser, set)
}

/** Chooses a value of a select. */
export async function choose(browser: RemoteBrowser, label: string, value: string) {
  const set = `(() => {
    const select = document.querySelector('main select[aria-label="${label}"]')
    select.value = ${JSON.stringify(value)}
    select.dispatchEvent(new Event('change', { bubbles: true }))
    return true
  })()`
  await expectTrue(browser, set)
}

export async function press(browser: RemoteBrowser, name: string) {
  const click = `(() => {
    const nameOf = (one) => (one.getAttribute('aria-label') ?? one.textContent).trim()
    const button = [...document.querySelectorAll('main button')].find((one) => nameOf(one) === ${JSON.stringify(name)})
    button.click()
    return true
  })()`
  await expectTrue(browser, click)
}
