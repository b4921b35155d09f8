import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

// docs/operations.md, "Backups", with local databases. wrangler exports only the local database of its own folder.

const folder = mkdtempSync(join(tmpdir(), 'backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs wrangler in the folder of a deployment. */
function wrangler(place: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('wrangler', args, {
    cwd: join(folder, place),
    encoding: 'utf8',
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' },
  })
  if (status !== 0) throw new Error(stdout + stderr)
  return stdout
}

/** Runs statements. @returns the rows of each */
function query(place: string, ...statements: string[]): Record<string, unknown>[][] {
  const output = wrangler(place, 'd1', 'execute', 'DB', '--local', '--json', '--command', statements.join('; '))
  return JSON.parse(output).map(({ results }: { results: Record<string, unknown>[] }) => results)
}

function deployment(place: string): void {
  cpSync('wrangler.toml', join(folder, place, 'wrangler.toml'))
  cpSync('migrations', join(folder, place, 'migrations'), { recursive: true })
  cpSync('worker', join(folder, place, 'worker'), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, place, 'node_modules'))
}

it('an export and its import bring every row back, and the epoch is another one', { timeout: 180_000 }, () => {
  deployment('old')
  deployment('new')
  wrangler('old', 'd1', 'migrations', 'apply', 'DB', '--local')
  query(
    'old',
    "INSERT INTO account (uid, sessions_after) VALUES ('o''neil', 5), ('ada', 0)",
    "INSERT INTO tombstone (type, id, deleted_at, seq) VALUES ('marathon', 'gone', '2026-11-23', 7)",
    'UPDATE clock SET seq = 7',
  )
  const file = join(folder, 'backup.sql')
  wrangler('old', 'd1', 'export', 'DB', '--local', '--skip-confirmation', '--output', file)
  wrangler('new', 'd1', 'execute', 'DB', '--local', '--file', file)
  const everything = ['account', 'tombstone', 'clock', 'd1_migrations'].map((table) => `SELECT * FROM ${table}`)
  const before = query('old', ...everything)
  expect(before.map((rows) => rows.length)).toEqual([2, 1, 1, expect.any(Number)])
  expect(query('new', ...everything)).toEqual(before)
  // All migrations are known to be applied, so that a deploy applies none of them again.
  expect(wrangler('new', 'd1', 'migrations', 'apply', 'DB', '--local')).toContain('No migrations to apply')

  const flags = ['--local', '--persist-to', join(folder, 'new/.wrangler/state')]
  const { stdout } = spawnSync(process.execPath, ['scripts/operate/new-epoch.ts', ...flags], { encoding: 'utf8' })
  const epoch = /epoch is ([0-9a-f]{16})/.exec(stdout)?.[1]
  expect(before[2]?.[0]?.epoch).not.toBe(epoch)
  expect(query('new', 'SELECT epoch, seq FROM clock')).toEqual([[{ epoch, seq: 7 }]])
})
