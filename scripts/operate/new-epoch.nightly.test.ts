import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'new-epoch-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const npmRun = (command: string, ...args: string[]) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' } })
const newEpoch = () => npmRun(process.execPath, 'scripts/operate/new-epoch.ts', '--local', '--persist-to', folder)

it('gives a database a new epoch each time, and fails without a database', { timeout: 120_000 }, () => {
  expect(newEpoch().status).toBe(1)
  npmRun('wrangler', 'd1', 'migrations', 'apply', 'DB', '--local', '--persist-to', folder)
  const sql = (text: string) =>
    npmRun('wrangler', 'd1', 'execute', 'DB', '--local', '--persist-to', folder, '--json', '--command', text).stdout
  const columns = 'owner_uid, title, location, description, image, distance, reg_start, reg_end, start_date, time_zone'
  sql(`INSERT INTO marathon (id, ${columns}, name, email, created_at, ver, seq, shown_until, registration, secret_seed)
    VALUES ('ballot-0001', 'o', '', '', '', '', '', '', '', '', '', '', '', '', 1, 1, '', 'ballot', 'old')`)
  const said = [newEpoch(), newEpoch()].map(({ stdout }) => /epoch is ([0-9a-f]{16})/.exec(stdout)?.[1])
  expect(said.every(Boolean)).toBe(true)
  expect(said[0]).not.toBe(said[1])
  expect(sql('SELECT secret_seed, ver FROM marathon')).toMatch(/"secret_seed": *"[0-9a-f]{64}",\s*"ver": *3/)
})
