import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'account-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const HERE = ['--local', '--persist-to', folder]
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { encoding: 'utf8', env: { ...process.env, WRANGLER_SEND_METRICS: 'false', CI: '1' } })
const account = (...args: string[]) => run(process.execPath, 'scripts/operate/account.ts', ...args)
const query = (sql: string) => {
  const { stdout } = run('wrangler', 'd1', 'execute', 'DB', ...HERE, '--json', '--command', sql)
  return (JSON.parse(stdout) as [{ results: Record<string, unknown>[] }])[0].results
}

it('ends sessions, prints or deletes data of one account alone, and says what is missing', {
  timeout: 300_000,
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
  for (const wrong of [
    [],
    ['end-sessions'],
    ['end-sessions', ...HERE],
    ['end', 'ravi', ...HERE],
    ['note'],
    ['redo', ...HERE],
  ]) {
    expect(account(...wrong)).toMatchObject({ status: 1, stderr: expect.stringContaining('npm run -s account') })
  }
  expect(account('end-sessions', 'ravi@example.com', ...HERE).stderr).toContain('is an email')
  expect(account('end-sessions', 'ravi').stderr).toContain('name the database')

  query(`INSERT INTO staff (marathon_id, uid, role, id, name, since, seq)
    VALUES ('m-1', 'ravi', 'gate', 'h-1', 'Ravi', '2027-01-01', 1), ('m-1', 'olga', 'gate', 'h-2', 'Olga', '2027-01-01', 2)`)
  const data = account('data', 'ravi', ...HERE)
  expect(data.status).toBe(0)
  expect(JSON.parse(data.stdout)).toMatchObject({
    uid: 'ravi',
    staff: [{ marathonId: 'm-1', name: 'Ravi' }],
    pushes: [{ endpoint: '4' }],
    changes: [],
  })
  expect(data.stdout).not.toContain('Olga')
  const csv = account('data', 'ravi', '--csv', ...HERE).stdout
  expect(csv).toMatch(/^Account\r\nnothing\r\n\r\nYour events\r\n/)
  expect(csv).toMatch(/Where you organise or help\r\nmarathonId,.*\r\nm-1,.*Ravi/)

  expect(account('delete', 'ravi', ...HERE).stdout).toContain('the worker deletes what it has')
  expect(query('SELECT uid, deletion FROM account WHERE deletion IS NOT NULL')).toEqual([
    { uid: 'ravi', deletion: 'due' },
  ])
  expect(query('SELECT uid FROM push_subscription')).toEqual([])
})

it('notes what a restore forgets, and redoes it on the restored database with the same times', {
  timeout: 300_000,
}, () => {
  const there = ['--local', '--persist-to', join(folder, 'restored')]
  const sql = (statements: string) =>
    expect(run('wrangler', 'd1', 'execute', 'DB', ...there, '--command', statements).status).toBe(0)
  /** What the tables have, in one call. */
  const state = () => {
    const queries = [
      'SELECT uid, sessions_after, deleted_at, deletion, typeof(sessions_after) AS type FROM account ORDER BY uid',
      'SELECT uid FROM push_subscription ORDER BY uid',
      'SELECT uid, removed_at, seq FROM staff ORDER BY uid',
      'SELECT token_hash, used_by FROM invitation ORDER BY token_hash',
      'SELECT seq FROM clock',
    ]
    const { stdout } = run('wrangler', 'd1', 'execute', 'DB', ...there, '--json', '--command', queries.join('; '))
    const results = (JSON.parse(stdout) as { results: Record<string, unknown>[] }[]).map(({ results }) => results)
    const [accounts = [], pushes = [], helpers = [], invitations = [], clock = []] = results
    return { accounts, pushes, helpers, invitations, clock }
  }
  const file = join(folder, 'ended.json')
  run('wrangler', 'd1', 'migrations', 'apply', 'DB', ...there)

  // More than one call can take.
  const MANY = 600
  sql(`INSERT INTO account (uid, sessions_after) VALUES ('early', 500), ('o''twice', 3000);
    INSERT INTO account (uid, sessions_after, deleted_at, deletion) VALUES ('gone', 2500, 2500, 'done'),
      ('gone-and-out', 2600, 2500, 'done'), ('gone-early', 400, 400, 'done');
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
      INSERT INTO account (uid, sessions_after) SELECT printf('x-%04d', i), 2000 + i FROM n;
    INSERT INTO staff (marathon_id, uid, role, id, name, since, removed_at, seq) VALUES
      ('m-1', 'again', 'gate', 'h-1', '', '2027-01-01', '2027-03-01', 1),
      ('m-1', 'earlier', 'gate', 'h-2', '', '2027-01-01', '2027-02-01', 2),
      ('m-1', 'new', 'gate', 'h-3', '', '2027-02-20', '2027-03-01', 3),
      ('m-1', 'removed', 'gate', 'h-4', '', '2027-01-01', '2027-03-01', 4),
      ('m-1', 'removed-too', 'gate', 'h-5', '', '2027-01-01', '2027-03-02', 5),
      ('m-1', 'stays', 'gate', 'h-6', '', '2027-01-01', NULL, 6);
    INSERT INTO invitation (token_hash, marathon_id, expires_at, role, by_uid, used_by) VALUES
      ('accepted', 'm-1', '9999', 'gate', 'owner', 'stays'), ('expired', 'm-1', '2020', 'gate', 'owner', ''), ('of-new', 'm-1', '9999', 'gate', 'owner', 'new'),
      ('open', 'm-1', '9999', 'gate', 'owner', NULL), ('withdrawn', 'm-1', '9999', 'gate', 'owner', '')`)
  const before = state().accounts
  const noted = account('note', file, ...there)
  expect([noted.status, noted.stdout]).toEqual([
    0,
    expect.stringContaining(`${MANY + 5} accounts, 5 staff, 3 invitations`),
  ])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const text = readFileSync(file, 'utf8')
  expect(account('note', file, ...there)).toMatchObject({ status: 1, stderr: expect.stringContaining('is there') })
  expect(readFileSync(file, 'utf8')).toBe(text)

  // As it was at the moment of the restore.
  sql(`DELETE FROM account WHERE uid NOT IN ('early', 'gone-early', 'o''twice');
    UPDATE account SET sessions_after = 700 WHERE uid = 'o''twice';
    UPDATE staff SET removed_at = NULL WHERE uid LIKE 'removed%' OR uid = 'again';
    UPDATE staff SET since = '2027-03-05' WHERE uid = 'again';
    DELETE FROM staff WHERE uid = 'new';
    UPDATE invitation SET used_by = NULL WHERE token_hash IN ('of-new', 'withdrawn', 'accepted');
    UPDATE clock SET seq = 100;
    INSERT INTO push_subscription (uid, id, endpoint, p256dh, auth, seen_at) VALUES ('early', '1', '1', '', '', 0),
      ('gone', '2', '2', '', '', 0), ('o''twice', '3', '3', '', '', 0), ('x-0600', '4', '4', '', '', 0),
      ('gone-early', '5', '5', '', '', 0)`)
  expect(account('redo', join(folder, 'none.json'), ...there).stderr).toContain('is not there')
  const redone = account('redo', file, ...there)
  expect([redone.status, redone.stdout]).toEqual([
    0,
    `done again: 2 accounts deleted, ${MANY + 2} accounts' sessions ended, 2 staff removed, 3 invitations closed\n`,
  ])
  // The worker deletes again what the two accounts have.
  const due = (row: Record<string, unknown>) => (String(row.uid).match(/^gone(-and-out)?$/) ? 'due' : row.deletion)
  const expected = before.map((row) => ({ ...row, deletion: due(row) }))
  const after = state()
  expect(after.accounts).toEqual(expected)
  expect(after.pushes).toEqual([{ uid: 'early' }, { uid: 'gone-early' }])
  expect(after.helpers).toEqual([
    { uid: 'again', removed_at: null, seq: 1 },
    { uid: 'earlier', removed_at: '2027-02-01', seq: 2 },
    { uid: 'removed', removed_at: '2027-03-01', seq: 101 },
    { uid: 'removed-too', removed_at: '2027-03-02', seq: 102 },
    { uid: 'stays', removed_at: null, seq: 6 },
  ])
  expect(after.invitations.map(({ token_hash: hash, used_by: by }) => [hash, by])).toEqual([
    ['accepted', 'stays'],
    ['expired', ''],
    ['of-new', 'new'],
    ['open', null],
    ['withdrawn', ''],
  ])

  expect(account('redo', file, ...there).stdout).toContain(
    "0 accounts deleted, 0 accounts' sessions ended, 0 staff removed, 0 inv",
  )
  expect(state()).toEqual(after)
  expect(after.clock).toEqual([{ seq: 102 }])
})
