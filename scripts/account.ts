/**
 * `npm run account -- <task> <uid> --env production` (docs/operations.md):
 * - `end-sessions` ends all sessions of an account.
 * - `data` prints all that the server keeps of an account, as JSON.
 * - `delete` ends its sessions, and says that what it has is to be deleted. The worker's cron deletes it.
 * The flags go to `wrangler d1 execute`; `--local --persist-to <folder>` names a local database.
 */
import { ACCOUNT_PARTS } from '../contract/account-data.ts'
import { accountDataSql } from '../worker/domain/account-data-sql.ts'
import { DELETE_ACCOUNT_SQL, END_SESSIONS_SQL } from '../worker/domain/account-sql.ts'
import { executeSql, requireDatabase, withValues } from './d1-execute.ts'

const USAGE = 'npm run account -- end-sessions, data or delete <uid> --env staging, or --env production'
/** More rows than an account has. */
const ALL_ROWS = 10_000_000

const TASKS: Record<string, (uid: string, flags: string[]) => boolean> = {
  'end-sessions': (uid, flags) =>
    run(END_SESSIONS_SQL, uid, flags, `the sessions of ${uid} are over, and so are its pushes; it must log in again`),
  delete: (uid, flags) =>
    run(
      DELETE_ACCOUNT_SQL,
      uid,
      flags,
      `the sessions of ${uid} are over; the worker deletes what it has, a part every five minutes. Its login is in the Firebase console`,
    ),
  data: printData,
}

const [task = '', uid, ...flags] = process.argv.slice(2)
const start = Object.hasOwn(TASKS, task) ? TASKS[task] : undefined
if (!start || !uid || uid.startsWith('-')) {
  console.error(USAGE)
  process.exit(1)
}
if (uid.includes('@')) {
  console.error(`${uid} is an email. The uid stands beside it in the Firebase console, under Authentication, Users.`)
  process.exit(1)
}
requireDatabase(flags, USAGE)
if (!start(uid, flags)) process.exitCode = 1

/** Runs the statements of a task. @returns whether they ran */
function run(statements: readonly string[], uid: string, flags: string[], done: string): boolean {
  const output = executeSql(statements.map((statement) => withValues(statement, [uid, null])).join('; '), flags)
  if (output !== null) console.log(done)
  return output !== null
}

/** Prints what is kept of an account. @returns whether it could be read */
function printData(uid: string, flags: string[]): boolean {
  const queries = ACCOUNT_PARTS.map((part) => withValues(accountDataSql(part, ALL_ROWS), [uid, '0']))
  const output = executeSql(queries.join('; '), flags)
  if (output === null) return false
  const results = JSON.parse(output) as { results: Record<string, unknown>[] }[]
  const parts = ACCOUNT_PARTS.map((part, index) => {
    return [part, (results[index]?.results ?? []).map(({ rowKey: _key, ...row }) => row)]
  })
  console.log(JSON.stringify({ at: new Date().toISOString(), uid, ...Object.fromEntries(parts) }, null, 2))
  return true
}
