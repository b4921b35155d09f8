/**
 * `npm run deploy -- --env production` builds the app, applies new migrations to the environment's database, and
 * uploads the worker (docs/deploy.md). With `--dry-run` nothing leaves this machine. `--var NAME:value` sets a
 * variable.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { findingOf } from '../doctor/check.ts'
import { settingsChecks } from '../doctor/settings.ts'
import { ROOT } from '../local/children.ts'

/** The settings that are missing or wrong, one line each. */
async function problemsOf(environment: string): Promise<string[]> {
  const lines: string[] = []
  for (const check of settingsChecks(ROOT, environment)) {
    const { state, text } = await findingOf(check)
    if (state === 'problem') lines.push(`- ${check.name}: ${text}`)
  }
  return lines
}

try {
  const { values } = parseArgs({
    options: { env: { type: 'string' }, 'dry-run': { type: 'boolean' }, var: { type: 'string', multiple: true } },
  })
  const environment = values.env
  if (!environment) throw new Error('name what to deploy: npm run deploy -- --env staging, or --env production')
  const problems = await problemsOf(environment)
  if (problems.length > 0) {
    throw new Error(`wrangler.toml is not ready to deploy (docs/deploy.md):\n${problems.join('\n')}`)
  }
  const run = (command: string, args: string[], more: NodeJS.ProcessEnv = {}) => {
    const { status } = spawnSync(command, args, {
      stdio: 'inherit',
      cwd: ROOT,
      // The build puts the settings of this environment into dist/startline/wrangler.json.
      env: { ...process.env, CLOUDFLARE_ENV: environment, BUILD_DIR: 'dist', ...more },
      shell: process.platform === 'win32',
    })
    if (status !== 0) throw new Error(`deploy stopped: ${command} ${args.join(' ')} failed`)
  }
  run('vite', ['build'])
  // With CI wrangler does not ask. To a "no" it would exit with 0, and the new worker would come without its tables.
  const migrate = ['d1', 'migrations', 'apply', 'DB', '--remote', '-c', 'wrangler.toml']
  if (!values['dry-run']) run('wrangler', migrate, { CI: '1' })
  const flags = [...(values['dry-run'] ? ['--dry-run'] : []), ...(values.var ?? []).flatMap((each) => ['--var', each])]
  run('wrangler', ['deploy', '-c', 'dist/startline/wrangler.json', ...flags])
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
