import { parseArgs } from 'node:util'
import { ROOT } from '../local/children.ts'
import { type Check, findingOf } from './check.ts'
import { cloudflareChecks } from './cloudflare.ts'
import { firebaseChecks } from './firebase.ts'
import { machineChecks } from './machine.ts'
import { readDeployment, settingsChecks } from './settings.ts'

const WORDS = { ok: 'ok', warning: 'WARNING', problem: 'PROBLEM', unasked: 'not asked' }

/** The groups of checks: of this machine, or of the deployment that --env names. */
function groups(environment: string | undefined, url: string | undefined): [string, Check[]][] {
  const { env } = process
  if (!environment) return [['This machine', machineChecks(ROOT, env)]]
  const config = readDeployment(ROOT, environment)
  return [
    [`wrangler.toml, environment ${environment}`, settingsChecks(ROOT, environment)],
    ['Cloudflare', cloudflareChecks({ root: ROOT, environment, config, env })],
    ['Firebase', firebaseChecks(config.vars, url)],
  ]
}

try {
  const { values } = parseArgs({ options: { env: { type: 'string' }, url: { type: 'string' } } })
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
  const counted = `problems: ${count.problem}, warnings: ${count.warning}, not asked: ${count.unasked}, ok: ${count.ok}`
  console.log(`\n${counted}. Nothing was changed.`)
  if (count.problem > 0) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
