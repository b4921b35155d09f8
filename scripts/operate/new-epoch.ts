/**
 * `npm run new-epoch -- --env production` gives the deployed database a new epoch, after it was restored from a backup
 * (docs/operations.md), and every undrawn ballot a new seed. The flags go to `wrangler d1 execute`;
 * `--local --persist-to <folder>` names a local database.
 */
import { NEW_EPOCH_SQL, newSeedSql, UNDRAWN_SQL } from '../../worker/ops/new-epoch.ts'
import { executeSql, requireDatabase } from './d1-execute.ts'

/** SQL is an argument of a program, and D1 takes 100 KB. */
const BALLOTS_A_CALL = 100

const flags = process.argv.slice(2)
requireDatabase(flags, 'npm run new-epoch -- --env staging, or --env production')
// The epoch comes last: where something fails before it, the phones wait, and all of it may be repeated.
const epoch = renewSeeds() ? newEpoch() : undefined
if (epoch) console.log(`the new epoch is ${epoch}: every phone starts over at its next sync`)
else process.exitCode = 1

/** @returns false if the database failed, which is printed */
function renewSeeds(): boolean {
  const found = executeSql(UNDRAWN_SQL, flags)
  const ids = [...(found ?? '').matchAll(/"id": *"([\w-]+)"/g)].map(([, id = '']) => id)
  for (let from = 0; from < ids.length; from += BALLOTS_A_CALL) {
    const statements = ids.slice(from, from + BALLOTS_A_CALL).map(newSeedSql)
    if (executeSql(statements.join('\n'), flags) === null) return false
  }
  if (ids.length > 0) console.log(`${ids.length} undrawn ballots have new seeds; tell their organisers`)
  return found !== null
}

function newEpoch(): string | undefined {
  const output = executeSql(NEW_EPOCH_SQL, flags)
  const told = /"epoch": *"([0-9a-f]{16})"/.exec(output ?? '')?.[1]
  if (!told && output !== null) console.error(`the database told no new epoch; wrangler says:\n${output}`)
  return told
}
