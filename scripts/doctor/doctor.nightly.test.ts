import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyProject, DATABASE_IDS, emptied, filledIn } from '../testing/project-copy.ts'
import { type Check, findingOf } from './check.ts'
import { cloudflareChecks } from './cloudflare.ts'
import { firebaseChecks } from './firebase.ts'
import { machineChecks } from './machine.ts'
import { readDeployment, settingsChecks } from './settings.ts'

// Each test breaks one thing of a set-up that is in order, and doctor names this thing and no other. Google is a small
// HTTP server here, and Cloudflare's account a program `wrangler` that gives the outputs of the real one.

const PROGRAM_MS = 60_000
let root: string
let env: NodeJS.ProcessEnv

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'doctor-'))
  writeFileSync(join(root, 'wrangler.toml'), filledIn(readFileSync('wrangler.toml', 'utf8')))
  mkdirSync(join(root, 'bin'))
  env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` }
})
afterEach(() => rmSync(root, { recursive: true }))

/** The names and states of the checks that are not ok, and what they say. */
async function faultsOf(checks: Check[]) {
  const found: { name: string; state: string; text: string }[] = []
  for (const check of checks) {
    const finding = await findingOf(check)
    if (finding.state !== 'ok') found.push({ name: check.name, ...finding })
  }
  return found
}

/** Switches mail on in an environment. */
const withMail = (from: string, origin: string) => (text: string) =>
  text
    .replace(/MAIL_FROM = .*/, `MAIL_FROM = "${from}"`)
    .replace(/MAIL_ORIGIN = .*/, `MAIL_ORIGIN = "${origin}"`)
    .replaceAll(/^# (\[\[env|name =|queue =|max_retries|retry_delay)/gm, '$1')

const fault = (name: string, text: RegExp, state = 'problem') => [{ name, state, text: expect.stringMatching(text) }]
type Broken = [what: string, breakIt: () => void, expected: ReturnType<typeof fault>]

describe('this machine', () => {
  const faults = () => faultsOf(machineChecks(root, env))
  const lock = (packages: object) =>
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))

  beforeEach(() => {
    writeFileSync(join(root, '.nvmrc'), process.version.slice(1))
    mkdirSync(join(root, 'node_modules/hono'), { recursive: true })
    writeFileSync(join(root, 'node_modules/hono/package.json'), '{"version":"1.0.0"}')
    lock({ 'node_modules/hono': { version: '1.0.0' }, 'node_modules/mac': { version: '1.0.0', optional: true } })
    program('npm', 'echo 10.0.0')
    program('a-browser', 'echo Chromium 1.0')
    env.CHROMIUM_PATH = join(root, 'bin/a-browser')
  })

  it('is in order', async () => {
    expect(await faults()).toEqual([])
  })

  const broken: Broken[] = [
    ['another Node', () => writeFileSync(join(root, '.nvmrc'), '99.1.0\n'), fault('Node', /names 99\.1\.0\. Run npm/)],
    ['an old npm', () => program('npm', 'echo 9.8.1'), fault('npm', /npm 9\.8\.1 is too old/)],
    [
      'a package of another version',
      () => lock({ 'node_modules/hono': { version: '2.0.0' } }),
      fault('packages', /lacks hono, or has other versions/),
    ],
    [
      'a package that is missing',
      () => lock({ 'node_modules/jose': { version: '1.0.0' } }),
      fault('packages', /lacks jose,/),
    ],
    [
      'a browser that is not there',
      () => (env.CHROMIUM_PATH = '/nowhere/chromium'),
      fault('browser', /\/nowhere\/chromium does not start/),
    ],
  ]

  it.each(broken)('is named with %s', async (_what, breakIt, expected) => {
    breakIt()
    expect(await faults()).toEqual(expected)
  })
})

describe('the settings of a deployment', () => {
  const faults = (environment = 'production') => faultsOf(settingsChecks(root, environment))
  /** Changes what stands below `[env.production]`. */
  const editProduction = (change: (text: string) => string) =>
    editToml((text) => {
      const start = text.indexOf('[env.production]')
      return text.slice(0, start) + change(text.slice(start))
    })

  it.each(['staging', 'production'])('are in order for %s', async (environment) => {
    expect(await faults(environment)).toEqual([])
  })

  const broken: Broken[] = [
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
      'a contact address that is none',
      () => editProduction((text) => text.replace(/OPERATOR_EMAIL = .*/, 'OPERATOR_EMAIL = "mailto:help@run.example"')),
      fault('contact address', /OPERATOR_EMAIL is mailto:help@run\.example\. Put in an address/),
    ],
    [
      'no contact address',
      () => editProduction((text) => text.replace(/OPERATOR_EMAIL = .*/, 'OPERATOR_EMAIL = ""')),
      fault('contact address', /the contact page invites nobody/, 'warning'),
    ],
    [
      'half of what mail takes',
      () => editProduction((text) => text.replace(/MAIL_FROM = .*/, 'MAIL_FROM = "mail@run.example"')),
      fault('mail', /Nothing of mail is offered without the binding MAIL and MAIL_ORIGIN/, 'warning'),
    ],
    [
      'a sender of mails that is none',
      () => editProduction(withMail('Startline <mail>', 'https://run.example')),
      fault('mail', /MAIL_FROM is Startline <mail>\. Put in an address/),
    ],
    [
      'an origin of mails that is none',
      () => editProduction(withMail('mail@run.example', 'run.example')),
      fault('mail', /MAIL_ORIGIN is run\.example\. Put in an origin/),
    ],
    [
      'no queue of what bounces',
      () =>
        editProduction((text) =>
          withMail('mail@run.example', 'https://run.example')(text).replace(/-mail-events/g, '-others'),
        ),
      fault('mail', /nothing learns of bounces/, 'warning'),
    ],
    [
      'a secret in the file',
      () => editProduction((text) => text.replace('[env.production.vars]', '$&\nSESSION_SECRET = "x"')),
      fault('forbidden variables', /Delete SESSION_SECRET/),
    ],
    [
      'no database',
      () => editProduction((text) => text.replace(DATABASE_IDS.production, '00000000-0000-0000-0000-000000000000')),
      fault('database id', /npx wrangler d1 create startline-production/),
    ],
    [
      'the database of another environment',
      () => editProduction((text) => text.replace(DATABASE_IDS.production, DATABASE_IDS.staging)),
      fault('database id', /\[env\.staging\] has the same database_id/),
    ],
    [
      'a limit that is missing',
      () => editProduction((text) => text.replace(/.*"SYNC_LIMIT".*\n/, '')),
      fault('bindings', /\[env\.production\] lacks SYNC_LIMIT/),
    ],
    [
      'no rooms',
      () => editProduction((text) => text.replace(/\[\[env\.production\.durable_objects[^[]*/, '')),
      fault('bindings', /Without ROOMS, phones learn/, 'warning'),
    ],
    [
      'no nightly run',
      () => editToml((text) => text.replace(/crons = .*/, 'crons = []')),
      fault('crons', /never be erased/),
    ],
    [
      'no run of every five minutes',
      () => editToml((text) => text.replace(/crons = .*/, 'crons = ["17 3 * * *", "17 4 * * *"]')),
      fault('crons', /has no "\*\/5 \* \* \* \*": no account would be deleted/),
    ],
  ]

  it.each(broken)('are named with %s', async (_what, breakIt, expected) => {
    breakIt()
    expect(await faults()).toEqual(expected)
  })
})

describe('Cloudflare', () => {
  const environment = 'production'
  const config = () => readDeployment(root, environment)
  const faults = () => faultsOf(cloudflareChecks({ root, environment, config: config(), env }))
  /** Sets what the program `wrangler` says to a command that begins like this. */
  const say = (command: string, stdout: string, status = 0) => {
    const file = join(root, 'bin/answers.json')
    const answers = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    writeFileSync(file, JSON.stringify({ ...answers, [command]: { stdout, status } }))
  }
  const sayMigrations = (...names: string[]) =>
    say('d1 execute', JSON.stringify([{ results: names.map((name) => ({ name })) }]))

  beforeEach(() => {
    cpSync('migrations', join(root, 'migrations'), { recursive: true })
    program(
      'wrangler',
      `const { readFileSync } = require('node:fs')
const answers = JSON.parse(readFileSync(${JSON.stringify(join(root, 'bin/answers.json'))}, 'utf8'))
const { stdout, status } = answers[process.argv.slice(2, 4).join(' ')]
process.stdout.write(stdout)
process.exitCode = status`,
      process.execPath,
    )
    writeFileSync(join(root, 'bin/package.json'), '{"type":"commonjs"}')
    say('whoami --json', '{"loggedIn":true}')
    sayMigrations(...readdirSync('migrations').filter((name) => name.endsWith('.sql')))
    say('secret list', '[{"name":"SESSION_SECRET","type":"secret_text"}]')
  })

  it('is in order', async () => {
    expect(await faults()).toEqual([])
  })

  it('is not asked without an account, and doctor says so', async () => {
    say('whoami --json', '{"loggedIn":false}', 1)
    const found = await faults()
    expect(found.map(({ state }) => state)).toEqual(Array(2).fill('unasked'))
    expect(found[0]?.text).toMatch(/npx wrangler login/)
  })

  const noTable = { text: 'A request failed.', notes: [{ text: 'no such table: d1_migrations: SQLITE_ERROR' }] }
  const noDatabase = '✘ [ERROR] A request to the Cloudflare API (/accounts/a/d1/database/x/query) failed.\n'
  const broken: Broken[] = [
    [
      'a database without tables',
      () => say('d1 execute', JSON.stringify({ error: noTable }), 1),
      fault('database', /has no tables. npm run deploy/),
    ],
    [
      'a database that lacks a migration',
      () => sayMigrations(),
      fault('database', /It lacks 0000_init\.sql\. npm run deploy/),
    ],
    [
      'a database that does not answer',
      () => say('d1 execute', noDatabase, 1),
      fault('database', /D1 does not answer: A request to the Cloudflare API.*npx wrangler d1 list/),
    ],
    ['no session secret', () => say('secret list', '[]'), fault('secrets', /Nobody can sign in.*put SESSION_SECRET/)],
    [
      'writes that are switched off',
      () => say('secret list', '[{"name":"SESSION_SECRET"},{"name":"WRITES"}]'),
      fault('secrets', /WRITES is set.*secret delete WRITES/),
    ],
    [
      'half of what push takes',
      () => say('secret list', '[{"name":"SESSION_SECRET"},{"name":"VAPID_PRIVATE_KEY"}]'),
      fault('secrets', /Push takes both/, 'warning'),
    ],
  ]

  it.each(broken)('is named with %s', async (_what, breakIt, expected) => {
    breakIt()
    expect(await faults()).toEqual(expected)
  })
})

describe('Firebase', () => {
  const OWN = ['run-production.firebaseapp.com', 'run.example']
  const refuse = (message: string) => ({ status: 400, body: { error: { message } } })
  let google: Record<string, { status: number; body: object }>
  let server: Server

  beforeEach(async () => {
    google = {
      '/v1/projects': { status: 200, body: { authorizedDomains: OWN } },
      '/v1/accounts:signInWithPassword': refuse('INVALID_LOGIN_CREDENTIALS'),
      '/v1/accounts:createAuthUri': { status: 200, body: {} },
    }
    server = createServer(({ url }, response) => {
      const { pathname, searchParams } = new URL(String(url), 'http://google')
      const isKeyRight = searchParams.get('key') === 'key-of-production'
      const { status, body } = (isKeyRight && google[pathname]) || refuse('API_KEY_INVALID')
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const faults = () => {
    const { port } = server.address() as AddressInfo
    const { vars } = readDeployment(root, 'production')
    return faultsOf(firebaseChecks(vars, 'https://run.example', `http://127.0.0.1:${port}`))
  }

  it('is in order', async () => {
    expect(await faults()).toEqual([])
  })

  it('is not asked without a network, and doctor says so', async () => {
    const { vars } = readDeployment(root, 'production')
    const found = await faultsOf(firebaseChecks(vars, 'https://run.example', 'http://127.0.0.1:9'))
    expect(found.map(({ state }) => state)).toEqual(Array(4).fill('unasked'))
  })

  const broken: Broken[] = [
    [
      'a wrong API key',
      () => editToml((text) => text.replace('key-of-production', 'key-of-nobody')),
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
      () => (google['/v1/projects'] = { status: 200, body: { authorizedDomains: OWN.slice(0, 1) } }),
      fault('authorised domains', /Add run\.example/),
    ],
    [
      'a typo in the project id',
      () => editToml((text) => text.replace('"run-production"', '"run-prodution"')),
      fault('Firebase project', /fit neither run-prodution nor/, 'warning'),
    ],
  ]

  it.each(broken)('is named with %s', async (_what, breakIt, expected) => {
    breakIt()
    expect(await faults()).toEqual(expected)
  })
})

describe('the command', () => {
  const run = (folder: string, ...args: string[]) => {
    // As somebody who is not signed in at Cloudflare.
    const names = Object.entries(process.env).filter(([name]) => !/^(CLOUDFLARE|CF)_/.test(name))
    const clean = { ...Object.fromEntries(names), HOME: root, XDG_CONFIG_HOME: root }
    const script = join(root, folder, 'scripts/doctor/doctor.js')
    return spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env: clean })
  }

  it('says what a deployment from the files of the project lacks, and fails', { timeout: PROGRAM_MS }, () => {
    copyProject(join(root, 'copy'), emptied)
    const { status, stdout } = run('copy', '--env', 'production')
    expect(stdout).toMatch(/PROBLEM +Firebase settings: Fill in/)
    expect(stdout).toMatch(/ok +bindings:/)
    expect(stdout).toMatch(/problems: 2, .* Nothing was changed\./)
    expect(status).toBe(1)
    expect(run('copy', '--env', 'prod').stderr).toMatch(/no \[env\.prod\]\. It has: staging, production/)
    expect(run('copy', '--environment', 'production').stderr).toMatch(/^Unknown option '--environment'.*\n$/)
  })

  it('says that the packages are missing where nothing is installed', { timeout: PROGRAM_MS }, () => {
    mkdirSync(join(root, 'bare/scripts/doctor'), { recursive: true })
    cpSync('scripts/doctor/doctor.js', join(root, 'bare/scripts/doctor/doctor.js'))
    writeFileSync(join(root, 'bare/package.json'), '{"type":"module"}')
    const { status, stdout } = run('bare')
    expect([status, stdout]).toEqual([1, expect.stringMatching(/^PROBLEM {2}packages: .*Run npm install/)])
  })
})

function editToml(change: (text: string) => string): void {
  const path = join(root, 'wrangler.toml')
  const text = readFileSync(path, 'utf8')
  const changed = change(text)
  if (changed === text) throw new Error('wrangler.toml is as before')
  writeFileSync(path, changed)
}

/** Puts a program first into the PATH. */
function program(name: string, script: string, shell = '/bin/sh'): void {
  const path = join(root, 'bin', name)
  writeFileSync(path, `#!${shell}\n${script}\n`)
  chmodSync(path, 0o755)
}
