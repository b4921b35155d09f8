import { defineConfig, type TestProjectConfiguration, type ViteUserConfig } from 'vitest/config'
import { compileTexts } from './web/build/compile-texts.ts'

compileTexts()

// The built app is not there while tests run.
const notFound = () => new Response('not found', { status: 404 })

/** The projects that run in the real runtime, with a real D1 and the settings that tests need. */
async function workerdProjects(isLong: boolean): Promise<TestProjectConfiguration[]> {
  // Loading these takes two seconds, so the projects of Node do without.
  const { cloudflareTest, readD1Migrations } = await import('@cloudflare/vitest-pool-workers')
  const { newVapidKey } = await import('./scripts/local/local-settings.ts')
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
          VAPID_PRIVATE_KEY: newVapidKey(),
          VAPID_SUBJECT: 'mailto:push@example.com',
          // How many requests worker/routes/fuzz.slow.test.ts draws; empty stands for its own default.
          FUZZ_REQUESTS: isLong ? '100000' : '',
          // How many runs the simulation makes, and from which seed; empty stands for its own default.
          SIM_RUNS: process.env.SIM_RUNS ?? (isLong ? '5000' : ''),
          HANDINGS: process.env.HANDINGS ?? (isLong ? '1000' : ''),
          HAND_ONS: process.env.HAND_ONS ?? (isLong ? '1000' : ''),
          FINISHES: process.env.FINISHES ?? (isLong ? '200' : ''),
          QUESTIONS: process.env.QUESTIONS ?? (isLong ? '200' : ''),
          MORNINGS: isLong ? 'all' : '',
          RESTORE_RUNS: process.env.RESTORE_RUNS ?? (isLong ? '200' : ''),
          SIM_SEED: process.env.SIM_SEED ?? (isLong ? String(Date.now() % 2 ** 31) : ''),
          // 'no': a plan that breaks an invariant is told as it was drawn.
          SIM_REDUCE: process.env.SIM_REDUCE ?? '',
          TEST_MIGRATIONS: await readD1Migrations('migrations'),
        },
        serviceBindings: { ASSETS: notFound },
        // A queue without a consumer: no test waits for the pushes of another one.
        queueProducers: { DELIVERY_QUEUE: 'pushes-of-tests' },
        // The database that plays a replica (worker/testing/lagging-d1.ts).
        d1Databases: { REPLICA: 'replica-of-tests' },
      },
    }))
  return [
    {
      plugins: [workersPool()],
      test: {
        name: 'worker',
        include: ['worker/**/*.test.ts'],
        isolate: false,
        testTimeout: PATIENCE_MS,
        setupFiles: ['worker/testing/setup.ts'],
      },
    },
    {
      plugins: [workersPool()],
      test: {
        name: 'simulation',
        include: ['simulation/**/*.{slow,nightly}.test.ts'],
        isolate: false,
        setupFiles: ['worker/testing/setup.ts'],
        testTimeout: 3_600_000,
      },
    },
  ]
}

/** A machine with both cores busy takes its time; what a test claims does not depend on it. */
const PATIENCE_MS = 20_000

// `*.slow.test.ts` is left out of `npm run check`. The mode `long` is for runs of hours: more of the same. The mode
// `node` leaves out what needs workerd.
export default defineConfig(
  async ({ mode }): Promise<ViteUserConfig> => ({
    test: {
      // The worker logs a line a request; only those of a failed test are worth reading.
      silent: 'passed-only',
      // Two cores are the least that this is run on; left alone vitest leaves one of them idle.
      maxWorkers: 2,
      reporters: ['default', 'json'],
      // Each run of `npm test` names its own report; scripts/develop/count-tests.ts adds them up.
      outputFile: { json: 'test-results/vitest.json' },
      projects: [
        ...(mode === 'node' ? [] : await workerdProjects(mode === 'long')),
        {
          test: {
            name: 'web',
            include: ['web/**/*.test.{ts,tsx}'],
            environment: 'happy-dom',
            // A thread starts faster than a process.
            pool: 'threads',
            testTimeout: PATIENCE_MS,
            environmentOptions: { happyDOM: { settings: { handleDisabledFileLoadingAsSuccess: true } } },
            // One environment for all files: making it anew costs four times what the tests do.
            isolate: false,
            setupFiles: ['web/testing/setup.ts'],
            // Without this, Node's own localStorage, which does not work without a file, hides that of happy-dom.
            execArgv: ['--no-experimental-webstorage'],
          },
        },
        {
          test: {
            name: 'contract',
            include: ['contract/**/*.test.ts', 'scripts/**/*.test.ts', 'simulation/**/!(*.slow|*.nightly).test.ts'],
            environment: 'node',
            testTimeout: PATIENCE_MS,
            pool: 'threads',
            // A process for each file takes longer than its tests.
            isolate: false,
          },
        },
      ],
    },
  }),
)
