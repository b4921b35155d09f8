import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createChildren, ROOT } from '../../scripts/children.ts'
import { E2E_SETTINGS } from '../global-setup.ts'

const READY_MS = 240_000
const QUIET = { WRANGLER_SEND_METRICS: 'false', CI: '1' }

/** The folder of a version's sources, and of its built app. */
export interface Version {
  sources: string
  build: string
}

/** The version of this checkout, as e2e/global-setup.ts built it. */
export const PRESENT: Version = { sources: ROOT, build: E2E_SETTINGS.BUILD_DIR }

/** A folder below which versions are built, and a database that several workers use one after another. */
export interface Bench {
  previous: Version
  /** The address of all workers. */
  origin: string
  /** Starts a version's worker on the database, and stops the one before. */
  serve(version: Version): Promise<void>
  /** Stops the worker, and applies the present migrations to its database. */
  migrate(): Promise<void>
  close(): Promise<void>
}

/**
 * Builds the release that previous-release.json names, from the history of this clone and with the present packages,
 * and makes a database with the migrations of that release.
 * @throws Error that says why, if the history lacks the commit
 */
export async function startBench(): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'previous-release-'))
  const children = createChildren(folder)
  const close = async () => {
    await children.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  let stopWorker = async () => {}
  try {
    const sources = join(folder, 'sources')
    unpack(sources)
    // workerd takes no files above its working folder.
    const previous = { sources, build: join(sources, 'dist') }
    const state = join(folder, 'state')
    const migrate = (name: string, cwd: string) => {
      const flags = ['--local', '--persist-to', join(state, 'state')]
      return children.run(name, ['wrangler', 'd1', 'migrations', 'apply', 'DB', ...flags], { cwd, env: QUIET })
    }
    await Promise.all([
      children.run('build', ['vite', 'build'], { cwd: sources, env: { ...QUIET, BUILD_DIR: previous.build } }),
      migrate('old-migrations', sources),
    ])
    const port = await freePort()
    const origin = `http://localhost:${port}`
    return {
      previous,
      origin,
      async serve({ sources, build }) {
        await stopWorker()
        const worker = createChildren(folder)
        stopWorker = () => worker.stop()
        const env = { ...QUIET, ...E2E_SETTINGS, PORT: `${port}`, STATE_DIR: state, BUILD_DIR: build }
        const child = worker.start('worker', [process.execPath, 'scripts/serve.ts'], { cwd: sources, env })
        let ended = false
        void child.exited.then(() => {
          ended = true
        })
        const gaveUp = Date.now() + READY_MS
        while (!(await fetch(`${origin}/api/health`).catch(() => undefined))?.ok) {
          if (ended || Date.now() > gaveUp)
            throw new Error(`the worker of ${sources} does not answer:\n${child.logTail()}`)
          await sleep(100)
        }
      },
      async migrate() {
        await stopWorker()
        stopWorker = async () => {}
        await migrate('migrations', ROOT)
      },
      async close() {
        await stopWorker()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Writes the sources of the previous release into a folder, with a link to the present packages. */
function unpack(folder: string): void {
  const { commit } = JSON.parse(readFileSync(join(ROOT, 'previous-release.json'), 'utf8')) as { commit: string }
  const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (git('cat-file', '-e', `${commit}^{commit}`).status !== 0) {
    const isShallow = git('rev-parse', '--is-shallow-repository').stdout?.trim()
    const why = { true: 'This clone is shallow. Fetch the history: git fetch --unshallow' }[String(isShallow)]
    const otherwise = isShallow === 'false' ? 'Fetch it: git fetch origin' : 'This folder is no git clone.'
    throw new Error(
      `The previous release is commit ${commit} (previous-release.json), and it is not here. ${why ?? otherwise}`,
    )
  }
  mkdirSync(folder)
  execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C "$FOLDER"`], {
    cwd: ROOT,
    env: { ...process.env, FOLDER: folder },
  })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
