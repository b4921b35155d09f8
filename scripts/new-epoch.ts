/**
 * `npm run new-epoch -- --env production` gives the deployed database a new epoch, after it was restored from a backup
 * (docs/operations.md). The flags go to `wrangler d1 execute`; `--local --persist-to <folder>` names a local database.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { NEW_EPOCH_SQL } from '../worker/domain/new-epoch.ts'
import { ROOT } from './children.ts'

const flags = process.argv.slice(2)
if (!['--local', '--env'].some((name) => flags.includes(name))) {
  console.error('name the database: npm run new-epoch -- --env staging, or --env production')
  process.exit(1)
}
const where = flags.includes('--local') ? [] : ['--remote']
const command = ['d1', 'execute', 'DB', ...where, '-c', join(ROOT, 'wrangler.toml'), '--yes', '--json']
const { status, stdout, stderr } = spawnSync('wrangler', [...command, '--command', NEW_EPOCH_SQL, ...flags], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
const epoch = /"epoch": *"([0-9a-f]{16})"/.exec(stdout ?? '')?.[1]
if (status === 0 && epoch) console.log(`the new epoch is ${epoch}: every phone starts over at its next sync`)
else {
  console.error(`the database keeps its epoch; wrangler says:\n${stdout}${stderr}`)
  process.exitCode = 1
}
