/**
 * `npm run -s account -- <task> <uid> --env production` (docs/operations.md):
 * - `end-sessions` ends all sessions of an account.
 * - `data` prints all that the server keeps of an account, as JSON, or with `--csv` as CSV.
 * - `delete` ends its sessions, and says that what it has is to be deleted. The worker's cron deletes it.
 *
 * `npm run -s account -- <task> <file> --env production`, around a restore of the database:
 * - `note` writes into a new file whose sessions were ended, who was deleted, which staff were removed, and which
 *   invitations were accepted or withdrawn.
 * - `redo` does that again on the restored database, with the noted times. It may be repeated.
 *
 * The other flags go to `wrangler d1 execute`; `--local --persist-to <folder>` names a local database.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { ACCOUNT_PARTS, type AccountData, type AccountRow, accountDataCsv } from '../../contract/account-data.ts'
import { DELETE_ACCOUNT_SQL, END_SESSIONS_SQL } from '../../worker/ops/account-sql.ts'
import { accountDataSql, accountRow } from '../../worker/reads/account-data-sql.ts'
import { executeSql, requireDatabase, withValues } from './d1-execute.ts'

const USAGE = `npm run -s account -- end-sessions, data or delete <uid> --env staging, or --env production
npm run -s account -- note or redo <file> --env staging, or --env production`
/** More rows than an account has. */
const ALL_ROWS = 10_000_000
const ALL_BYTES = Number.MAX_SAFE_INTEGER
/** SQL of one call. It is an argument of a program, and D1 takes 100 KB. */
const CALL_CHARACTERS = 50_000

/** What a restored database has forgotten, and phones do not send again. */
interface Noted {
  accounts: { uid: string; sessions_after: number; deleted_at: number | null }[]
  staff: { marathon_id: string; uid: string; removed_at: string }[]
  invitations: { token_hash: string; used_by: string }[]
}

/** The queries of `note`. An invitation that was accepted or withdrawn must not be open again. */
const NOTED_SQL: Record<keyof Noted, string> = {
  accounts: 'SELECT uid, sessions_after, deleted_at FROM account',
  staff: "SELECT marathon_id, uid, removed_at FROM staff WHERE role <> 'owner' AND removed_at IS NOT NULL",
  invitations: `SELECT token_hash, used_by FROM invitation
    WHERE expires_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now') AND used_by IS NOT NULL`,
}
const IS_STAFF = "marathon_id = ? AND uid = ? AND role <> 'owner' AND removed_at IS NULL AND since < ?"
const REMOVE_STAFF_SQL = `UPDATE clock SET seq = seq + 1
    WHERE id = 1 AND EXISTS (SELECT 1 FROM staff WHERE ${IS_STAFF});
  UPDATE staff SET removed_at = ?, offered_at = NULL, seq = (SELECT seq FROM clock) WHERE ${IS_STAFF} RETURNING uid`
const CLOSE_SQL = 'UPDATE invitation SET used_by = ? WHERE token_hash = ? AND used_by IS NULL RETURNING token_hash'

const OF_ACCOUNTS: Record<string, (uid: string, flags: string[]) => boolean> = {
  'end-sessions': (uid, flags) =>
    run(END_SESSIONS_SQL, uid, flags, `the sessions of ${uid} are over, and so are its pushes; it must log in again`),
  delete: (uid, flags) =>
    run(
      DELETE_ACCOUNT_SQL,
      uid,
      flags,
      `the sessions of ${uid} are over; the worker deletes what it has, up to 30 parts every five minutes. Its login is in the Firebase console`,
    ),
  data: printData,
}
const TASKS: typeof OF_ACCOUNTS = { ...OF_ACCOUNTS, note, redo }

const [task = '', subject, ...flags] = process.argv.slice(2)
const start = Object.hasOwn(TASKS, task) ? TASKS[task] : undefined
if (!start || !subject || subject.startsWith('-')) {
  console.error(USAGE)
  process.exit(1)
}
if (Object.hasOwn(OF_ACCOUNTS, task) && subject.includes('@')) {
  console.error(
    `${subject} is an email. The uid stands beside it in the Firebase console, under Authentication, Users.`,
  )
  process.exit(1)
}
requireDatabase(flags, USAGE)
if (!start(subject, flags)) process.exitCode = 1

/** Runs the statements of a task. @returns whether they ran */
function run(statements: readonly string[], uid: string, flags: string[], done: string): boolean {
  const output = executeSql(forAccount(statements, uid, null), flags)
  if (output !== null) console.log(done)
  return output !== null
}

/** @param atS seconds since the epoch; null for now */
function forAccount(statements: readonly string[], uid: string, atS: number | null): string {
  return statements.map((statement) => withValues(statement, [uid, atS])).join('; ')
}

/** Prints what is kept of an account. @returns whether it could be read */
function printData(uid: string, flags: string[]): boolean {
  const queries = ACCOUNT_PARTS.map((part) => withValues(accountDataSql(part, ALL_ROWS, ALL_BYTES), [uid, 0]))
  const results = rowsOf(
    queries.join('; '),
    flags.filter((flag) => flag !== '--csv'),
  )
  if (results === null) return false
  const parts = ACCOUNT_PARTS.map((part, index) => {
    return [part, (results[index] ?? []).map(accountRow)]
  })
  const data = Object.fromEntries(parts) as AccountData
  if (flags.includes('--csv')) process.stdout.write(accountDataCsv(data))
  else console.log(JSON.stringify({ at: new Date().toISOString(), uid, ...data }, null, 2))
  return true
}

/** Writes what must be done again after a restore. @returns whether it could be read and written */
function note(file: string, flags: string[]): boolean {
  if (existsSync(file)) {
    console.error(`${file} is there already. Name a new file.`)
    return false
  }
  const results = rowsOf(Object.values(NOTED_SQL).join('; '), flags)
  if (results === null) return false
  const noted = Object.fromEntries(Object.keys(NOTED_SQL).map((name, index) => [name, results[index] ?? []]))
  writeFileSync(file, `${JSON.stringify(noted, null, 2)}\n`, { flag: 'wx', mode: 0o600 })
  const counts = Object.entries(noted).map(([name, rows]) => `${rows.length} ${name}`)
  console.log(`noted in ${file}: ${counts.join(', ')}`)
  return true
}

/** Does again what `note` wrote and the database does not have. @returns whether it was done */
function redo(file: string, flags: string[]): boolean {
  if (!existsSync(file)) {
    console.error(`${file} is not there.`)
    return false
  }
  const { accounts, staff, invitations } = JSON.parse(readFileSync(file, 'utf8')) as Noted
  const [there] = rowsOf(NOTED_SQL.accounts, flags) ?? []
  if (!there) return false
  const known = new Map(there.map((row) => [row.uid, row]))
  const deletions = accounts.flatMap(({ uid, deleted_at: at }) => {
    return Number(at) > Number(known.get(uid)?.deleted_at ?? 0) ? [forAccount(DELETE_ACCOUNT_SQL, uid, at)] : []
  })
  const ends = accounts.flatMap(({ uid, sessions_after: at, deleted_at: deletedAt }) => {
    // A deletion ends the sessions until then.
    const isLater = at > Number(known.get(uid)?.sessions_after ?? 0) && at > Number(deletedAt)
    return isLater ? [forAccount(END_SESSIONS_SQL, uid, at)] : []
  })
  const removals = staff.map(({ marathon_id: id, uid, removed_at: at }) => {
    return withValues(REMOVE_STAFF_SQL, [id, uid, at, at, id, uid, at])
  })
  const closings = invitations.map(({ token_hash: hash, used_by: by }) => withValues(CLOSE_SQL, [by, hash]))
  if (runInParts([...deletions, ...ends], flags) === null) return false
  const removed = runInParts(removals, flags)
  if (removed === null) return false
  const closed = runInParts(closings, flags)
  if (closed === null) return false
  console.log(`done again: ${deletions.length} accounts deleted, ${ends.length} accounts' sessions ended, \
${removed} staff removed, ${closed} invitations closed`)
  return true
}

/** Runs SQL in calls of a bounded size. A text of `parts` is not divided. @returns how many rows came back, or null */
function runInParts(parts: string[], flags: string[]): number | null {
  const calls: string[] = []
  for (const part of parts) {
    const last = calls.at(-1)
    if (last !== undefined && last.length + part.length < CALL_CHARACTERS) calls[calls.length - 1] = `${last}; ${part}`
    else calls.push(part)
  }
  let rows = 0
  for (const sql of calls) {
    const results = rowsOf(sql, flags)
    if (results === null) return null
    rows += results.flat().length
  }
  return rows
}

/** The rows of each statement, or null after an error, which is printed. */
function rowsOf(sql: string, flags: string[]): AccountRow[][] | null {
  const output = executeSql(sql, flags)
  if (output === null) return null
  return (JSON.parse(output) as { results: AccountRow[] }[]).map(({ results }) => results)
}
