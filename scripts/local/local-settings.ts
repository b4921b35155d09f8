import { createECDH, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The emulator's project. The `demo-` prefix keeps firebase-tools and the worker away from real projects. */
export const PROJECT_ID = 'demo-startline'

/** The settings of a local Startline: also the worker's variables of emulator mode. */
export interface LocalSettings {
  port: number
  authPort: number
  origin: string
  stateDir: string
  /** Folder of the local D1, in the layout that wrangler, vite and Miniflare share. */
  persistPath: string
  buildDir: string
  seed: boolean
  /** Where requests to push services go instead, an origin on loopback; '' for the push services themselves. */
  pushStandIn: string
  vars: Record<string, string>
}

/**
 * Reads the settings from the environment, and creates the state folder. There is no `.dev.vars`: a file of secrets can be
 * missing, stale or committed.
 */
export function localSettings(env: NodeJS.ProcessEnv = process.env): LocalSettings {
  const port = portFrom(env, 'PORT', 8787)
  const authPort = portFrom(env, 'AUTH_PORT', 9099)
  const stateDir = resolve(env.STATE_DIR || '.local')
  mkdirSync(stateDir, { recursive: true })
  return {
    port,
    authPort,
    origin: `http://localhost:${port}`,
    stateDir,
    persistPath: join(stateDir, 'state'),
    buildDir: resolve(env.BUILD_DIR || 'dist'),
    seed: env.SEED !== 'none',
    pushStandIn: env.PUSH_STAND_IN ?? '',
    vars: {
      FIREBASE_PROJECT_ID: PROJECT_ID,
      FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${authPort}`,
      FIREBASE_API_KEY: 'demo',
      FIREBASE_AUTH_DOMAIN: 'localhost',
      SESSION_SECRET: keptSecret(stateDir, 'session-secret', () => randomBytes(32).toString('hex')),
      VAPID_PRIVATE_KEY: keptSecret(stateDir, 'vapid-private-key', newVapidKey),
      VAPID_SUBJECT: 'mailto:local@example.com',
      // Wrangler writes the mails to files, and sends none.
      MAIL_FROM: 'Startline <mail@example.com>',
      MAIL_ORIGIN: `http://localhost:${port}`,
      RATE_LIMITS: env.RATE_LIMITS ?? '',
    },
  }
}

function portFrom(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const port = Number(env[name] || fallback)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${name} is not a port: ${env[name]}`)
  return port
}

/** A secret of this state folder. It is stored with the data, so that sessions and subscriptions outlive a restart. */
function keptSecret(stateDir: string, name: string, make: () => string): string {
  const path = join(stateDir, name)
  if (!existsSync(path)) writeFileSync(path, make(), { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

/** A new private VAPID key, base64url. */
export function newVapidKey(): string {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  // A key that begins with zero bytes is shorter.
  return Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
}
