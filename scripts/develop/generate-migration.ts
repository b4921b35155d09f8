import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'

/**
 * `npm run db:generate` writes `migrations/` anew from `worker/db/schema.ts`. Until the first release there is one
 * migration, because no database has to be kept. After a change, `npm run reset` empties the local one.
 */
rmSync('migrations', { recursive: true, force: true })
const { status } = spawnSync('drizzle-kit', ['generate', '--name', 'init'], { stdio: 'inherit' })
if (status !== 0) process.exit(1)
// The database begins with one row of the clock, and with a name for its history.
appendFileSync(
  'migrations/0000_init.sql',
  `--> statement-breakpoint
INSERT INTO \`clock\` (\`id\`, \`epoch\`, \`seq\`, \`floor\`) VALUES (1, lower(hex(randomblob(8))), 0, 0);
`,
)
