import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { localPlaces } from '../local/local-settings.ts'
import { type Check, findingOf } from './check.ts'
import { cloudflareChecks } from './cloudflare.ts'
import { firebaseChecks } from './firebase.ts'
import { installationChecks } from './installation.ts'
import { localStateChecks } from './local-state.ts'
import { settingsChecks } from './settings.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WORDS = { ok: 'ok', warning: 'WARNING', problem: 'PROBLEM', unasked: 'not asked' }

/** The groups of checks: of this machine, or of the deployment that --env names. */
function groups(environment: string | undefined, url: string | undefined): [string, Check[]][] {
  const { env } = process
  if (environment) {
    return [
      [`wrangler.toml, environment ${environment}`, settingsChecks(ROOT, environment)],
      ['Cloudflare', cloudflareChecks(ROOT, environment, env)],
      ['Firebase', firebaseChecks(ROOT, environment, url)],
    ]
  }
  const places = localPlaces(env)
  return [
    ['This installation', installationChecks({ root: ROOT, stateDir: places.stateDir, env })],
    ['Local runs', localStateChecks(ROOT, places)],
  ]
}

try {
  const { values } = parseArgs({ options: { env: { type: 'string' }, url: { type: 'string' } } })
  if (values.url && !values.env) throw new Error('--url takes --env: it names the address of a deployment')
  if (values.url && !URL.canParse(values.url)) throw new Error(`--url is not an address: ${values.url}`)
  const count = { ok: 0, warning: 0, problem: 0, unasked: 0 }
  for (const [title, checks] of groups(values.env, values.url)) {
    console.log(`\n${title}`)
    for (const check of checks) {
      const { state, text } = await findingOf(check)
      count[state]++
      console.log(`  ${WORDS[state].padEnd(9)}  ${check.name}: ${text}`)
    }
  }
  const counted = `${count.problem} problems, ${count.warning} warnings, ${count.unasked} not asked, ${count.ok} ok`
  console.log(`\n${counted}. Nothing was changed.`)
  if (count.problem > 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
