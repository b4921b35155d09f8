import { execFileSync, spawn } from 'node:child_process'

// A network of this process's own (a network namespace), with one link out of it. Taking that down is what a browser
// takes for a lost signal: it tells its pages `offline` and `online` by itself.

const INSIDE = 'OWN_NETWORK'
const GATEWAY = '10.77.0.2'

const ip = (command: string) => execFileSync('ip', command.split(' '), { stdio: ['ignore', 'ignore', 'inherit'] })

/** Runs this very script once more, inside. @returns how that ended; null: this is the inside */
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

/** Makes the link, up. */
export function makeLink() {
  ip('link set lo up')
  ip('link add signal type veth peer name tower')
  ip('address add 10.77.0.1/24 dev signal')
  ip('link set tower up')
  setLink(true)
}

/** Gives the signal, or takes it away. The route goes first, and is told: WebKitGTK looks at nothing else. */
export function setLink(up: boolean) {
  if (!up) ip('route flush default')
  ip(`link set signal ${up ? 'up' : 'down'}`)
  if (up) ip(`route replace default via ${GATEWAY}`)
}
