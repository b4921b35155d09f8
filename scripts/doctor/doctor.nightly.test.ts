import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unstable_readConfig } from 'wrangler'
import { type LocalPlaces, localPlaces } from '../local/local-settings.ts'
import { copyProject, DATABASE_IDS, emptied, filledIn } from '../testing/project-copy.ts'
import { type Check, findingOf } from './check.ts'
import { cloudflareChecks } from './cloudflare.ts'
import { firebaseChecks } from './firebase.ts'
import { installationChecks } from './installation.ts'
import { localStateChecks } from './local-state.ts'
import { migrationFiles } from './migrations.ts'
import { settingsChecks } from './settings.ts'

// Each test breaks one thing of a set-up that is in order, and doctor names this thing and no other. The set-ups are
// real: files, ports, packages, databases. Two things are not: Google is a small HTTP server here, and Cloudflare's
// account is a program `wrangler` that gives the outputs of the real one. Where a test is about the database, it passes
// `d1` on to the real one, with `--local`.

const PROJECT = resolve('.')
const MODULES = join(PROJECT, 'node_modules')
const DATABASE_ID = DATABASE_IDS.production
const ADDRESS = 'https://run.example'
const PROGRAM_MS = 60_000
const LATER = '0001_later.sql'

/** A set-up without faults. Each test gets a copy. */
const good = mkdtempSync(join(tmpdir(), 'doctor-good-'))
let root: string
let stateDir: string
let env: NodeJS.ProcessEnv
const servers: Server[] = []
const sockets = new Set<Socket>()

beforeAll(() => {
  for (const name of ['package.json', 'package-lock.json', '.nvmrc', 'firebase.json', 'migrations']) {
    cpSync(name, join(good, name), { recursive: true })
  }
  addMigration(join(good, 'migrations'))
  // The local database is also that of production here, so that one real D1 serves all tests.
  const toml = filledIn(readFileSync('wrangler.toml', 'utf8'))
  writeFileSync(join(good, 'wrangler.toml'), toml.replace(/database_id = ".*"/, `database_id = "${DATABASE_ID}"`))
  makeState()
  makeWrangler(join(good, 'bin'))
}, 300_000)
afterAll(() => rmSync(good, { recursive: true }))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doctor-'))
  cpSync(good, root, { recursive: true, verbatimSymlinks: true })
  stateDir = join(root, 'state-full')
  env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}`, CLOUDFLARE_API_TOKEN: 'token' }
  delete env.CHROMIUM_PATH
  delete env.CLOUDFLARE_ACCOUNT_ID
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await Promise.all(servers.splice(0).map((server) => new Promise((done) => server.close(done))))
  rmSync(root, { recursive: true })
})

/** The names and states of the checks that are not ok, and what they say. */
async function faultsOf(checks: Check[]) {
  const found: { name: string; state: string; text: string }[] = []
  for (const check of checks) {
    const finding = await findingOf(check)
    if (finding.state !== 'ok') found.push({ name: check.name, ...finding })
  }
  return found
}

const fault = (name: string, text: RegExp, state = 'problem') => [{ name, state, text: expect.stringMatching(text) }]

describe('this installation', () => {
  const faults = () => faultsOf(installationChecks({ root, stateDir, env }))
  const own = (name: string) => join(root, 'node_modules', name)

  beforeEach(() => {
    linkPackages(join(root, 'node_modules'))
    // A machine has no browser before its first end-to-end test, which installs one.
    program('a-browser', 'echo Chromium 1.0')
    env.CHROMIUM_PATH = join(root, 'bin/a-browser')
  })

  it('is in order', { timeout: PROGRAM_MS }, async () => {
    expect(await faults()).toEqual([])
  })

  const broken: [string, () => void, ReturnType<typeof fault>][] = [
    ['no Node of its own', () => unlinkSync(own('.bin/node')), fault('Node', /no Node 26.*npm install/)],
    [
      'another Node',
      () => writeFileSync(join(root, '.nvmrc'), '99.1.0\n'),
      fault('Node', /has Node 26.*\.nvmrc names 99\.1\.0/),
    ],
    ['no npm', () => (env.PATH = join(root, 'nothing')), fault('npm', /npm does not run/)],
    ['an old npm', () => program('npm', 'echo 9.8.1'), fault('npm', /npm 9\.8\.1 is too old/)],
    [
      'a dependency that was added by hand',
      () => edit('package.json', (text) => text.replace('"dependencies": {', '"dependencies": { "left-pad": "1.3.0",')),
      fault('package-lock.json', /about left-pad\. Run npm install/),
    ],
    [
      'a package of another version',
      () => {
        unlinkSync(own('hono'))
        mkdirSync(own('hono'))
        writeFileSync(join(own('hono'), 'package.json'), '{"version":"1.0.0"}')
      },
      fault('packages', /lacks hono, or has other versions/),
    ],
    ['a package that is missing', () => unlinkSync(own('jose')), fault('packages', /lacks jose,/)],
    [
      'a browser that is not there',
      () => (env.CHROMIUM_PATH = '/nowhere/chromium'),
      fault('browser', /CHROMIUM_PATH names no file: \/nowhere\/chromium/),
    ],
    [
      'a browser that is none',
      () => (env.CHROMIUM_PATH = join(root, 'package.json')),
      fault('browser', /package\.json does not start/),
    ],
    ['no firebase.json', () => unlinkSync(join(root, 'firebase.json')), fault('Auth emulator', /firebase.json cannot/)],
    [
      'a firebase.json without the emulator',
      () => writeFileSync(join(root, 'firebase.json'), '{"emulators":{}}'),
      fault('Auth emulator', /no emulators\.auth\.port/),
    ],
    ['no emulator', () => unlinkSync(own('.bin/firebase')), fault('Auth emulator', /no firebase-tools/)],
  ]

  it.each(broken)('is named with %s', { timeout: PROGRAM_MS }, async (_what, breakIt, expected) => {
    breakIt()
    expect(await faults()).toEqual(expected)
  })

  // The file system of /proc has no room at all.
  it.runIf(existsSync('/proc/self'))('is named with a full disk', { timeout: PROGRAM_MS }, async () => {
    stateDir = '/proc/startline'
    expect(await faults()).toEqual(fault('disk space', /0\.0 GB are free.*Make room/))
  })
})

describe('local runs', () => {
  let places: LocalPlaces
  const faults = () => faultsOf(localStateChecks(root, places))
  const inState = (name: string) => join(stateDir, name)
  const databaseFile = () => {
    const folder = inState('state/v3/d1/miniflare-D1DatabaseObject')
    const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    return join(folder, String(file))
  }

  beforeEach(async () => {
    const [port, authPort] = [await freePort(), await freePort()]
    places = localPlaces({ PORT: `${port}`, AUTH_PORT: `${authPort}`, STATE_DIR: stateDir })
  })

  it('are in order, and stay as they are', async () => {
    const before = readdirSync(stateDir, { recursive: true }).sort()
    expect(await faults()).toEqual([])
    expect(readdirSync(stateDir, { recursive: true }).sort()).toEqual(before)
  })

  it('are in order before the first start, which doctor does not make', async () => {
    rmSync(stateDir, { recursive: true })
    expect(await faults()).toEqual([])
    expect(existsSync(stateDir)).toBe(false)
  })

  it('are in order while Startline runs', async () => {
    const answer = (body: string) => createHttpServer((_, response) => response.end(body))
    await listen(answer('{"ok":true,"time":""}'), places.port)
    await listen(answer('{"authEmulator":{"ready":true}}'), places.authPort)
    expect(await faults()).toEqual([])
  })

  it('are named with an emulator that was left behind', async () => {
    const emulator = createHttpServer((_, response) => response.end('{"authEmulator":{"ready":true}}'))
    await listen(emulator, places.authPort)
    expect(await faults()).toEqual(fault('ports of the Auth emulator', /without Startline/, 'warning'))
  })

  const broken: [string, () => unknown, ReturnType<typeof fault>][] = [
    [
      'a busy port of the app',
      () => listen(createServer(), places.port),
      fault('port of the app', /\d+ is taken by another program.*PORT=/),
    ],
    [
      'a busy port of the emulator',
      () => listen(createServer(), places.authPort + 1),
      fault('ports of the Auth emulator', /taken by another program.*AUTH_PORT=/),
    ],
    ['an empty secret', () => writeFileSync(inState('session-secret'), ''), fault('session secret', /too short/)],
    [
      'accounts that were cut off',
      () => writeFileSync(inState('accounts/auth_export/accounts.json'), '{"users":[{"loc'),
      fault('accounts of the emulator', /cannot be read.*npm run reset/),
    ],
    [
      'a migration file that is gone',
      () => unlinkSync(join(root, 'migrations', LATER)),
      [
        ...fault('migrations', /differ in 0001_later\.sql/),
        ...fault('local database', /It has 0001_later\.sql, which this checkout lacks/),
      ],
    ],
    [
      'a database that is none',
      () => {
        rmSync(`${databaseFile()}-wal`, { force: true })
        writeFileSync(databaseFile(), 'this is no database'.repeat(100))
      },
      fault('local database', /cannot be read: .*not a database.*npm run reset/),
    ],
    [
      'a database of an older checkout',
      () => {
        rmSync(stateDir, { recursive: true })
        cpSync(join(root, 'state-older'), stateDir, { recursive: true })
      },
      fault('local database', new RegExp(`It lacks ${LATER}\\. npm start`), 'warning'),
    ],
  ]

  it.each(broken)('are named with %s', async (_what, breakIt, expected) => {
    await breakIt()
    expect(await faults()).toEqual(expected)
  })

  it('are named with a file in the place of the state folder', async () => {
    rmSync(stateDir, { recursive: true })
    writeFileSync(stateDir, '')
    expect(await faults()).toEqual(fault('state folder', /is a file. Name a folder with STATE_DIR/))
  })
})

describe('the settings of a deployment', () => {
  const faults = (environment = 'production') => faultsOf(settingsChecks(root, environment))
  const editToml = (change: (text: string) => string) => edit('wrangler.toml', change)
  /** Changes only what stands below `[env.production]`. */
  const editProduction = (change: (text: string) => string) =>
    editToml((text) => {
      const start = text.indexOf('[env.production]')
      return text.slice(0, start) + change(text.slice(start))
    })

  it.each(['staging', 'production'])('are in order for %s', async (environment) => {
    expect(await faults(environment)).toEqual([])
  })

  it('are all named where wrangler.toml has no such environment, or cannot be read', async () => {
    const noSuch = await faults('prod')
    expect(noSuch[0]?.text).toMatch(/no \[env\.prod\]\. It has: staging, production/)
    editToml((text) => `${text}\n[vars`)
    expect((await faults()).map(({ state }) => state)).toEqual(noSuch.map(() => 'problem'))
  })

  const broken: [string, () => void, ReturnType<typeof fault>][] = [
    [
      'no API key',
      () => editProduction((text) => text.replace(/FIREBASE_API_KEY = ".*"/, 'FIREBASE_API_KEY = ""')),
      fault('Firebase settings', /Fill in FIREBASE_API_KEY/),
    ],
    [
      'the project of the emulator',
      () => editProduction((text) => text.replace('"run-production"', '"demo-startline"')),
      fault('Firebase settings', /demo- are for the emulator/),
    ],
    [
      'an address in the place of a host',
      () => editProduction((text) => text.replace('"run-production.', '"https://run-production.')),
      fault('Firebase settings', /without https/),
    ],
    [
      'a secret in the file',
      () =>
        editProduction((text) => text.replace('[env.production.vars]', '[env.production.vars]\nSESSION_SECRET = "x"')),
      fault('forbidden variables', /Delete SESSION_SECRET/),
    ],
    [
      'no database',
      () => editProduction((text) => text.replace(DATABASE_ID, '00000000-0000-0000-0000-000000000000')),
      fault('database id', /npx wrangler d1 create startline-production/),
    ],
    [
      'the database of another environment',
      () => editProduction((text) => text.replace(DATABASE_ID, DATABASE_IDS.staging)),
      fault('database id', /\[env\.staging\] has the same database_id/),
    ],
    [
      'a limit that is missing',
      () => editProduction((text) => text.replace(/.*"SYNC_LIMIT".*\n/, '')),
      fault('bindings', /\[env\.production\] lacks SYNC_LIMIT/),
    ],
    [
      'limits that count together',
      () => editProduction((text) => text.replace('"3001"', '"2001"')),
      fault('limits', /2001 is used twice/),
    ],
    [
      'a Durable Object that nothing makes',
      () => editToml((text) => text.replace('new_sqlite_classes = ["MarathonRoom"]', 'new_sqlite_classes = ["Other"]')),
      fault('live rooms', /No \[\[migrations\]\].*MarathonRoom/),
    ],
    [
      'no queue of push',
      () => editProduction((text) => text.replace(/\[\[env\.production\.queues\.\w+\]\][^[]*/g, '')),
      fault('queues', /no binding PUSH_QUEUE/, 'warning'),
    ],
    [
      'no rooms',
      () => editProduction((text) => text.replace(/\[\[env\.production\.durable_objects[^[]*/, '')),
      fault('live rooms', /no binding ROOMS/, 'warning'),
    ],
    [
      'the key of push in the file',
      () => editProduction((text) => text.replace('VAPID_SUBJECT', 'VAPID_PRIVATE_KEY = "x"\nVAPID_SUBJECT')),
      fault('forbidden variables', /Delete VAPID_PRIVATE_KEY/),
    ],
    [
      'a queue that nobody reads',
      () =>
        editToml((text) => `${text}\n[[env.production.queues.producers]]\nbinding = "LETTERS"\nqueue = "letters"\n`),
      fault('queues', /Nobody reads the queue letters/),
    ],
    [
      'no nightly run',
      () => editToml((text) => text.replace(/crons = .*/, 'crons = []')),
      fault('nightly run', /never be erased/),
    ],
    [
      'no run of every five minutes',
      () => editToml((text) => text.replace(/crons = .*/, 'crons = ["17 3 * * *", "17 4 * * *"]')),
      fault('nightly run', /has no "\*\/5 \* \* \* \*": no account would be deleted/),
    ],
    [
      'addresses in the logs',
      () => editToml((text) => text.replace('invocation_logs = false', 'invocation_logs = true')),
      fault('logs without addresses', /Set invocation_logs = false/),
    ],
  ]

  it.each(broken)('are named with %s', async (_what, breakIt, expected) => {
    breakIt()
    expect(await faults()).toEqual(expected)
  })
})

describe('Cloudflare', () => {
  const faults = () => faultsOf(cloudflareChecks(root, 'production', env))
  const SCHEDULES = [{ cron: '17 3 * * *' }, { cron: '*/5 * * * *' }]
  let schedules = SCHEDULES
  /** Changes what the program `wrangler` says to the command. */
  const say = (command: string, answer: unknown) =>
    edit('bin/answers.json', (text) => JSON.stringify({ ...JSON.parse(text), [command]: answer }))
  const refuse = (stderr: string) => ({ status: 1, stdout: '', stderr: `\n✘ [ERROR] ${stderr}\n` })
  /** An error of the API, as wrangler prints it with --json: the reason is a note. */
  const refuseInJson = (note: string) => {
    const error = { text: 'A request to the Cloudflare API (/accounts/account-1/x) failed.', notes: [{ text: note }] }
    return { status: 1, stdout: `${JSON.stringify({ error }, null, 2)}\n`, stderr: '' }
  }
  type Binding = { name: string; type: string; text?: string; id?: string }
  const editVersion = (change: (bindings: Binding[]) => Binding[]) =>
    edit('bin/answers.json', (text) => {
      const answers = JSON.parse(text)
      const { bindings } = JSON.parse(answers['versions view'].stdout).resources
      const stdout = JSON.stringify({ resources: { bindings: change(bindings) } })
      return JSON.stringify({ ...answers, 'versions view': { stdout } })
    })

  beforeEach(async () => {
    schedules = SCHEDULES
    const server = createHttpServer(({ url, headers }, response) => {
      const isAsked = url === '/accounts/account-1/workers/scripts/startline-production/schedules'
      response.statusCode = isAsked && headers.authorization === 'Bearer token' ? 200 : 403
      response.end(JSON.stringify({ result: { schedules } }))
    })
    env.CLOUDFLARE_API_BASE_URL = `http://127.0.0.1:${await listen(server)}`
  })

  it('is in order', { timeout: PROGRAM_MS }, async () => {
    say('d1', 'state-full/state')
    expect(await faults()).toEqual([])
  })

  it('is not asked without an account, and doctor says so', async () => {
    say('whoami --json', { status: 1, stdout: '{"loggedIn":false}', stderr: '' })
    const found = await faults()
    expect(found.map(({ state }) => state)).toEqual(Array(6).fill('unasked'))
    expect(found[0]?.text).toMatch(/npx wrangler login/)
  })

  it('is not asked where wrangler hangs, and doctor says so', { timeout: PROGRAM_MS }, async () => {
    program('wrangler', 'exec sleep 60')
    const found = await faultsOf(cloudflareChecks(root, 'production', env, 1))
    expect(found.map(({ state }) => state)).toEqual(Array(6).fill('unasked'))
    expect(found[0]?.text).toMatch(/no answer in 1 s/)
  })

  it('is not asked where one command hangs', { timeout: PROGRAM_MS }, async () => {
    say('queues info', { hangs: true })
    const found = await faultsOf(cloudflareChecks(root, 'production', env, 3))
    expect(found).toEqual(fault('deployed queues', /no answer in 3 s/, 'unasked'))
  })

  it('is not asked for the nightly run without a token, and doctor says so', { timeout: PROGRAM_MS }, async () => {
    delete env.CLOUDFLARE_API_TOKEN
    expect(await faults()).toEqual(fault('deployed nightly run', /wrangler cannot list it/, 'unasked'))
  })

  const broken: [string, () => void, ReturnType<typeof fault>][] = [
    [
      'a login for two accounts',
      () => say('whoami --json', { stdout: '{"loggedIn":true,"accounts":[{"id":"account-1"},{"id":"account-2"}]}' }),
      [
        ...fault('Cloudflare account', /has 2 accounts. Name one with CLOUDFLARE_ACCOUNT_ID/, 'unasked'),
        ...['database', 'secrets', 'deployed bindings', 'deployed queues', 'deployed nightly run'].flatMap((name) =>
          fault(name, /takes a Cloudflare account/, 'unasked'),
        ),
      ],
    ],
    [
      'a database without tables',
      () => say('d1', 'state-none/state'),
      fault('database', /has no tables. npm run deploy/),
    ],
    [
      'a database that lacks a migration',
      () => say('d1', 'state-older/state'),
      fault('database', new RegExp(`It lacks ${LATER}\\. npm run deploy`)),
    ],
    [
      'a database that is newer than the checkout',
      () => {
        say('d1', 'state-full/state')
        unlinkSync(join(root, 'migrations', LATER))
      },
      fault('database', /which this checkout lacks. Pull first/),
    ],
    [
      'a database that does not answer',
      () => say('d1', refuse('A request to the Cloudflare API (/accounts/account-1/d1/database/x/query) failed.')),
      fault('database', /D1 does not answer: A request to the Cloudflare API.*npx wrangler d1 list/),
    ],
    [
      'a database without tables, as the real D1 says it',
      () => say('d1', refuseInJson('no such table: d1_migrations: SQLITE_ERROR [code: 7500]')),
      fault('database', /has no tables. npm run deploy/),
    ],
    [
      'a database that is not there, as the real D1 says it',
      () => say('d1', refuseInJson('The database 1 could not be found [code: 7404]')),
      fault('database', /D1 does not answer: The database 1 could not be found/),
    ],
    [
      'no secret',
      () => say('secret list', { stdout: '[]' }),
      fault('secrets', /npx wrangler secret put SESSION_SECRET --env production/),
    ],
    [
      'no worker',
      () => {
        say('secret list', refuse('Worker "startline-production" (env: production) not found.'))
        say('deployments status', refuseInJson('This Worker does not exist on your account. [code: 10007]'))
      },
      [
        ...fault('secrets', /no worker startline-production yet/),
        ...fault('deployed bindings', /no worker startline-production yet/),
      ],
    ],
    [
      'a worker without the live rooms',
      () => editVersion((bindings) => bindings.filter(({ name }) => name !== 'ROOMS')),
      fault('deployed bindings', /The running version lacks ROOMS\. Run npm run deploy/),
    ],
    [
      'a worker with the emulator',
      () =>
        editVersion((bindings) => [
          ...bindings,
          { name: 'FIREBASE_AUTH_EMULATOR_HOST', type: 'secret_text' },
          { name: 'SESSION_SECRET', type: 'secret_text' },
        ]),
      fault('deployed bindings', /version has FIREBASE_AUTH_EMULATOR_HOST, which must not be there\. Run/),
    ],
    [
      'the kill switch of the service worker',
      () => editVersion((bindings) => [...bindings, { name: 'SERVICE_WORKER', type: 'plain_text', text: 'off' }]),
      fault('deployed bindings', /the variable SERVICE_WORKER \(phones do not start offline: deploy without it\)/),
    ],
    [
      'a worker that was deployed closed',
      () => editVersion((bindings) => [...bindings, { name: 'WRITES', type: 'plain_text', text: 'off' }]),
      fault('deployed bindings', /the variable WRITES \(changes are refused: deploy without it\)/),
    ],
    [
      'a worker with another database and another project',
      () =>
        editVersion((bindings) =>
          bindings.map((binding) => {
            if (binding.name === 'DB') return { ...binding, id: 'another' }
            return binding.name === 'FIREBASE_PROJECT_ID' ? { ...binding, text: 'run-2025' } : binding
          }),
        ),
      fault('deployed bindings', /has another FIREBASE_PROJECT_ID, uses another database\. Run npm run deploy/),
    ],
    [
      'push without its key',
      () =>
        edit('wrangler.toml', (text) => text.replaceAll('VAPID_SUBJECT = ""', 'VAPID_SUBJECT = "mailto:a@b.example"')),
      [
        ...fault('secrets', /secret put VAPID_PRIVATE_KEY/, 'warning'),
        ...fault('deployed bindings', /has another VAPID_SUBJECT/),
      ],
    ],
    [
      'a key of push without an address',
      () => say('secret list', { stdout: '[{"name":"SESSION_SECRET"},{"name":"VAPID_PRIVATE_KEY"}]' }),
      fault('secrets', /VAPID_SUBJECT is empty/, 'warning'),
    ],
    [
      'an old secret',
      () => say('secret list', { stdout: '[{"name":"SESSION_SECRET"},{"name":"SESSION_SECRET_PREVIOUS"}]' }),
      fault('secrets', /Delete it 14 days/, 'warning'),
    ],
    [
      'a deployment that is closed',
      () => say('secret list', { stdout: '[{"name":"SESSION_SECRET"},{"name":"WRITES"}]' }),
      fault('secrets', /secret delete WRITES --env production/),
    ],
    [
      'a queue that is not there',
      () => say('queues info', refuse('Queue "startline-production-push" does not exist.')),
      fault('deployed queues', /npx wrangler queues create startline-production-push/),
    ],
    [
      'a queue that this worker does not read',
      () => say('queues info', { stdout: 'Queue Name: x\nNumber of Consumers: 1\nConsumers: worker:other' }),
      fault('deployed queues', /does not read the queue startline-production-push/),
    ],
    [
      'a token without rights on queues',
      () => say('queues info', refuse('Authentication error [code: 10000]')),
      fault('deployed queues', /Authentication error/, 'unasked'),
    ],
    ['no nightly run', () => (schedules = []), fault('deployed nightly run', /Cloudflare lacks 17 3 \* \* \*/)],
  ]

  it.each(broken)('is named with %s', { timeout: PROGRAM_MS }, async (_what, breakIt, expected) => {
    breakIt()
    expect(await faults()).toEqual(expected)
  })
})

describe('Firebase', () => {
  const OWN = ['localhost', 'run-production.firebaseapp.com', 'run-production.web.app']
  let google: Record<string, { status: number; body: unknown }>
  let origin: string
  const refuse = (message: string, status = 400) => ({ status, body: { error: { code: status, message } } })
  const faults = (url: string | undefined = ADDRESS) =>
    faultsOf(firebaseChecks(root, 'production', url, { identity: origin, keys: `${origin}/keys` }))

  beforeEach(async () => {
    google = {
      '/v1/projects': { status: 200, body: { projectId: '1', authorizedDomains: [...OWN, 'run.example'] } },
      '/v1/accounts:signInWithPassword': refuse('INVALID_LOGIN_CREDENTIALS'),
      '/v1/accounts:createAuthUri': { status: 200, body: { authUri: 'https://accounts.google.com/' } },
      '/keys': { status: 200, body: { keys: [{ kid: '1' }] } },
    }
    const server = createHttpServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', origin)
      const isKeyRight = pathname === '/keys' || searchParams.get('key') === 'key-of-production'
      const wrongKey = {
        status: 400,
        body: { error: { message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] } },
      }
      const { status, body } = isKeyRight ? (google[pathname] ?? { status: 404, body: {} }) : wrongKey
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    })
    origin = `http://127.0.0.1:${await listen(server)}`
  })

  it('is in order', async () => {
    expect(await faults()).toEqual([])
  })

  it('is not asked without a network, and doctor says so', async () => {
    await new Promise((done) => servers.pop()?.close(done))
    expect((await faults()).map(({ state }) => state)).toEqual(Array(5).fill('unasked'))
  })

  it('is not asked for a domain that nobody named', async () => {
    const found = await faultsOf(
      firebaseChecks(root, 'production', undefined, { identity: origin, keys: `${origin}/keys` }),
    )
    expect(found).toEqual(fault('authorised domains', /--url/, 'unasked'))
  })

  const broken: [string, () => void, ReturnType<typeof fault>][] = [
    [
      'a wrong API key',
      () => edit('wrangler.toml', (text) => text.replace('key-of-production', 'key-of-nobody')),
      [
        ...fault('Firebase project', /refuses FIREBASE_API_KEY \(API_KEY_INVALID\)/),
        ...fault('sign-in with a password', /API_KEY_INVALID/, 'unasked'),
        ...fault('sign-in with Google', /API_KEY_INVALID/, 'unasked'),
        ...fault('authorised domains', /API_KEY_INVALID/, 'unasked'),
      ],
    ],
    [
      'no sign-in with a password',
      () => (google['/v1/accounts:signInWithPassword'] = refuse('OPERATION_NOT_ALLOWED')),
      fault('sign-in with a password', /It is off.*Email\/Password/),
    ],
    [
      'no sign-in with Google',
      () => (google['/v1/accounts:createAuthUri'] = refuse('OPERATION_NOT_ALLOWED : not enabled')),
      fault('sign-in with Google', /It is off/, 'warning'),
    ],
    [
      'a domain that is not authorised',
      () => (google['/v1/projects'] = { status: 200, body: { authorizedDomains: OWN } }),
      fault('authorised domains', /Add run\.example/),
    ],
    [
      'a typo in the project id',
      () => edit('wrangler.toml', (text) => text.replace('"run-production"', '"run-prodution"')),
      fault('Firebase project', /do not name run-prodution/, 'warning'),
    ],
    [
      'the domain of another project',
      () => edit('wrangler.toml', (text) => text.replace('"run-production.', '"run-staging.')),
      fault('Firebase project', /run-staging.firebaseapp.com is not one of/, 'warning'),
    ],
    [
      'no keys of Google',
      () => (google['/keys'] = { status: 500, body: {} }),
      fault('keys of the ID tokens', /answers 500 without keys/),
    ],
  ]

  it.each(broken)('is named with %s', async (_what, breakIt, expected) => {
    breakIt()
    expect(await faults()).toEqual(expected)
  })
})

describe('the command', () => {
  /** Runs doctor as somebody who is not signed in at Cloudflare. */
  const doctor = (...args: string[]) => {
    const quiet = { ...process.env, HOME: root, XDG_CONFIG_HOME: root, WRANGLER_SEND_METRICS: 'false' }
    const isOfCloudflare = (name: string) => /^(CLOUDFLARE|CF)_/.test(name)
    const clean = Object.fromEntries(Object.entries(quiet).filter(([name]) => !isOfCloudflare(name)))
    return spawnSync(process.execPath, [join(root, 'copy/scripts/doctor/doctor.js'), ...args], {
      encoding: 'utf8',
      env: clean,
    })
  }

  beforeEach(() => copyProject(join(root, 'copy'), emptied))

  it('says what a deployment from the files of the project lacks, and fails', { timeout: PROGRAM_MS }, () => {
    const { status, stdout } = doctor('--env', 'production')
    expect(stdout).toMatch(/PROBLEM +Firebase settings: Fill in/)
    expect(stdout).toMatch(/ok +bindings:/)
    expect(stdout).toMatch(/2 problems, .* Nothing was changed\./)
    expect(status).toBe(1)
  })

  it('explains a wrong flag in a line', { timeout: PROGRAM_MS }, () => {
    expect(doctor('--environment', 'production').stderr).toMatch(/^Unknown option '--environment'.*\n$/)
    expect(doctor('--env', 'production', '--url', 'run.example').stderr).toBe('--url is not an address: run.example\n')
  })

  it('says npm install where the packages lack their Node', { timeout: PROGRAM_MS }, () => {
    const bare = join(root, 'bare')
    for (const name of ['scripts', 'node_modules/wrangler', 'node_modules/@playwright/test']) {
      mkdirSync(join(bare, name), { recursive: true })
    }
    const script = readFileSync('scripts/doctor/doctor.js', 'utf8').replace('process.features.typescript', 'false')
    writeFileSync(join(bare, 'scripts/doctor/doctor.js'), script)
    writeFileSync(join(bare, 'package.json'), '{"type":"module"}')
    const run = () => spawnSync(process.execPath, [join(bare, 'scripts/doctor/doctor.js')], { encoding: 'utf8' }).stdout
    expect(run()).toMatch(/^PROBLEM {2}packages: .*Run npm install/)
    mkdirSync(join(bare, 'node_modules/.bin'))
    writeFileSync(join(bare, 'node_modules/.bin/node'), '')
    expect(run()).toMatch(/^PROBLEM {2}Node: .* is too old\. Run npm run doctor/)
  })

  it('says that the packages are missing where nothing is installed', { timeout: PROGRAM_MS }, () => {
    mkdirSync(join(root, 'bare/scripts'), { recursive: true })
    cpSync('scripts/doctor/doctor.js', join(root, 'bare/scripts/doctor/doctor.js'))
    writeFileSync(join(root, 'bare/package.json'), '{"type":"module"}')
    const { status, stdout } = spawnSync(process.execPath, [join(root, 'bare/scripts/doctor/doctor.js')], {
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^PROBLEM {2}packages: .*Run npm install/)])
  })
})

function edit(name: string, change: (text: string) => string): void {
  const path = join(root, name)
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  if (changed === text) throw new Error(`${name} is as before`)
  writeFileSync(path, changed)
}

/** Puts a program first into the PATH. */
function program(name: string, script: string): void {
  const path = join(root, 'bin', name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
}

async function listen(server: Server, port = 0): Promise<number> {
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  servers.push(server)
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return (server.address() as AddressInfo).port
}

/**
 * The first of three ports that are free. It lies below those that systems hand out: another test may get one of those
 * at any moment.
 */
async function freePort(): Promise<number> {
  const first = 10_000 + 3 * randomInt(6000)
  const areFree = await Promise.all([first, first + 1, first + 2].map(isFree))
  return areFree.every(Boolean) ? first : freePort()
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** A node_modules whose packages are links to the real ones, so that a test can break one. */
function linkPackages(folder: string): void {
  mkdirSync(folder)
  for (const name of readdirSync(MODULES)) {
    if (!name.startsWith('@') && name !== '.bin') symlinkSync(join(MODULES, name), join(folder, name))
    else {
      mkdirSync(join(folder, name))
      for (const inner of readdirSync(join(MODULES, name))) {
        symlinkSync(join(MODULES, name, inner), join(folder, name, inner))
      }
    }
  }
}

/** A second migration: the project has one alone until its first release. */
function addMigration(folder: string): void {
  const journal = join(folder, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  writeFileSync(
    journal,
    JSON.stringify({ ...rest, entries: [...entries, { ...entries[0], idx: 1, tag: '0001_later' }] }),
  )
  writeFileSync(join(folder, LATER), 'CREATE TABLE `later` (`id` integer);')
}

/** Local states: `state-full` has all migrations, `state-older` lacks the last one, and `state-none` has no tables. */
function makeState(): void {
  const migrate = (state: string) => {
    const flags = ['--local', '--persist-to', join(good, state, 'state'), '-c', join(good, 'wrangler.toml')]
    const quiet = { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' }
    const { status, stderr } = spawnSync('wrangler', ['d1', 'migrations', 'apply', 'DB', ...flags], {
      encoding: 'utf8',
      env: quiet,
    })
    if (status !== 0) throw new Error(stderr)
  }
  const last = join(good, 'migrations', LATER)
  const text = readFileSync(last)
  unlinkSync(last)
  migrate('state-older')
  cpSync(join(good, 'state-older'), join(good, 'state-full'), { recursive: true })
  writeFileSync(last, text)
  migrate('state-full')
  mkdirSync(join(good, 'state-none/state'), { recursive: true })
  for (const state of ['state-full', 'state-older']) {
    const exported = join(good, state, 'accounts/auth_export')
    mkdirSync(exported, { recursive: true })
    writeFileSync(join(exported, 'accounts.json'), '{"users":[{},{}]}')
    writeFileSync(join(exported, '../firebase-export-metadata.json'), '{"auth":{"path":"auth_export"}}')
    writeFileSync(join(good, state, 'session-secret'), '0123456789abcdef'.repeat(4))
  }
}

/** A program `wrangler` that gives the answers of an account from answers.json, and asks the real one about `d1`. */
function makeWrangler(folder: string): void {
  mkdirSync(folder)
  type Binding = { name: string; type: string; text?: string; id?: string }
  const version = { resources: { bindings: [] as Binding[] } }
  const toml = readFileSync(join(good, 'wrangler.toml'), 'utf8')
  const vars = unstable_readConfig(
    { config: join(good, 'wrangler.toml'), env: 'production' },
    { hideWarnings: true },
  ).vars
  const names = [...toml.matchAll(/^(?:name|binding) = "([A-Z_]+)"/gm)].map(([, name = '']) => name)
  version.resources.bindings = [
    ...[...new Set(names)].map((name) => ({ name, type: 'other', ...(name === 'DB' ? { id: DATABASE_ID } : {}) })),
    ...Object.entries(vars).map(([name, text]) => ({ name, type: 'plain_text', text: String(text) })),
  ]
  const answers = {
    'whoami --json': { stdout: '{"loggedIn":true,"accounts":[{"id":"account-1","name":"Run"}]}' },
    'secret list': { stdout: '[{"name":"SESSION_SECRET","type":"secret_text"}]' },
    'deployments status': { stdout: '{"id":"1","versions":[{"version_id":"version-1","percentage":100}]}' },
    'versions view': { stdout: JSON.stringify(version) },
    'queues info': { stdout: 'Number of Consumers: 1\nConsumers: worker:startline-production' },
    d1: { stdout: JSON.stringify([{ results: migrationFiles(good).map((name) => ({ name })) }]) },
  }
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers))
  const script = `#!${process.execPath}
const { spawnSync } = require('node:child_process')
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const args = process.argv.slice(2)
const answers = JSON.parse(readFileSync(join(__dirname, 'answers.json'), 'utf8'))
let answer = answers[args.slice(0, 2).join(' ')] ?? answers[args[0]]
if (typeof answer === 'string') {
  const local = ['--local', '--persist-to', join(__dirname, '..', answer)]
  const passed = args.flatMap((arg) => (arg === '--remote' ? local : [arg]))
  answer = spawnSync(${JSON.stringify(join(MODULES, '.bin/wrangler'))}, passed, { encoding: 'utf8' })
}
if (answer.hangs) setInterval(() => {}, 1000)
process.stdout.write(answer.stdout ?? '')
process.stderr.write(answer.stderr ?? '')
process.exitCode = answer.status ?? 0
`
  writeFileSync(join(folder, 'wrangler'), script)
  writeFileSync(join(folder, 'package.json'), '{"type":"commonjs"}')
  chmodSync(join(folder, 'wrangler'), 0o755)
}
