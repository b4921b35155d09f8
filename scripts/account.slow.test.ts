import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'account-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HERE = ['--local', '--persist-to', folder]
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' } })
const account = (...args: string[]) => run(process.execPath, 'scripts/account.ts', ...args)
const query = (sql: string) => {
  const { stdout } = run('wrangler', 'd1', 'execute', 'DB', ...HERE, '--json', '--command', sql)
  return (JSON.parse(stdout) as [{ results: Record<string, unknown>[] }])[0].results
}

it('ends sessions, prints what is kept and deletes, of one account alone, and says what is missing', {
  timeout: 120_000,
}, () => {
  expect(account('end-sessions', 'olivia', ...HERE).status).toBe(1)
  run('wrangler', 'd1', 'migrations', 'apply', 'DB', ...HERE)
  const uids = ["o'livia", 'ravi']
  const values = uids.map((uid) => `('${uid.replace("'", "''")}', '${uid.length}', '', '', '', 0)`)
  query(`INSERT INTO push_subscription (uid, id, endpoint, p256dh, auth, seen_at) SELECT column1, column2, column2,
    column3, column4, column6 FROM (VALUES ${values})`)
  const nowS = Math.floor(Date.now() / 1000)
  const { status, stdout } = account('end-sessions', "o'livia", ...HERE)
  expect([status, stdout]).toEqual([0, expect.stringContaining("the sessions of o'livia are over")])
  const [row, ...others] = query('SELECT uid, sessions_after FROM account')
  expect([row?.uid, others]).toEqual(["o'livia", []])
  expect(Number(row?.sessions_after)).toBeGreaterThanOrEqual(nowS)
  expect(query('SELECT uid FROM push_subscription')).toEqual([{ uid: 'ravi' }])
  for (const wrong of [[], ['end-sessions'], ['end-sessions', ...HERE], ['end', 'ravi', ...HERE]]) {
    expect([account(...wrong).status, account(...wrong).stderr]).toEqual([
      1,
      expect.stringContaining('npm run account'),
    ])
  }
  expect(account('end-sessions', 'ravi@example.com', ...HERE).stderr).toContain('is an email')
  expect(account('end-sessions', 'ravi').stderr).toContain('name the database')

  query(`INSERT INTO helper (marathon_id, uid, id, name, since, seq)
    VALUES ('m-1', 'ravi', 'h-1', 'Ravi', '2027-01-01', 1), ('m-1', 'olga', 'h-2', 'Olga', '2027-01-01', 2)`)
  const data = account('data', 'ravi', ...HERE)
  expect(data.status).toBe(0)
  expect(JSON.parse(data.stdout)).toMatchObject({
    uid: 'ravi',
    helping: [{ marathonId: 'm-1', name: 'Ravi' }],
    pushes: [{ endpoint: '4' }],
    changes: [],
  })
  expect(data.stdout).not.toContain('Olga')

  expect(account('delete', 'ravi', ...HERE).stdout).toContain('the worker deletes what it has')
  expect(query('SELECT uid, deletion FROM account WHERE deletion IS NOT NULL')).toEqual([
    { uid: 'ravi', deletion: 'due' },
  ])
  expect(query('SELECT uid FROM push_subscription')).toEqual([])
})
