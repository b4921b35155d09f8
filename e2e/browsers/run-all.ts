import { parseArgs } from 'node:util'
import globalSetup, { E2E_SETTINGS } from '../global-setup.ts'
import { findOrInstallBrowsers } from './debian-browsers.ts'
import { startFirefox } from './firefox.ts'
import { offlineCore } from './offline-core.ts'
import { raceDay } from './race-day.ts'
import type { RemoteBrowser } from './remote-browser.ts'
import { startWebKit } from './webkit.ts'

// Runs the core of offline.spec.ts and race day in Firefox and WebKit: npm run e2e:browsers -- [firefox|webkit] [--runs 10].
// It is not part of npm test, because the browsers come from Debian (firefox-esr, webkit2gtk-driver, xvfb).

const WEBKIT_PORT = 4455

async function check(start: () => Promise<RemoteBrowser>, origin: string): Promise<boolean> {
  let browser: RemoteBrowser | undefined
  try {
    browser = await start()
    const { name } = browser
    const say = (claim: string) => console.log(`  ✓ ${name} ${claim}`)
    await offlineCore(browser, origin, say)
    await raceDay(browser, origin, say)
    return true
  } catch (error) {
    console.log(`  ✘ ${browser?.name ?? 'a browser'}: ${error instanceof Error ? error.message : error}`)
    return false
  } finally {
    await browser?.close()
  }
}

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string', default: '1' } },
  })
  const runs = Number(values.runs)
  const paths = findOrInstallBrowsers()
  const stop = process.env.E2E_ORIGIN ? async () => {} : await globalSetup()
  try {
    const origin = process.env.E2E_ORIGIN ?? `http://localhost:${E2E_SETTINGS.PORT}`
    const starts = {
      firefox: () => startFirefox(paths.firefox),
      webkit: () => startWebKit(paths.driver, paths.miniBrowser, WEBKIT_PORT),
    }
    for (const [name, start] of Object.entries(starts)) {
      if (positionals[0] && positionals[0] !== name) continue
      let whole = 0
      for (let run = 0; run < runs; run += 1) whole += (await check(start, origin)) ? 1 : 0
      if (runs > 1) console.log(`${name}: ${whole} of ${runs} whole`)
      if (whole < runs) process.exitCode = 1
    }
  } finally {
    await stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
// This ends the process even if a browser keeps its socket open.
process.exit()
