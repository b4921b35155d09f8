import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { ROOT } from './children.ts'

/** The problems of the configuration that prevent a deploy to Cloudflare, one line each. */
function missing(): string[] {
  const { vars, d1_databases } = unstable_readConfig({ config: join(ROOT, 'wrangler.toml') })
  const names = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN']
  const lacks = names.filter((name) => !vars[name]).map((name) => `[vars] ${name}`)
  if (/^[0-]*$/.test(d1_databases[0]?.database_id ?? '')) lacks.push('[[d1_databases]] database_id')
  const forbidden = ['FIREBASE_AUTH_EMULATOR_HOST', 'SESSION_SECRET'].filter((name) => name in vars)
  return [...lacks, ...forbidden.map((name) => `${name} must not be in wrangler.toml`)]
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit', cwd: ROOT })
  if (status !== 0) {
    console.error(`deploy stopped: ${command} ${args.join(' ')} failed`)
    process.exit(status ?? 1)
  }
}

const problems = missing()
if (problems.length > 0) {
  console.error(`wrangler.toml is not ready to deploy (docs/deploy.md):\n- ${problems.join('\n- ')}`)
  process.exit(1)
}
// Flags such as --dry-run go to `wrangler deploy`. A dry run does not migrate the database.
const flags = process.argv.slice(2)
run('vite', 'build')
if (!flags.includes('--dry-run')) run('wrangler', 'd1', 'migrations', 'apply', 'DB', '--remote', '-c', 'wrangler.toml')
run('wrangler', 'deploy', '-c', 'dist/startline/wrangler.json', ...flags)
