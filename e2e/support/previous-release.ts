import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChildren, ROOT } from '../../scripts/children.ts'
import { ownWorker, QUIET, stateOf, type Version } from './own-worker.ts'

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
  let stopWorker = async () => {}
  const close = async () => {
    await stopWorker()
    await children.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    const sources = join(folder, 'sources')
    unpack(sources)
    // workerd takes no files above its working folder.
    const previous = { sources, build: join(sources, 'dist') }
    const state = stateOf(folder)
    const migrate = (name: string, cwd: string) => {
      const flags = ['--local', '--persist-to', join(state, 'state')]
      return children.run(name, ['wrangler', 'd1', 'migrations', 'apply', 'DB', ...flags], { cwd, env: QUIET })
    }
    await Promise.all([
      children.run('build', ['vite', 'build'], { cwd: sources, env: { ...QUIET, BUILD_DIR: previous.build } }),
      migrate('old-migrations', sources),
    ])
    const worker = await ownWorker(folder)
    stopWorker = worker.stop
    return {
      previous,
      origin: worker.origin,
      serve: worker.serve,
      async migrate() {
        await worker.stop()
        await migrate('migrations', ROOT)
      },
      close,
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
