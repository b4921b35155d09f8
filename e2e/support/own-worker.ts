import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createChildren, ROOT } from '../../scripts/local/children.ts'
import { E2E_SETTINGS } from '../global-setup.ts'

const READY_MS = 240_000
export const QUIET = { WRANGLER_SEND_METRICS: 'false', CI: '1' }

/** The folder of a version's sources, and of its built app. */
export interface Version {
  sources: string
  build: string
}

/** The version of this checkout, as e2e/global-setup.ts built it. */
export const PRESENT: Version = { sources: ROOT, build: E2E_SETTINGS.BUILD_DIR }

/** A worker beside that of the other tests: it can be stopped, and its database be changed meanwhile. */
export interface OwnWorker {
  origin: string
  /** Starts a version's worker, and stops the one before. */
  serve(version: Version): Promise<void>
  stop(): Promise<void>
}

/** Where an own worker keeps its database and its secrets. */
export const stateOf = (folder: string) => join(folder, 'state')

/** Runs a command of the project and returns its output. @throws Error with the output, if it fails */
export function runCommand(name: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(name, args, {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...QUIET },
  })
  if (status !== 0) throw new Error(stdout + stderr)
  return stdout
}

/** Applies a version's migrations to the database of an own worker. @param folder that of the worker */
export function migrate(folder: string, { sources } = PRESENT): void {
  const flags = ['--local', '--persist-to', join(stateOf(folder), 'state'), '-c', join(sources, 'wrangler.toml')]
  runCommand('wrangler', 'd1', 'migrations', 'apply', 'DB', ...flags)
}

/** An own worker, which is not started yet. @param folder for its state and its logs */
export async function ownWorker(folder: string): Promise<OwnWorker> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  let stop = async () => {}
  return {
    origin,
    async serve({ sources, build }) {
      await stop()
      const worker = createChildren(folder)
      stop = () => worker.stop()
      const env = { ...QUIET, ...E2E_SETTINGS, PORT: `${port}`, STATE_DIR: stateOf(folder), BUILD_DIR: build }
      const child = worker.start('worker', [process.execPath, 'scripts/local/serve.ts'], { cwd: sources, env })
      let ended = false
      void child.exited.then(() => {
        ended = true
      })
      const gaveUp = Date.now() + READY_MS
      while (!(await fetch(`${origin}/api/health`).catch(() => undefined))?.ok) {
        if (ended || Date.now() > gaveUp) {
          throw new Error(`the worker of ${sources} does not answer:\n${child.logTail()}`)
        }
        await sleep(100)
      }
    },
    async stop() {
      await stop()
      stop = async () => {}
    },
  }
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
