/**
 * `npm run account -- end-sessions <uid> --env production` ends all sessions of an account (docs/operations.md). The
 * flags go to `wrangler d1 execute`; `--local --persist-to <folder>` names a local database.
 */
import { END_SESSIONS_SQL } from '../worker/domain/end-sessions-sql.ts'
import { executeSql, requireDatabase, withValues } from './d1-execute.ts'

const USAGE = 'npm run account -- end-sessions <uid> --env staging, or --env production'
const [task, uid, ...flags] = process.argv.slice(2)
if (task !== 'end-sessions' || !uid || uid.startsWith('-')) {
  console.error(USAGE)
  process.exit(1)
}
if (uid.includes('@')) {
  console.error(`${uid} is an email. The uid stands beside it in the Firebase console, under Authentication, Users.`)
  process.exit(1)
}
requireDatabase(flags, USAGE)
const sql = END_SESSIONS_SQL.map((statement) => withValues(statement, [uid, null])).join('; ')
if (executeSql(sql, flags) === null) process.exitCode = 1
else console.log(`the sessions of ${uid} are over, and so are its pushes; it must log in again`)
