import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Check, Finding } from './check.ts'
import { messageOf, ok, problem, unasked } from './check.ts'
import { comparedWithFiles } from './migrations.ts'
import { bindingNames, type Deployment, readDeployment } from './settings.ts'

const API = 'https://api.cloudflare.com/client/v4'
const ANSWER_MS = 10_000
const WRANGLER_MS = 60_000
const ACCOUNT = 'Cloudflare account'
const SQL = 'SELECT name FROM d1_migrations ORDER BY id'

interface Answer {
  status: number | null
  stdout: string
  /** The line of wrangler's output that says what went wrong. */
  error: string
}

/** Checks what Cloudflare has, by wrangler's commands that only read. */
export function cloudflareChecks(root: string, environment: string, env: NodeJS.ProcessEnv): Check[] {
  const wrangler = (...args: string[]) =>
    runWrangler([...args, '--env', environment, '-c', join(root, 'wrangler.toml')], root, env)
  let account: Promise<Account> | undefined

  const check = (name: string, run: (deployment: Deployment, account: string) => Promise<Finding>): Check => ({
    name,
    async run() {
      let deployment: Deployment
      try {
        deployment = readDeployment(root, environment)
      } catch {
        return unasked('wrangler.toml cannot be read.')
      }
      account ??= signedInAccount(wrangler, env)
      const { id, why } = await account
      if (id) return run(deployment, id)
      return unasked(name === ACCOUNT ? why : 'This takes a Cloudflare account.')
    },
  })

  return [
    check(ACCOUNT, async (_, id) => ok(`wrangler is signed in (account ${id}).`)),
    check('database', async () => {
      const { status, stdout, error } = await wrangler('d1', 'execute', 'DB', '--remote', '--json', '--command', SQL)
      if (/no such table/.test(error)) {
        return problem('It has no tables. npm run deploy applies the migrations.')
      }
      if (status !== 0) return problem(`D1 does not answer: ${error}. Compare database_id with npx wrangler d1 list.`)
      const [{ results }] = jsonIn<[{ results: { name: string }[] }]>(stdout)
      const { missing, unknown } = comparedWithFiles(
        root,
        results.map(({ name }) => name),
      )
      if (unknown.length > 0) return problem(`It has ${unknown.join(', ')}, which this checkout lacks. Pull first.`)
      if (missing.length > 0) return problem(`It lacks ${missing.join(', ')}. npm run deploy applies them.`)
      return ok(`It answers and has all ${results.length} migrations.`)
    }),
    check('SESSION_SECRET', async ({ config }) => {
      const { status, stdout, error } = await wrangler('secret', 'list')
      if (/not found/.test(error)) return problem(`There is no worker ${config.name} yet. Run npm run deploy first.`)
      if (status !== 0) return unasked(`wrangler says: ${error}.`)
      const names = jsonIn<{ name: string }[]>(stdout).map(({ name }) => name)
      if (names.includes('SESSION_SECRET')) return ok('It is set.')
      return problem(`Nobody can sign in. Set it: npx wrangler secret put SESSION_SECRET --env ${environment}`)
    }),
    check('deployed bindings', async ({ config }) => {
      const deployed = await wrangler('deployments', 'status', '--json')
      if (/no deployments|not found|does not exist/.test(deployed.error)) {
        return problem(`There is no worker ${config.name} yet. Run npm run deploy first.`)
      }
      if (deployed.status !== 0) return unasked(`wrangler says: ${deployed.error}.`)
      const [version] = jsonIn<{ versions: { version_id: string }[] }>(deployed.stdout).versions
      const viewed = await wrangler('versions', 'view', version?.version_id ?? '', '--json')
      if (viewed.status !== 0) return unasked(`wrangler says: ${viewed.error}.`)
      const { bindings } = jsonIn<{ resources: { bindings: { name: string }[] } }>(viewed.stdout).resources
      const missing = bindingNames(config).filter((name) => !bindings.some((binding) => binding.name === name))
      if (missing.length === 0) return ok('The running version has those of wrangler.toml.')
      return problem(`The running version lacks ${missing.join(', ')}. Run npm run deploy.`)
    }),
    check('deployed queues', async ({ config }) => {
      const names = (config.queues.producers ?? []).map(({ queue }) => String(queue))
      for (const queue of names) {
        const { status, error } = await wrangler('queues', 'info', queue)
        if (status !== 0) return problem(`The queue ${queue}: ${error}. Make it: npx wrangler queues create ${queue}`)
      }
      return ok(names.length > 0 ? `${names.join(', ')}.` : 'wrangler.toml has none.')
    }),
    check('deployed nightly run', async ({ config }, id) => {
      const token = env.CLOUDFLARE_API_TOKEN
      const where = 'the dashboard shows it: Workers, Settings, Trigger Events'
      if (!token) return unasked(`wrangler cannot list it. With CLOUDFLARE_API_TOKEN doctor asks itself; ${where}.`)
      const response = await fetch(
        `${env.CLOUDFLARE_API_BASE_URL ?? API}/accounts/${id}/workers/scripts/${config.name}/schedules`,
        { headers: { Authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(ANSWER_MS) },
      ).catch(messageOf)
      if (typeof response === 'string') return unasked(`Cloudflare could not be reached: ${response}.`)
      if (!response.ok) return unasked(`Cloudflare answers ${response.status}; ${where}.`)
      const { result } = (await response.json()) as { result: { schedules: { cron: string }[] } }
      const has = result.schedules.map(({ cron }) => cron)
      const missing = (config.triggers.crons ?? []).filter((cron) => !has.includes(cron))
      if (missing.length === 0) return ok(`${has.join(' and ')} (UTC).`)
      return problem(`Cloudflare lacks ${missing.join(' and ')}. Run npm run deploy.`)
    }),
  ]
}

interface Account {
  id?: string
  /** Why the account is not known. */
  why: string
}

async function signedInAccount(
  wrangler: (...args: string[]) => Promise<Answer>,
  env: NodeJS.ProcessEnv,
): Promise<Account> {
  const { status, stdout, error } = await wrangler('whoami', '--json')
  const why = 'This takes an account: npx wrangler login, or CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.'
  if (status !== 0) return { why: /"loggedIn": ?false/.test(stdout) ? why : `${why} wrangler says: ${error}.` }
  const { accounts } = jsonIn<{ accounts: { id: string }[] }>(stdout)
  const id = env.CLOUDFLARE_ACCOUNT_ID ?? accounts[0]?.id
  if (accounts.length > 1 && !env.CLOUDFLARE_ACCOUNT_ID) {
    return { why: `The login has ${accounts.length} accounts. Name one with CLOUDFLARE_ACCOUNT_ID.` }
  }
  return id ? { id, why: '' } : { why }
}

function runWrangler(args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn('wrangler', args, {
      cwd,
      env: { ...env, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', CI: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: WRANGLER_MS,
      shell: process.platform === 'win32',
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.once('error', (error) => resolve({ status: 1, stdout, error: error.message }))
    child.once('close', (status) => resolve({ status, stdout, error: errorLine(stdout + stderr) }))
  })
}

/** The first line of wrangler's error, without its mark. */
function errorLine(output: string): string {
  const line = /(?:\[ERROR\]|"text":)\s*(.+)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? ''
  return line
    .replace(/^"|",?$/g, '')
    .replace(/\.$/, '')
    .trim()
}

/** The JSON in wrangler's output, which may begin with a banner. @throws SyntaxError */
function jsonIn<T>(stdout: string): T {
  return JSON.parse(stdout.slice(Math.max(0, stdout.search(/^[[{]/m)))) as T
}
