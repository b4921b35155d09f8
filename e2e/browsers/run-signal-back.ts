import { parseArgs } from 'node:util'
import globalSetup, { E2E_SETTINGS } from '../global-setup.ts'
import { startEdge } from '../support/edge.ts'
import { startChromium } from './chromium.ts'
import { findOrInstallBrowsers } from './debian-browsers.ts'
import { startFirefox } from './firefox.ts'
import { makeLink, runInOwnNetwork } from './link.ts'
import { startSecureEdge } from './secure-edge.ts'
import { type SignalBack, signalBack } from './signal-back.ts'
import { startWebKit } from './webkit.ts'

// Measures the time from the browser's `online` event to the arrival of an edit on the server. (WebKit sends the event
// seconds after the network is back.)
// npx node e2e/browsers/run-signal-back.ts [chromium|chromium-no-sync|firefox|webkit] [--times 5] [--away 120]
// All browsers of one kind run at the same time. It needs Linux with iproute2, and is not part of npm test.

const WITHIN_MS = 2000
const WEBKIT_PORT = 4456

async function measure(origin: string) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { times: { type: 'string', default: '5' }, away: { type: 'string', default: '120' } },
  })
  const [only] = positionals
  const times = Number(values.times)
  const paths = findOrInstallBrowsers()
  const away = { times, awaySeconds: Number(values.away) }
  // Chromium runs no service worker with an untrusted certificate, so it uses plain HTTP on localhost.
  const [plain, secure] = [
    { ...away, startEdge },
    { ...away, startEdge: startSecureEdge },
  ]
  const kinds: Record<string, () => Promise<SignalBack[]>> = {
    chromium: () => signalBack(() => startChromium(true), origin, plain),
    'chromium-no-sync': () => signalBack(() => startChromium(false), origin, plain),
    firefox: () => signalBack(() => startFirefox(paths.firefox), origin, secure),
    webkit: () => signalBack((at) => startWebKit(paths.driver, paths.miniBrowser, WEBKIT_PORT + at), origin, secure),
  }
  for (const [name, run] of Object.entries(kinds)) {
    if (only && only !== name) continue
    try {
      const results = await run()
      for (const { told, sent } of results) {
        const heard = told === null ? 'the event dispatched by script' : `the browser says so after ${inSeconds(told)}`
        console.log(`  ${name}: on the server after ${sent === null ? 'more than 120 s' : inSeconds(sent)}; ${heard}`)
      }
      const inTime = results.filter(({ told, sent }) => sent !== null && sent - (told ?? 0) <= WITHIN_MS).length
      console.log(`${name}: ${inTime} of ${times} within 2 s`)
      if (inTime < times) process.exitCode = 1
    } catch (error) {
      const cause = error instanceof Error && error.cause ? ` (${error.cause})` : ''
      console.log(`  ✘ ${name}: ${error instanceof Error ? error.message : error}${cause}`)
      process.exitCode = 1
    }
  }
}

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

try {
  const ended = await runInOwnNetwork()
  if (ended !== null) process.exit(ended)
  makeLink()
  const stop = await globalSetup()
  try {
    await measure(`http://localhost:${E2E_SETTINGS.PORT}`)
  } finally {
    await stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
process.exit()
