import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

const PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'xauth', 'openssl']
const PATHS = {
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
  driver: ['/usr/bin/WebKitWebDriver'],
  miniBrowser: globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').concat(
    globSync('/usr/libexec/webkit2gtk-4.*/MiniBrowser'),
  ),
  xvfb: ['/usr/bin/xvfb-run'],
  openssl: ['/usr/bin/openssl'],
}

type Found = Record<keyof typeof PATHS, string>

function find(): Found | null {
  const found = Object.entries(PATHS).map(([name, paths]) => [name, paths.find((path) => existsSync(path))])
  return found.every(([, path]) => path) ? (Object.fromEntries(found) as Found) : null
}

/**
 * The paths of Firefox and WebKitGTK on this machine. As root on Debian, the function installs what is missing.
 * @throws Error with instructions if something is missing
 */
export function findOrInstallBrowsers(): Found {
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
