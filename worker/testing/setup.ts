import { applyD1Migrations, type D1Migration } from 'cloudflare:test'
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
      /** How many requests to fuzz with; empty for the default. */
      FUZZ_REQUESTS: string
    }
  }
}

// Every test file gets an empty database of its own; these are the migrations that production gets.
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)

// Some tests make thousands of rows, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })
