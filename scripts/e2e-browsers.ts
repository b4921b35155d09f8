import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { startFirefox } from '../e2e/browsers/firefox.ts'
import { offlineCore } from '../e2e/browsers/offline-core.ts'
import type { RemoteBrowser } from '../e2e/browsers/remote-browser.ts'
import { startWebKit } from '../e2e/browsers/webkit.ts'
import globalSetup, { E2E_SETTINGS } from '../e2e/global-setup.ts'

// The core of offline.spec.ts in the two other engines: npm run e2e:browsers [-- firefox|webkit]. Not part of npm test, because the
// browsers come from Debian (firefox-esr, webkit2gtk-driver, xvfb).

const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'xauth']
const WEBKIT_PORT = 4455
const PATHS = {
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
  driver: ['/usr/bin/WebKitWebDriver'],
  miniBrowser: globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').concat(
    globSync('/usr/libexec/webkit2gtk-4.*/MiniBrowser'),
  ),
  xvfb: ['/usr/bin/xvfb-run'],
}

function find(): Record<keyof typeof PATHS, string> | null {
  const found = Object.entries(PATHS).map(([name, paths]) => [name, paths.find((path) => existsSync(path))])
  return found.every(([, path]) => path) ? Object.fromEntries(found) : null
}

function findOrInstall() {
  const found = find()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error(`installing ${PACKAGES.join(', ')}…`)
    const command = `apt-get update && apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`
    spawnSync('sh', ['-c', command], {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    PATHS.miniBrowser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
    const installed = find()
    if (installed) return installed
  }
  throw new Error(`Needs Firefox and WebKitGTK. On Debian, as root: apt-get install ${PACKAGES.join(' ')}`)
}

async function check(start: () => Promise<RemoteBrowser>, origin: string): Promise<boolean> {
  let browser: RemoteBrowser | undefined
  try {
    browser = await start()
    const { name } = browser
    await offlineCore(browser, origin, (claim) => console.log(`  ✓ ${name} ${claim}`))
    return true
  } catch (error) {
    console.log(`  ✘ ${browser?.name ?? 'a browser'}: ${error instanceof Error ? error.message : error}`)
    return false
  } finally {
    await browser?.close()
  }
}

try {
  const paths = findOrInstall()
  const stop = process.env.E2E_ORIGIN ? async () => {} : await globalSetup()
  try {
    const origin = process.env.E2E_ORIGIN ?? `http://localhost:${E2E_SETTINGS.PORT}`
    const starts = {
      firefox: () => startFirefox(paths.firefox),
      webkit: () => startWebKit(paths.driver, paths.miniBrowser, WEBKIT_PORT),
    }
    const [only] = process.argv.slice(2)
    for (const [name, start] of Object.entries(starts)) {
      if (only && only !== name) continue
      if (!(await check(start, origin))) process.exitCode = 1
    }
  } finally {
    await stop()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
// A browser that does not let go of its socket keeps nobody waiting.
process.exit()
