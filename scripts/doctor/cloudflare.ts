import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Unstable_Config } from 'wrangler'
import { type Check, check, type Finding, ok, problem, unasked, warning } from './check.ts'

const COMMAND_MS = 60_000
const SQL = 'SELECT name FROM d1_migrations ORDER BY id'

/** Where the project is, what it deploys, and the environment of the commands. */
interface Deployed {
  root: string
  environment: string
  config: Unstable_Config
  env: NodeJS.ProcessEnv
}

/** Checks what Cloudflare has, by wrangler's commands that only read. */
export function cloudflareChecks({ root, environment, config, env }: Deployed): Check[] {
  const wrangler = (...args: string[]) => {
    const all = [...args, '--env', environment, '-c', join(root, 'wrangler.toml')]
    const { status, stdout, stderr, error } = spawnSync('wrangler', all, {
      cwd: root,
      encoding: 'utf8',
      env: { ...env, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', CI: '1' },
      timeout: COMMAND_MS,
      shell: process.platform === 'win32',
    })
    const output = stdout + stderr
    // wrangler exits with 0 if it is stopped.
    return { isOk: status === 0 && !error, stdout, output, error: error?.message ?? errorLine(output) }
  }
  let account: ReturnType<typeof wrangler> | undefined
  const ofAccount = (name: string, run: () => Finding) =>
    check(name, () => {
      account ??= wrangler('whoami', '--json')
      if (account.isOk) return run()
      return unasked('This takes an account: npx wrangler login, or CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.')
    })
  return [
    ofAccount('database', () => {
      const { isOk, stdout, output, error } = wrangler('d1', 'execute', 'DB', '--remote', '--json', '--command', SQL)
      if (/no such table/.test(output)) return problem('It has no tables. npm run deploy applies the migrations.')
      if (!isOk) return problem(`D1 does not answer: ${error}. Compare database_id with npx wrangler d1 list.`)
      const [{ results }] = jsonIn<[{ results: { name: string }[] }]>(stdout)
      const applied = results.map(({ name }) => name)
      const files = readdirSync(join(root, 'migrations')).filter((name) => name.endsWith('.sql'))
      const missing = files.filter((name) => !applied.includes(name))
      if (missing.length > 0) return problem(`It lacks ${missing.join(', ')}. npm run deploy applies them.`)
      return ok(`It answers and has all ${applied.length} migrations.`)
    }),
    ofAccount('secrets', () => {
      const { isOk, stdout, error } = wrangler('secret', 'list')
      if (!isOk) return unasked(`wrangler says: ${error}. Is the worker deployed?`)
      const has = new Set(jsonIn<{ name: string }[]>(stdout).map(({ name }) => name))
      const command = (verb: string, name: string) => `npx wrangler secret ${verb} ${name} --env ${environment}`
      if (!has.has('SESSION_SECRET')) return problem(`Nobody can sign in. Set it: ${command('put', 'SESSION_SECRET')}`)
      if (has.has('WRITES')) return problem(`WRITES is set, so changes may be refused: ${command('delete', 'WRITES')}`)
      if (has.has('VAPID_PRIVATE_KEY') !== Boolean(config.vars.VAPID_SUBJECT)) {
        return warning(
          'Push takes both, the secret VAPID_PRIVATE_KEY and VAPID_SUBJECT in wrangler.toml. One is there.',
        )
      }
      if (has.has('SESSION_SECRET_PREVIOUS')) {
        return warning('SESSION_SECRET_PREVIOUS is accepted too. Delete it 14 days after the new secret was set.')
      }
      return ok(`${[...has].join(' and ')}.`)
    }),
  ]
}

/** The line of wrangler's error that says why, without its mark. With --json this is the last note. */
function errorLine(output: string): string {
  const note = [...output.matchAll(/"text":\s*("(?:[^"\\]|\\.)*")/g)].at(-1)?.[1]
  const line = note ? String(JSON.parse(note)) : (/\[ERROR\]\s*(.+)/.exec(output)?.[1] ?? output.trim())
  return line.replace(/\.$/, '').trim()
}

/** The JSON in wrangler's output, which may begin with a banner. @throws SyntaxError */
function jsonIn<T>(stdout: string): T {
  return JSON.parse(stdout.slice(Math.max(0, stdout.search(/^[[{]/m)))) as T
}
