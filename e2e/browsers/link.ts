import { execFileSync, spawn } from 'node:child_process'

// A network namespace for this process, with one link to the outside. When the link goes down or up, a browser
// dispatches `offline` or `online` to its pages, as for a lost signal.

const INSIDE = 'OWN_NETWORK'
const GATEWAY = '10.77.0.2'

const ip = (command: string) => execFileSync('ip', command.split(' '), { stdio: ['ignore', 'ignore', 'inherit'] })

/** Runs this script again inside the namespace. @returns its exit code; null if this process is already inside */
export async function runInOwnNetwork(): Promise<number | null> {
  if (process.env[INSIDE]) return null
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user']
  const child = spawn('unshare', ['--net', ...asRoot, process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, [INSIDE]: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Creates the link and sets it up. */
export function makeLink() {
  ip('link set lo up')
  ip('link add signal type veth peer name tower')
  ip('address add 10.77.0.1/24 dev signal')
  ip('link set tower up')
  setLink(true)
}

/** Sets the link up or down. The route is removed first, because WebKitGTK notices only changes of the route. */
export function setLink(up: boolean) {
  if (!up) ip('route flush default')
  ip(`link set signal ${up ? 'up' : 'down'}`)
  if (up) ip(`route replace default via ${GATEWAY}`)
}
