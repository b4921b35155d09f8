import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createChildren, ROOT } from '../../scripts/local/children.ts'
import { QUIET, type Version } from './own-worker.ts'

/**
 * Builds the release before this code, from the history of this clone and with the present packages. A release is a commit
 * that gives package.json another version, from 1.0.0 on.
 * @param folder for its sources and its build
 * @throws Error that says why, if the history does not have it
 */
export async function buildPreviousRelease(folder: string): Promise<Version> {
  const sources = join(folder, 'sources')
  mkdirSync(sources)
  execFileSync('sh', ['-c', `git archive ${releaseCommit()} | tar -x -C "$SOURCES"`], {
    cwd: ROOT,
    env: { ...process.env, SOURCES: sources },
  })
  symlinkSync(join(ROOT, 'node_modules'), join(sources, 'node_modules'))
  // workerd takes no files from outside of its working folder.
  const build = join(sources, 'dist')
  const children = createChildren(folder)
  // `npm install` of that release would do this.
  await children.run('prepare', ['npm', 'run', 'prepare'], { cwd: sources, env: QUIET })
  await children.run('build', ['vite', 'build'], { cwd: sources, env: { ...QUIET, BUILD_DIR: build } })
  return { sources, build }
}

/** The newest release's commit. @throws Error for a history without one */
function releaseCommit(): string {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim()
  if (git('rev-parse', '--is-shallow-repository') !== 'false')
    throw new Error('The release before this code is in the history. Fetch it: git fetch --unshallow')
  const commit = git('log', '-1', '--format=%H', '-G', '"version": "[1-9]', '--', 'package.json')
  if (!commit) throw new Error('No commit of this history gives package.json a version from 1.0.0 on.')
  return commit
}
