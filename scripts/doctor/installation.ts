import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findChromium } from '../local/chromium.ts'
import type { Check } from './check.ts'
import { messageOf, ok, problem, warning } from './check.ts'

const GB = 1024 ** 3
/** A build, a local database and the profiles of a browser together need less than this. */
const MIN_FREE_GB = 1
/** An installation of all packages, and the tests, need this much free space. */
const GOOD_FREE_GB = 3
const MAX_NAMED = 3
const COMMAND_MS = 20_000

/** The folder of the project, the folder of the local state, and the environment. */
export interface Machine {
  root: string
  stateDir: string
  env: NodeJS.ProcessEnv
}

/** Checks what a local run needs of this machine. */
export function installationChecks({ root, stateDir, env }: Machine): Check[] {
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, {
      encoding: 'utf8',
      env,
      timeout: COMMAND_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()

  return [
    {
      name: 'Node',
      run() {
        const wanted = readFileSync(join(root, '.nvmrc'), 'utf8').trim()
        const own = join(root, 'node_modules/.bin/node')
        if (!existsSync(own)) {
          return problem(`node_modules has no Node ${wanted} of its own, which runs the scripts. Run npm install.`)
        }
        const version = run(own, '--version').replace(/^v/, '')
        if (version === wanted) return ok(`${version} from node_modules runs the scripts.`)
        return problem(`node_modules has Node ${version}, and .nvmrc names ${wanted}. Run npm install.`)
      },
    },
    {
      name: 'npm',
      run() {
        let version: string
        try {
          version = run('npm', '--version')
        } catch {
          return problem('npm does not run. Install Node with npm 10 or newer.')
        }
        if (Number.parseInt(version, 10) >= 10) return ok(`${version}.`)
        return problem(`npm ${version} is too old. Install npm 10 or newer: npm install --global npm`)
      },
    },
    {
      name: 'package-lock.json',
      run() {
        const wanted = readJson<Manifest>(join(root, 'package.json'))
        const locked = readJson<Lock>(join(root, 'package-lock.json')).packages['']
        const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
        const differ = kinds.flatMap((kind) => differences(wanted[kind] ?? {}, locked?.[kind] ?? {}))
        if (differ.length === 0) return ok('It agrees with package.json.')
        return problem(`It does not agree with package.json about ${named(differ)}. Run npm install.`)
      },
    },
    {
      name: 'packages',
      run() {
        const { packages } = readJson<Lock>(join(root, 'package-lock.json'))
        const wrong = Object.entries(packages).filter(([path, entry]) => path && !isInstalled(join(root, path), entry))
        if (wrong.length === 0) return ok('node_modules has the versions of package-lock.json.')
        const names = wrong.map(([path]) => path.replace(/^.*node_modules\//, ''))
        return problem(`node_modules lacks ${named(names)}, or has other versions. Run npm install.`)
      },
    },
    {
      name: 'disk space',
      run() {
        const { bavail, bsize } = statfsSync(nearestFolder(stateDir))
        const free = (bavail * bsize) / GB
        const text = `${free.toFixed(1)} GB are free for ${stateDir}.`
        if (free < MIN_FREE_GB) return problem(`${text} Make room: a local run needs ${MIN_FREE_GB} GB.`)
        return free < GOOD_FREE_GB ? warning(`${text} The tests need ${GOOD_FREE_GB} GB.`) : ok(text)
      },
    },
    {
      name: 'browser',
      run() {
        const path = env.CHROMIUM_PATH || findChromium(env)
        if (!path) {
          return warning('No Chromium is here. Only the browser tests need one: npx playwright install chromium')
        }
        if (!existsSync(path)) return problem(`CHROMIUM_PATH names no file: ${path}`)
        try {
          return ok(`${run(path, '--version')}.`)
        } catch (error) {
          return problem(`${path} does not start: ${messageOf(error)}. Name another browser with CHROMIUM_PATH.`)
        }
      },
    },
    {
      name: 'Auth emulator',
      run() {
        let port: unknown
        try {
          port = readJson<{ emulators?: { auth?: { port?: unknown } } }>(join(root, 'firebase.json')).emulators?.auth
            ?.port
        } catch (error) {
          return problem(`firebase.json cannot be read: ${messageOf(error)}. Restore it: git checkout firebase.json`)
        }
        if (typeof port !== 'number') {
          return problem('firebase.json has no emulators.auth.port. Restore it: git checkout firebase.json')
        }
        if (existsSync(join(root, 'node_modules/.bin/firebase'))) return ok('It is in node_modules and needs no Java.')
        return problem('node_modules has no firebase-tools, which has the emulator. Run npm install.')
      },
    },
  ]
}

type Versions = Record<string, string>
interface Manifest {
  dependencies?: Versions
  devDependencies?: Versions
  optionalDependencies?: Versions
}
interface LockedPackage extends Manifest {
  version?: string
  optional?: boolean
  devOptional?: boolean
}
interface Lock {
  packages: Record<string, LockedPackage>
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T
}

/** The names whose version differs. */
function differences(left: Versions, right: Versions): string[] {
  return Object.keys({ ...left, ...right }).filter((name) => left[name] !== right[name])
}

/** An optional package may be missing: it is for other platforms. */
function isInstalled(folder: string, { version, optional, devOptional }: LockedPackage): boolean {
  try {
    return readJson<LockedPackage>(join(folder, 'package.json')).version === version
  } catch {
    return Boolean(optional || devOptional)
  }
}

function named(names: string[]): string {
  const more = names.length - MAX_NAMED
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path))
}
