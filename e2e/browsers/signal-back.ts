import { setTimeout as sleep } from 'node:timers/promises'
import { createAccount, newMarathonFields } from '../support/account.ts'
import type { Edge } from '../support/edge.ts'
import { setLink } from './link.ts'
import type { RemoteBrowser } from './remote-browser.ts'
import { fillApplication, logIn, press, untilInstalled, untilWords } from './steps.ts'

const GIVE_UP_MS = 120_000
const EVENT_WITHIN_MS = 10_000

/** The result of one browser, in ms after the network came back. */
export interface SignalBack {
  /** When the browser dispatched `online`; null if it never did and the script dispatched it. */
  told: number | null
  /** When the edit was on the server; null if that took more than two minutes. */
  sent: number | null
}

interface SignalOptions {
  startEdge: (upstream: string) => Promise<Edge>
  times: number
  awaySeconds: number
}

interface Runner {
  browser: RemoteBrowser
  edge: Edge
  lastName: string
}

/**
 * Starts several browsers, takes their network away, makes an edit in each, brings the network back after some time,
 * and measures how long the edits take to reach the server.
 */
export async function signalBack(
  start: (index: number) => Promise<RemoteBrowser>,
  upstream: string,
  { startEdge, times, awaySeconds }: SignalOptions,
): Promise<SignalBack[]> {
  const organiser = await createAccount(upstream, 'Olga Organiser')
  const marathon = await organiser.createMarathon(newMarathonFields())
  const entrants = async () =>
    (await organiser.call('GET', `/api/marathons/${marathon._id}/entrants`)) as { lastName: string }[]
  const runners: Runner[] = []
  try {
    for (let index = 0; index < times; index += 1) {
      const runner: Runner = {
        browser: await start(index),
        edge: await startEdge(upstream),
        lastName: `Runner ${index}`,
      }
      runners.push(runner)
      await prepare(runner, upstream, marathon._id)
    }

    setLink(false)
    for (const { edge } of runners) edge.weather = 'down'
    const told = await Promise.all(runners.map(({ browser }) => until(browser, '!navigator.onLine')))
    for (const [index, { browser }] of runners.entries()) if (!told[index]) await dispatch(browser, 'offline')
    await Promise.all(
      runners.map(async ({ browser }) => {
        await press(browser, 'Apply')
        await untilWords(browser, 'Not registered until sent')
      }),
    )
    await sleep(awaySeconds * 1000)
    if ((await entrants()).length > 0) throw new Error('an edit was sent without a network')

    const back = Date.now()
    for (const { edge } of runners) edge.weather = 'up'
    setLink(true)
    for (const [index, { browser }] of runners.entries()) if (!told[index]) await dispatch(browser, 'online')
    const sent = new Map<string, number>()
    while (sent.size < times && Date.now() - back < GIVE_UP_MS) {
      for (const { lastName } of await entrants()) {
        if (!sent.has(lastName)) sent.set(lastName, Date.now() - back)
      }
      await sleep(50)
    }
    const heard = await Promise.all(runners.map(({ browser }) => browser.run<number>('globalThis.heardOnline ?? 0')))
    return runners.map(({ lastName }, index) => ({
      told: told[index] && heard[index] ? heard[index] - back : null,
      sent: sent.get(lastName) ?? null,
    }))
  } finally {
    setLink(true)
    await Promise.all(runners.map(({ browser }) => browser.close()))
    await Promise.all(runners.map(({ edge }) => edge.close()))
  }
}

/** Logs in with a new profile, waits until the app is installed, and fills in the registration form. */
async function prepare({ browser, edge, lastName }: Runner, upstream: string, marathonId: string) {
  const account = await createAccount(upstream, 'Rosa Runner')
  await logIn(browser, edge, account.email)
  await untilInstalled(browser, edge)
  await fillApplication(browser, edge, marathonId, lastName)
  await browser.run("addEventListener('online', () => { globalThis.heardOnline = Date.now() })")
}

async function until(browser: RemoteBrowser, expression: string): Promise<boolean> {
  const gaveUp = Date.now() + EVENT_WITHIN_MS
  while (Date.now() < gaveUp) {
    if (await browser.run<boolean>(expression).catch(() => false)) return true
    await sleep(100)
  }
  return false
}

async function dispatch(browser: RemoteBrowser, name: 'online' | 'offline') {
  await browser.run(`dispatchEvent(new Event('${name}'))`)
}
