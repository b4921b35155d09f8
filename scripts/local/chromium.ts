import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/**
 * Features that only a desktop's window needs. The WebUIOmnibox features draw the address bar as a page of 200 modules
 * in each new window, and PreloadTopChromeWebUI loads such pages ahead. A phone has none, and tests need none.
 */
export const DESKTOP_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
  'PreloadTopChromeWebUI',
]

const PACKAGES = ['chromium', 'chromium-headless-shell']
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * The path of a Chromium on this machine. As root on Debian, the function installs one if it finds none.
 * @throws Error with instructions if there is none
 */
export function findOrInstallChromium(): string {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted && !existsSync(wanted)) throw new Error(`CHROMIUM_PATH names no file: ${wanted}`)
  const found = wanted || findChromium()
  if (found) return found
  if (process.getuid?.() === 0 && onPath('apt-get', process.env)) {
    console.error('no Chromium here; installing the Debian packages…')
    const install = `apt-get update && apt-get install -y --no-install-recommends ${PACKAGES.join(' ')}`
    const shell = spawnSync('sh', ['-c', install], {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    const installed = shell.status === 0 && findChromium()
    if (installed) return installed
  }
  throw new Error(
    'The end-to-end tests need a Chromium. Install one (Debian: apt-get install chromium; elsewhere: npx playwright ' +
      'install chromium) or name it with CHROMIUM_PATH.',
  )
}

/** The path of a Chromium on this machine, or undefined. It does not look at CHROMIUM_PATH. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const candidates = [...NAMES.map((name) => onPath(name, env)), MAC, chromium.executablePath()]
  return candidates.find((path) => path && existsSync(path))
}

/**
 * The path of Chromium's headless shell on this machine, or undefined: Debian's own, or Playwright's. It has no window,
 * so it opens a page with half of the CPU time. It has no Background Sync, push, camera or installation.
 */
export function findHeadlessShell(env: NodeJS.ProcessEnv = process.env): string | undefined {
  // Playwright installs it beside its Chromium.
  const playwrights = chromium
    .executablePath()
    .replace(
      /([\\/])chromium-(\d+)([\\/])chrome-([\w-]+)[\\/].*/,
      '$1chromium_headless_shell-$2$3chrome-headless-shell-$4$3chrome-headless-shell',
    )
  return [onPath('chromium-headless-shell', env), playwrights].find((path) => path && existsSync(path))
}

function onPath(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter)
  return [...folders, '/usr/bin'].map((folder) => join(folder, name)).find((path) => existsSync(path))
}
