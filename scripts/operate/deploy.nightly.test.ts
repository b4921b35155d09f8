import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { copyProject, DATABASE_IDS, emptied, filledIn } from '../testing/project-copy.ts'

/** A build, on a machine that does other things too. */
const DEPLOY_MS = 300_000

const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
const toml = join(folder, 'wrangler.toml')
copyProject(folder, emptied)
afterAll(() => rmSync(folder, { recursive: true }))

const deploy = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/operate/deploy.ts', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' },
  })

it('does nothing without an environment, or with settings that are not filled in', { timeout: DEPLOY_MS }, () => {
  expect(deploy().stderr).toBe('name what to deploy: npm run deploy -- --env staging, or --env production\n')
  const { status, stdout, stderr } = deploy('--env', 'production', '--dry-run')
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/not ready to deploy.*\n- Firebase settings: Fill in.*\n- database id: Put in/)
})

it('migrates without a question, and uploads only then', { timeout: DEPLOY_MS }, () => {
  writeFileSync(toml, filledIn(readFileSync(toml, 'utf8')))
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  // Stand-ins for the build and for Cloudflare. The answer to a question would be "no".
  for (const name of ['vite', 'wrangler']) {
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\necho "${'$'}(basename "${'$'}0") ${'$'}* CI=${'$'}CI"\ntest ! -e "${folder}/fails"\n`,
    )
    chmodSync(join(bin, name), 0o755)
  }
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, CI: '' }
  const run = () =>
    spawnSync(process.execPath, ['scripts/operate/deploy.ts', '--env', 'staging'], {
      cwd: folder,
      encoding: 'utf8',
      env,
    })
  expect(run().stdout.trim().split('\n')).toEqual([
    'vite build CI=',
    'wrangler d1 migrations apply DB --remote -c wrangler.toml CI=1',
    'wrangler deploy -c dist/startline/wrangler.json CI=',
  ])
  writeFileSync(join(folder, 'fails'), '')
  expect(run()).toMatchObject({ status: 1, stdout: 'vite build CI=\n' })
  rmSync(join(folder, 'fails'))
})

it('builds the app with the settings of its environment, and wrangler takes it', { timeout: DEPLOY_MS }, () => {
  writeFileSync(toml, filledIn(readFileSync(toml, 'utf8')))
  const { status, stdout, stderr } = deploy('--env', 'staging', '--dry-run')
  expect([status, stderr]).toEqual([0, expect.any(String)])
  expect(stdout).toContain('--dry-run: exiting now')
  for (const binding of ['env.DB (startline-staging)', 'env.SYNC_LIMIT', 'env.ASSETS'])
    expect(stdout).toContain(binding)
  const built = JSON.parse(readFileSync(join(folder, 'dist/startline/wrangler.json'), 'utf8'))
  expect(built).toMatchObject({
    name: 'startline-staging',
    vars: { FIREBASE_PROJECT_ID: 'run-staging' },
    d1_databases: [{ database_id: DATABASE_IDS.staging }],
    triggers: { crons: ['17 3 * * *', '*/5 * * * *'] },
    observability: { logs: { invocation_logs: false } },
  })
})
