/**
 * `npm run -s hide -- <id> --env production` hides an event from everybody but its staff and its runners, and with
 * `--show` shows it again (docs/operations.md). `<id>` may be the address of the event's page.
 *
 * The other flags go to `wrangler d1 execute`; `--local --persist-to <folder>` names a local database.
 */
import { ID_PATTERN } from '../../contract/limits.ts'
import { HIDE_SQL, SHOW_SQL } from '../../worker/ops/hide-sql.ts'
import { executeSql, requireDatabase, withValues } from './d1-execute.ts'

const USAGE = 'npm run -s hide -- <id> --env staging, or --env production, and --show to show it again'

const [subject = '', ...all] = process.argv.slice(2)
const id = subject.split('/').at(-1) ?? ''
if (!ID_PATTERN.test(id)) {
  console.error(USAGE)
  process.exit(1)
}
const flags = all.filter((flag) => flag !== '--show')
const isShown = flags.length < all.length
requireDatabase(flags, USAGE)

const statements = (isShown ? SHOW_SQL : HIDE_SQL).map((statement) => withValues(statement, [id, id]))
const output = executeSql(
  `${statements.join('; ')}; ${withValues('SELECT title FROM marathon WHERE id = ?', [id])}`,
  flags,
)
if (output === null) process.exit(1)
const [, changed, found] = (JSON.parse(output) as { results: { title: string }[] }[]).map(({ results }) => results)
const [row] = found ?? []
if (!row) {
  console.error(`There is no event with the id ${id}.`)
  process.exit(1)
}
const state = isShown ? 'is there for everybody' : 'is hidden from everybody but its staff and its runners'
console.log(`"${row.title}" ${state}${changed?.length ? '' : ', as before'}. Open phones hear of it within a minute.`)
