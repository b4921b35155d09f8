import { setTimeout as sleep } from 'node:timers/promises'
import { parseSyncResponse } from '../../contract/sync.ts'
import { type Account, createAccount } from '../support/account.ts'
import type { RemoteBrowser } from './remote-browser.ts'
import { startSecureEdge } from './secure-edge.ts'
import { choose, expectWords, logIn, press, type, untilInstalled, untilWords } from './steps.ts'

const TAPS = 10
/** Two thumbs, in parts of the button’s width and height. */
const THUMBS = [
  [0.2, 0.3],
  [0.8, 0.6],
] as const
const BETWEEN_TAPS_MS = 160
const SENT_WITHIN_MS = 60_000

/**
 * Runs race morning and the finish with no network: a check-in, a walk-in and ten taps. Reports each claim that holds.
 * @throws Error at the first one that does not
 */
export async function raceDay(browser: RemoteBrowser, upstream: string, say: (claim: string) => void) {
  const edge = await startSecureEdge(upstream)
  try {
    const organiser = await createAccount(upstream, 'Olga Organiser')
    const runner = await createAccount(upstream, 'Rosa Runner')
    const marathon = await organiser.createMarathon({ image: `${edge.origin}/samples/sample-1.svg` })
    await runner.apply(marathon, { firstName: 'Ada', lastName: 'Lauf' })
    const event = `/dashboard/myMarathons/${marathon._id}`
    await logIn(browser, edge, organiser.email)
    await untilInstalled(browser, edge)
    await expectWords(browser, edge, `${event}/checkIn`, '0 of 1 here')

    edge.weather = 'down'
    await expectWords(browser, edge, `${event}/checkIn`, '0 of 1 here')
    await type(browser, 'Find by name or bib', 'ada')
    await press(browser, 'Check in Ada Lauf')
    await untilWords(browser, '1 of 1 here')
    say('checks in a runner by name with no network')
    await press(browser, 'Enter a walk-in')
    await type(browser, 'First Name', 'Ben')
    await type(browser, 'Last Name', 'Roth')
    await press(browser, 'Enter and check in')
    await untilWords(browser, '2 of 2 here')
    say('enters a walk-in with no network')

    const line = 'Tap for each runner'
    await expectWords(browser, edge, `${event}/timing`, 'Bib')
    await choose(browser, 'How', 'tap')
    await untilWords(browser, line)
    for (let tap = 0; tap < TAPS; tap += 1) {
      const [across, down] = THUMBS[tap % THUMBS.length] as (typeof THUMBS)[number]
      const { x, y, width, height } = await browser.run<DOMRect>(
        `[...document.querySelectorAll('main button')].find((one) => one.textContent.startsWith('${line}')).getBoundingClientRect().toJSON()`,
      )
      await browser.tap(Math.round(x + width * across), Math.round(y + height * down))
      await sleep(BETWEEN_TAPS_MS)
    }
    await untilWords(browser, `${line}${TAPS}`)
    say('records ten taps at the finish with no network')
    if (browser.restart) {
      await browser.restart()
      await expectWords(browser, edge, `${event}/timing`, `${line}${TAPS}`)
      await expectWords(browser, edge, `${event}/checkIn`, '2 of 2 here')
      say('has all of them after it was killed')
    }
    edge.weather = 'up'
    await untilSent(organiser)
    say('sends each of them once')
  } finally {
    await edge.close()
  }
}

/** Waits until the server has what was recorded, and looks whether it has more. */
async function untilSent(organiser: Account) {
  const read = async () => {
    const body = { uid: organiser.uid, cursor: null, ops: [] }
    const { applications, checkIns, recordings } = parseSyncResponse(await organiser.call('POST', '/api/sync', body))
    const crossings = recordings.filter(({ kind }) => kind === 'crossing')
    return `${applications.length} entries, ${checkIns.length} check-ins, ${crossings.length} taps`
  }
  const gaveUp = Date.now() + SENT_WITHIN_MS
  const all = `2 entries, 2 check-ins, ${TAPS} taps`
  let has = await read()
  while (has !== all && Date.now() < gaveUp) {
    await sleep(500)
    has = await read()
  }
  if (has !== all) throw new Error(`the server has ${has}, not ${all}`)
}
