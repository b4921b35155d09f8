import { createAccount, newMarathonFields } from '../support/account.ts'
import type { RemoteBrowser } from './remote-browser.ts'
import { startSecureEdge } from './secure-edge.ts'
import { expectTrue, expectWords, fillApplication, logIn, press, untilInstalled, untilWords } from './steps.ts'

const SLOW_START = '{ const until = Date.now() + 3000; while (Date.now() < until); }\n'

/**
 * Runs the steps of the offline core and reports each claim that holds.
 * @throws Error at the first one that does not
 */
export async function offlineCore(browser: RemoteBrowser, upstream: string, say: (claim: string) => void) {
  await leaveWhileInstalling(browser, upstream)
  say('installs the app although the page is left as it begins')
  const edge = await startSecureEdge(upstream)
  try {
    const organiser = await createAccount(upstream, 'Olga Organiser')
    const runner = await createAccount(upstream, 'Rosa Runner')
    const marathon = newMarathonFields({ image: `${edge.origin}/samples/sample-1.svg` })
    await organiser.call('POST', '/api/marathons', marathon)

    await logIn(browser, edge, runner.email)
    say('logs in and syncs')
    await untilInstalled(browser, edge)
    say('has the app on the disk')

    edge.weather = 'down'
    const details = `/marathons/${marathon._id}`
    await expectWords(browser, edge, details, 'Registered Participants')
    await expectWords(browser, edge, '/marathons', marathon.title)
    await expectWords(browser, edge, '/ready', 'Ready for race day?')
    await expectWords(browser, edge, '/', 'Explore Marathons')
    say('opens screens by their address with no network')

    await fillApplication(browser, edge, marathon._id)
    await press(browser, 'Apply')
    await untilWords(browser, 'Not registered until sent')
    await expectWords(browser, edge, '/unsent', marathon.title)
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
    const entrants = (await organiser.call('GET', `/api/marathons/${marathon._id}/entrants`)) as unknown[]
    if (entrants.length !== 1) throw new Error(`the organiser sees ${entrants.length} entrants, not 1`)
    say('sends the queue once the network is back, once')
  } finally {
    await edge.close()
  }
}

/** Leaves the page during the installation, on a separate origin. The service worker starts slowly for this. */
async function leaveWhileInstalling(browser: RemoteBrowser, upstream: string) {
  const edge = await startSecureEdge(upstream)
  try {
    const script = await (await fetch(`${upstream}/service-worker.js`)).text()
    edge.overrides.set('/service-worker.js', { type: 'text/javascript', body: SLOW_START + script })
    await browser.open(`${edge.origin}/about`)
    await expectTrue(browser, 'navigator.serviceWorker.getRegistration().then((one) => one !== undefined)')
    await browser.open(`${edge.origin}/contact`)
    await untilInstalled(browser, edge)
  } finally {
    await edge.close()
  }
}
