/**
 * `npm run new-epoch -- --env production` gives the deployed database a new epoch, after it was restored from a backup
 * (docs/operations.md). The flags go to `wrangler d1 execute`; `--local --persist-to <folder>` names a local database.
 */
import { NEW_EPOCH_SQL } from '../worker/domain/new-epoch.ts'
import { executeSql, requireDatabase } from './d1-execute.ts'

const flags = process.argv.slice(2)
requireDatabase(flags, 'npm run new-epoch -- --env staging, or --env production')
const output = executeSql(NEW_EPOCH_SQL, flags)
const epoch = /"epoch": *"([0-9a-f]{16})"/.exec(output ?? '')?.[1]
if (epoch) console.log(`the new epoch is ${epoch}: every phone starts over at its next sync`)
else {
  if (output !== null) console.error(`the database told no new epoch; wrangler says:\n${output}`)
  process.exitCode = 1
}
