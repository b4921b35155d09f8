import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Check, Finding } from './check.ts'
import { messageOf, ok, problem, unasked, warning } from './check.ts'
import { comparedWithFiles } from './migrations.ts'
import { bindingNames, type Deployment, FORBIDDEN, LOCAL_ONLY, readDeployment } from './settings.ts'

const API = 'https://api.cloudflare.com/client/v4'
const ANSWER_MS = 10_000
const WRANGLER_SECONDS = 60
const ACCOUNT = 'Cloudflare account'
const SQL = 'SELECT name FROM d1_migrations ORDER BY id'

interface Answer {
  /** The exit code; null if wrangler did not end in time. */
  status: number | null
  stdout: string
  /** All that wrangler said. With --json the reason of an error stands in a note. */
  output: string
  /** The line of the output that says what went wrong. */
  error: string
}

/**
 * Checks what Cloudflare has, by wrangler's commands that only read.
 * @param seconds how long a command may take
 */
export function cloudflareChecks(
  root: string,
  environment: string,
  env: NodeJS.ProcessEnv,
  seconds = WRANGLER_SECONDS,
): Check[] {
  const wrangler = (...args: string[]) =>
    runWrangler([...args, '--env', environment, '-c', join(root, 'wrangler.toml')], root, env, seconds)
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
      const answer = await wrangler('d1', 'execute', 'DB', '--remote', '--json', '--command', SQL)
      const { status, stdout, error } = answer
      if (status === null) return unasked(`wrangler says: ${error}.`)
      if (/no such table/.test(answer.output)) {
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
    check('secrets', async ({ config }) => {
      const { status, stdout, output, error } = await wrangler('secret', 'list')
      if (isWithoutWorker(output)) return noWorker(config.name)
      if (status !== 0) return unasked(`wrangler says: ${error}.`)
      const has = new Set(jsonIn<{ name: string }[]>(stdout).map(({ name }) => name))
      const put = (name: string) => `npx wrangler secret put ${name} --env ${environment}`
      if (!has.has('SESSION_SECRET')) return problem(`Nobody can sign in. Set it: ${put('SESSION_SECRET')}`)
      if (has.has('WRITES')) {
        return problem(
          `WRITES is set, so that changes may be refused: npx wrangler secret delete WRITES --env ${environment}`,
        )
      }
      const hasKey = has.has('VAPID_PRIVATE_KEY')
      if (hasKey && !config.vars.VAPID_SUBJECT) {
        return warning('VAPID_PRIVATE_KEY is set and VAPID_SUBJECT is empty, so nothing of push is offered.')
      }
      if (!hasKey && config.vars.VAPID_SUBJECT) {
        return warning(`Without a private key nothing of push is offered. Set it: ${put('VAPID_PRIVATE_KEY')}`)
      }
      if (has.has('SESSION_SECRET_PREVIOUS')) {
        return warning('SESSION_SECRET_PREVIOUS is accepted too. Delete it 14 days after the new secret was set.')
      }
      return ok(hasKey ? 'SESSION_SECRET and VAPID_PRIVATE_KEY are set.' : 'SESSION_SECRET is set. There is no push.')
    }),
    check('deployed bindings', async ({ config }) => {
      const deployed = await wrangler('deployments', 'status', '--json')
      if (isWithoutWorker(deployed.output)) return noWorker(config.name)
      if (deployed.status !== 0) return unasked(`wrangler says: ${deployed.error}.`)
      const faults: string[] = []
      // A gradual deployment runs two versions.
      for (const { version_id: id } of jsonIn<{ versions: { version_id: string }[] }>(deployed.stdout).versions) {
        const viewed = await wrangler('versions', 'view', id, '--json')
        if (viewed.status !== 0) return unasked(`wrangler says: ${viewed.error}.`)
        faults.push(...bindingFaults(config, jsonIn<VersionView>(viewed.stdout).resources.bindings))
      }
      if (faults.length === 0) return ok('The running version has those of wrangler.toml.')
      return problem(`The running version ${[...new Set(faults)].join(', ')}. Run npm run deploy.`)
    }),
    check('deployed queues', async ({ config }) => {
      const { producers = [], consumers = [] } = config.queues
      const letters = consumers.flatMap(({ dead_letter_queue: queue }) => (queue ? [queue] : []))
      const names = [...new Set([...producers.map(({ queue }) => String(queue)), ...letters])]
      for (const queue of names) {
        const { status, output, error } = await wrangler('queues', 'info', queue)
        if (/does not exist/.test(output)) {
          return problem(`There is no queue ${queue}. Make it: npx wrangler queues create ${queue}`)
        }
        if (status !== 0) return unasked(`wrangler says: ${error}.`)
        const isRead = consumers.some((consumer) => consumer.queue === queue)
        if (isRead && !output.includes(`worker:${config.name}`)) {
          return problem(`The worker ${config.name} does not read the queue ${queue}. Run npm run deploy.`)
        }
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

/** What wrangler tells of a version. Which fields a binding has depends on its type. */
interface VersionView {
  resources: { bindings: { name: string; type: string; text?: string; id?: string }[] }
}

/** Variables that `npm run deploy -- --var` switches something off with (docs/operations.md), and what they do. */
const SWITCHES: Record<string, string> = {
  SERVICE_WORKER: 'phones do not start offline',
  WRITES: 'changes are refused',
}

/** What a running version has otherwise than wrangler.toml says. */
function bindingFaults(config: Deployment['config'], bindings: VersionView['resources']['bindings']): string[] {
  const find = (name: string) => bindings.find((binding) => binding.name === name)
  const missing = bindingNames(config).filter((name) => !find(name))
  const forbidden = bindings
    .filter(({ name, type }) => (type === 'plain_text' ? FORBIDDEN : LOCAL_ONLY).includes(name))
    .map(({ name }) => name)
  const switches = bindings.flatMap(({ name, type }) => {
    const effect = type === 'plain_text' ? SWITCHES[name] : undefined
    return effect ? [`has the variable ${name} (${effect}: deploy without it)`] : []
  })
  const [database] = config.d1_databases
  const deployedId = find('DB')?.id
  const changed = Object.entries(config.vars).filter(([name, value]) => (find(name)?.text ?? value) !== value)
  return [
    ...missing.map((name) => `lacks ${name}`),
    ...forbidden.map((name) => `has ${name}, which must not be there`),
    ...switches,
    ...changed.map(([name]) => `has another ${name}`),
    ...(deployedId && deployedId !== database?.database_id ? ['uses another database'] : []),
  ]
}

const isWithoutWorker = (output: string) => /no deployments|not found|does not exist/i.test(output)
const noWorker = (name: string | undefined) => problem(`There is no worker ${name} yet. Run npm run deploy first.`)

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

function runWrangler(args: string[], cwd: string, env: NodeJS.ProcessEnv, seconds: number): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn('wrangler', args, {
      cwd,
      env: { ...env, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1', CI: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    })
    // wrangler exits with 0 if it is stopped, so its exit code does not say that it hung.
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      child.kill()
      // Its own children may hold the pipes open.
      child.stdout.destroy()
      child.stderr.destroy()
    }, seconds * 1000)
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.once('error', ({ message }) => {
      clearTimeout(timer)
      resolve({ status: 1, stdout, output: message, error: message })
    })
    child.once('close', (code) => {
      clearTimeout(timer)
      const output = stdout + stderr
      const error = isLate ? `no answer in ${seconds} s` : errorLine(output)
      resolve({ status: isLate ? null : code, stdout, output, error })
    })
  })
}

/** The line of wrangler's error that says why, without its mark. With --json this is the last note. */
function errorLine(output: string): string {
  const texts = [...output.matchAll(/"text":\s*("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) =>
    String(JSON.parse(text)),
  )
  const line = texts.at(-1) ?? /\[ERROR\]\s*(.+)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? ''
  return line.replace(/\.$/, '').trim()
}

/** The JSON in wrangler's output, which may begin with a banner. @throws SyntaxError */
function jsonIn<T>(stdout: string): T {
  return JSON.parse(stdout.slice(Math.max(0, stdout.search(/^[[{]/m)))) as T
}
