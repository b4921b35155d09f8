import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'new-epoch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const npmRun = (command: string, ...args: string[]) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' } })
const newEpoch = () => npmRun(process.execPath, 'scripts/new-epoch.ts', '--local', '--persist-to', folder)

it('gives a database a new epoch each time, and fails without a database', { timeout: 120_000 }, () => {
  expect(newEpoch().status).toBe(1)
  npmRun('wrangler', 'd1', 'migrations', 'apply', 'DB', '--local', '--persist-to', folder)
  const said = [newEpoch(), newEpoch()].map(({ stdout }) => /epoch is ([0-9a-f]{16})/.exec(stdout)?.[1])
  expect(said.every(Boolean)).toBe(true)
  expect(said[0]).not.toBe(said[1])
})
