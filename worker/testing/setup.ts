import { type D1Migration, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import type { Env as WorkerEnv } from '../env.ts'

declare global {
  namespace Cloudflare {
    interface GlobalProps {
      mainModule: typeof import('../index.ts')
    }
    interface Env extends WorkerEnv {
      /** The SQL of migrations/, read by vitest.config.ts. */
      TEST_MIGRATIONS: D1Migration[]
      /** An empty database: worker/testing/lagging-d1.ts. */
      REPLICA: D1Database
      /** Number of requests of the fuzz test; empty for the default. */
      FUZZ_REQUESTS: string
    }
  }
}

// All files share one runtime: starting it costs more than most files' tests. Every file has an empty database of its
// own, with the same migrations as production. They are one batch here: a batch for each takes four times as long.
for (let attempt = 1; !(await isEmptied()); attempt++) {
  if (attempt === 5) throw new Error('the database of the last test file is still there')
}

/** Empties the database and makes its tables. @returns false if work that the last file left behind kept it */
async function isEmptied(): Promise<boolean> {
  await reset()
  try {
    await env.DB.batch(env.TEST_MIGRATIONS.flatMap(({ queries }) => queries.map((query) => env.DB.prepare(query))))
    return true
  } catch (error) {
    if (/already exists/.test(String(error))) return false
    throw error
  }
}

// Some tests create thousands of rows, and the machine may be busy with other work. These limits only stop tests that
// hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
