import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-pool-workers'
import { defineConfig } from 'vitest/config'

// The built app is not there while tests run.
const notFound = () => new Response('not found', { status: 404 })

const script = process.env.npm_lifecycle_event
/** A run of its own has a report of its own; scripts/count-tests.ts adds them up. */
const REPORTS: Record<string, string> = { 'test:slow': 'vitest-slow', 'test:sync-long': 'sync-long' }

/** The real runtime and a real D1, with the settings that tests need. */
const workersPool = () =>
  cloudflareTest(async () => ({
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      bindings: {
        FIREBASE_PROJECT_ID: 'demo-startline',
        FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099',
        FIREBASE_API_KEY: 'demo',
        FIREBASE_AUTH_DOMAIN: 'localhost',
        SESSION_SECRET: 'only-for-tests-0123456789abcdef0123456789abcdef',
        RATE_LIMITS: '',
        // How many requests worker/routes/fuzz.test.ts draws; empty stands for its own default.
        FUZZ_REQUESTS: script === 'fuzz:long' ? '100000' : '',
        // How many runs e2e/sync-sim makes, and from which seed; empty stands for its own default.
        SIM_RUNS: process.env.SIM_RUNS ?? (script === 'test:sync-long' ? '5000' : ''),
        SIM_SEED: process.env.SIM_SEED ?? (script === 'test:sync-long' ? String(Date.now() % 2 ** 31) : ''),
        TEST_MIGRATIONS: await readD1Migrations('migrations'),
      },
      serviceBindings: { ASSETS: notFound },
    },
  }))

export default defineConfig({
  test: {
    // The worker logs a line a request; only those of a failed test are worth reading.
    silent: 'passed-only',
    // Two cores are the least that this is run on; left alone vitest leaves one of them idle.
    maxWorkers: 2,
    reporters: ['default', ['json', { outputFile: `test-results/${REPORTS[script ?? ''] ?? 'vitest'}.json` }]],
    projects: [
      {
        plugins: [workersPool()],
        test: {
          name: 'worker',
          include: ['worker/**/*.test.ts'],
          setupFiles: ['worker/test-setup.ts'],
        },
      },
      {
        plugins: [workersPool()],
        test: {
          name: 'sync-sim',
          include: ['e2e/sync-sim/**/*.test.ts'],
          setupFiles: ['worker/test-setup.ts'],
          testTimeout: 3_600_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // A machine with both cores busy takes its time; what a test claims does not depend on it.
          testTimeout: 20_000,
          environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
          // One environment for all files: making it anew costs four times what the tests do.
          isolate: false,
          setupFiles: ['web/testing/setup.ts'],
          // Node's own localStorage, which is none without a file, would stand before the environment's.
          execArgv: ['--no-experimental-webstorage'],
        },
      },
      {
        test: {
          name: 'contract',
          include: ['contract/**/*.test.ts', 'scripts/**/*.test.ts'],
          environment: 'node',
        },
      },
    ],
  },
})
