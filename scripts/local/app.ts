import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Child, type Children, ROOT } from './children.ts'
import { type LocalSettings, PROJECT_ID } from './local-settings.ts'
import { assertPortFree } from './ports.ts'
import { createAccounts, seedMarathons } from './seed.ts'

const READY_MS = 240_000
const POLL_MS = 100
const QUIET = { WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false', NO_UPDATE_NOTIFIER: '1', CI: '1' }

/**
 * Starts a whole local Startline: the Auth emulator, a migrated D1, the app, the accounts and the sample marathons.
 * @param mode `built` serves a new build from workerd; `dev` serves the sources with hot reload
 * @returns after the app responds. `died` rejects when the app or the emulator ends
 */
export async function startApp(
  children: Children,
  settings: LocalSettings,
  mode: 'built' | 'dev',
): Promise<{ died: Promise<never> }> {
  await assertPortFree(settings.port, 'app', 'PORT')
  await assertPortFree(settings.authPort, 'Auth emulator', 'AUTH_PORT')
  // This goes to stderr, because a start prints only its ready line to stdout.
  console.error(mode === 'built' ? 'building and starting…' : 'starting…')
  const env = {
    ...QUIET,
    RATE_LIMITS: settings.vars.RATE_LIMITS ?? '',
    PORT: String(settings.port),
    AUTH_PORT: String(settings.authPort),
    STATE_DIR: settings.stateDir,
    BUILD_DIR: settings.buildDir,
    PUSH_STAND_IN: settings.pushStandIn,
  }
  const emulator = startEmulator(children, settings)
  const prepared = Promise.all([
    mode === 'built' ? children.run('build', ['vite', 'build'], { env }) : undefined,
    children.run('migrations', [...MIGRATE, '--persist-to', settings.persistPath], { env: QUIET }),
  ])
  await Promise.all([prepared, untilAnswers(emulator, `http://127.0.0.1:${settings.authPort}/`)])

  const serve =
    mode === 'built' ? [process.execPath, join(ROOT, 'scripts/local/serve.ts')] : ['vite', '--host', 'localhost']
  const app = children.start('app', serve, { env })
  await untilAnswers(app, `${settings.origin}/api/health`)
  await createAccounts(settings)
  if (settings.seed) await seedMarathons(settings)
  return { died: Promise.race([diesWith(emulator), diesWith(app)]) }
}

const MIGRATE = ['wrangler', 'd1', 'migrations', 'apply', 'DB', '--local', '--config', join(ROOT, 'wrangler.toml')]

/**
 * Starts the Auth emulator. It reads the accounts from STATE_DIR/accounts, and writes them there when it stops
 * normally.
 */
function startEmulator(children: Children, { stateDir, authPort }: LocalSettings): Child {
  const config = JSON.parse(readFileSync(join(ROOT, 'firebase.json'), 'utf8'))
  config.emulators.auth.port = authPort
  // Two suites that start at the same moment take the same free ports for these two, and one of them fails.
  config.emulators.hub = { port: authPort + 1 }
  config.emulators.logging = { port: authPort + 2 }
  // The emulator gets its own copy of firebase.json: firebase-tools reads the port only from there and logs beside it.
  writeFileSync(join(stateDir, 'firebase.json'), JSON.stringify(config))
  const accounts = join(stateDir, 'accounts')
  return children.start(
    'emulator',
    ['firebase', 'emulators:start', '--only', 'auth', '--project', PROJECT_ID].concat([
      '--import',
      accounts,
      '--export-on-exit',
      accounts,
    ]),
    { cwd: stateDir, env: QUIET },
  )
}

async function untilAnswers(child: Child, url: string): Promise<void> {
  const gaveUp = AbortSignal.timeout(READY_MS)
  let exitCode: number | undefined
  void child.exited.then((code) => {
    exitCode = code
  })
  while (exitCode === undefined) {
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
    await response?.body?.cancel()
    if (response?.ok) return
    if (gaveUp.aborted) {
      throw new Error(
        `${child.name} does not answer ${url} (${response?.status ?? 'no connection'}):\n${child.logTail()}`,
      )
    }
    await sleep(POLL_MS)
  }
  throw new Error(`${child.name} ended before it was ready (exit code ${exitCode}):\n${child.logTail()}`)
}

async function diesWith(child: Child): Promise<never> {
  const code = await child.exited
  throw new Error(`${child.name} ended (exit code ${code}):\n${child.logTail()}`)
}
