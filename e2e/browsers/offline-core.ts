import { setTimeout as sleep } from 'node:timers/promises'
import { createAccount, eventFields, PASSWORD } from '../helpers/account.ts'
import { type Edge, startEdge } from '../race-day/edge.ts'
import type { RemoteBrowser } from './remote-browser.ts'

const PATIENCE_MS = 60_000
const FIRST_SYNC_DONE = `Promise.all([indexedDB.databases(), navigator.locks.query()]).then(
  ([databases, { held }]) => databases.some(({ name }) => name.startsWith('startline-account')) && held.length === 0)`

/** Does one thing after another and says what holds. @throws at the first that does not */
export async function offlineCore(browser: RemoteBrowser, upstream: string, say: (claim: string) => void) {
  const edge = await startEdge(upstream)
  try {
    const organiser = await createAccount(upstream, 'Olga Organiser')
    const runner = await createAccount(upstream, 'Rosa Runner')
    const event = eventFields({ image: `${upstream}/samples/sample-1.svg` })
    await organiser.call('POST', '/api/marathons', event)

    await logIn(browser, edge, runner.email)
    say('logs in and syncs')
    await expectTrue(browser, "navigator.serviceWorker.ready.then(({ active }) => active?.state === 'activated')")
    say('has the app on the disk')

    edge.weather = 'down'
    const details = `/marathons/${event._id}`
    await expectWords(browser, edge, details, 'Registered Participants')
    await expectWords(browser, edge, '/marathons', event.title)
    await expectWords(browser, edge, '/ready', 'This phone')
    await expectWords(browser, edge, '/', 'Explore Marathons')
    say('opens screens by their address with no network')

    await apply(browser, edge, event._id)
    await untilWords(browser, 'Not registered until sent')
    await expectWords(browser, edge, '/unsent', event.title)
    say('keeps an application in the queue')
    await expectWords(browser, edge, '/start', 'Starts in')
    await expectWords(browser, edge, '/start', 'Rosa Runner')
    say('shows the start line with the entry')

    if (browser.restart) {
      await browser.restart()
      await expectWords(browser, edge, '/start', 'Rosa Runner')
      await expectWords(browser, edge, details, 'Registered Participants')
      say('starts cold with no network after it was killed')
    }

    edge.weather = 'portal'
    await expectWords(browser, edge, details, 'Not registered until sent')
    say('takes no captive portal for an answer')
    edge.weather = 'up'
    await expectWords(browser, edge, details, 'You are registered')
    const entrants = (await organiser.call('GET', `/api/marathons/${event._id}/entrants`)) as unknown[]
    if (entrants.length !== 1) throw new Error(`the organiser sees ${entrants.length} entrants, not 1`)
    say('sends the queue once the network is back, once')
  } finally {
    await edge.close()
  }
}

async function logIn(browser: RemoteBrowser, edge: Edge, email: string) {
  await browser.open(`${edge.origin}/login`)
  await untilWords(browser, 'Login to Your Account')
  await type(browser, 'Email', email)
  await type(browser, 'Password', PASSWORD)
  await press(browser, 'Login')
  await untilWords(browser, 'Explore Marathons')
  // WebKit keeps a page that is left while it creates its database, and the next page waits for it (decision 033).
  await expectTrue(browser, FIRST_SYNC_DONE)
  await expectWords(browser, edge, '/dashboard/myApply', 'You Not Applied to Any Marathon.')
}

async function apply(browser: RemoteBrowser, edge: Edge, eventId: string) {
  await expectWords(browser, edge, `/marathon/registration/${eventId}`, 'Marathon Registration Form')
  await type(browser, 'First Name', 'Rosa')
  await type(browser, 'Last Name', 'Runner')
  await type(browser, 'Contact Number', '+49 30 123456')
  await press(browser, 'Apply')
}

async function expectWords(browser: RemoteBrowser, edge: Edge, path: string, words: string) {
  await browser.open(edge.origin + path)
  await untilWords(browser, words, path)
}

async function untilWords(browser: RemoteBrowser, words: string, where = '') {
  await expectTrue(browser, `document.querySelector('main')?.textContent.includes(${JSON.stringify(words)})`, where)
}

/** Asks until it is so; while a page is on its way there is nobody to answer. */
async function expectTrue(browser: RemoteBrowser, expression: string, where = '') {
  const gaveUp = Date.now() + PATIENCE_MS
  while (Date.now() < gaveUp) {
    if ((await browser.run(expression).catch(() => false)) === true) return
    await sleep(200)
  }
  const shown = await browser.run<string>('document.body.innerText.slice(0, 300)').catch(String)
  throw new Error(`${where} never came to: ${expression}\nIt shows: ${shown}`)
}

/** Types as React hears it. */
async function type(browser: RemoteBrowser, label: string, value: string) {
  const set = `(() => {
    const label = [...document.querySelectorAll('main label')].find((one) => one.textContent.trim().startsWith(${JSON.stringify(label)}))
    const input = label.control
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, ${JSON.stringify(value)})
    input.dispatchEvent(new Event('input', { bubbles: true }))
    return true
  })()`
  await expectTrue(browser, set)
}

async function press(browser: RemoteBrowser, name: string) {
  const click = `(() => {
    const button = [...document.querySelectorAll('main button')].find((one) => one.textContent.trim() === ${JSON.stringify(name)})
    button.click()
    return true
  })()`
  await expectTrue(browser, click)
}
