import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'hide-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HERE = ['--local', '--persist-to', folder]
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' } })
const hide = (...args: string[]) => run(process.execPath, 'scripts/operate/hide.ts', ...args)
const query = (sql: string) => {
  const { stdout } = run('wrangler', 'd1', 'execute', 'DB', ...HERE, '--json', '--command', sql)
  return (JSON.parse(stdout) as [{ results: Record<string, unknown>[] }])[0].results
}

it('hides an event once, by its id or its address, shows it again, and says what is missing', {
  timeout: 300_000,
}, () => {
  run('wrangler', 'd1', 'migrations', 'apply', 'DB', ...HERE)
  query(`INSERT INTO marathon (id, owner_uid, title, location, description, image, distance, reg_start, reg_end,
      start_date, time_zone, name, email, created_at, ver, seq, shown_until)
    SELECT value, 'olivia', 'Harbour "Ten"', '', '', '', '10k', '', '', '', 'UTC', '', '', '', 1, key - 10, ''
      FROM json_each('["event-0001", "event-0002"]')`)
  const state = () => query('SELECT hidden_at IS NULL AS shown, ver, (SELECT seq FROM clock) AS seq FROM marathon')
  const other = { shown: 1, ver: 1 }
  const hidden = [
    { shown: 0, ver: 2, seq: 1 },
    { ...other, seq: 1 },
  ]

  expect(hide('event-0001', ...HERE)).toMatchObject({
    stderr: '',
    stdout: expect.stringMatching(/^"Harbour "Ten"" is hidden [^,]*\. /),
  })
  expect(state()).toEqual(hidden)
  expect(hide('https://example.com/e/event-0001', ...HERE).stdout).toContain('as before')
  expect(state()).toEqual(hidden)
  expect(hide('event-0001', '--show', ...HERE).stdout).toContain('is there for everybody.')
  expect(state()).toEqual([
    { shown: 1, ver: 3, seq: 2 },
    { ...other, seq: 2 },
  ])

  expect(hide('event-0009', ...HERE)).toMatchObject({ status: 1, stderr: expect.stringContaining('no event with') })
  expect(hide('event-0001').stderr).toContain('name the database')
  for (const wrong of [[], HERE, ["a'b", ...HERE]])
    expect(hide(...wrong)).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run -s hide') })
})
