import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from '../local/chromium.ts'
import { type Check, check, messageOf, ok, problem, warning } from './check.ts'

const COMMAND_MS = 20_000
const MAX_NAMED = 3

/** Checks what a local run needs of this machine. */
export function machineChecks(root: string, env: NodeJS.ProcessEnv): Check[] {
  const version = (program: string) =>
    execFileSync(program, ['--version'], { encoding: 'utf8', env, timeout: COMMAND_MS, stdio: 'pipe' }).trim()
  const json = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))
  return [
    check('Node', () => {
      const wanted = readFileSync(join(root, '.nvmrc'), 'utf8').trim()
      if (process.version === `v${wanted}`) return ok(`${wanted}.`)
      return problem(`This is ${process.version}, and .nvmrc names ${wanted}. Run npm install, and npm run doctor.`)
    }),
    check('npm', () => {
      const npm = version('npm')
      if (Number.parseInt(npm, 10) >= 10) return ok(`${npm}.`)
      return problem(`npm ${npm} is too old. Install npm 10 or newer: npm install --global npm`)
    }),
    check('packages', () => {
      const { packages } = json('package-lock.json') as Lock
      const wrong = Object.entries(packages).flatMap(([path, { version, optional, devOptional }]) => {
        if (path && existsSync(join(root, path, 'package.json'))) {
          return json(path, 'package.json').version === version ? [] : [path]
        }
        // An optional package is for other platforms.
        return !path || optional || devOptional ? [] : [path]
      })
      if (wrong.length === 0) return ok('node_modules has the versions of package-lock.json.')
      const names = wrong.slice(0, MAX_NAMED).map((path) => path.replace(/^.*node_modules\//, ''))
      return problem(`node_modules lacks ${names.join(', ')}, or has other versions. Run npm install.`)
    }),
    check('browser', () => {
      const path = env.CHROMIUM_PATH || findChromium(env)
      if (!path) return warning('Only the browser tests need one: npx playwright install chromium')
      try {
        return ok(`${version(path)}.`)
      } catch (error) {
        return problem(`${path} does not start: ${messageOf(error)}. Name another browser with CHROMIUM_PATH.`)
      }
    }),
  ]
}

interface Lock {
  packages: Record<string, { version?: string; optional?: boolean; devOptional?: boolean }>
}
