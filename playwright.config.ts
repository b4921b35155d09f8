import { defineConfig, devices } from '@playwright/test'
import { E2E_SETTINGS } from './e2e/global-setup.ts'
import { DESKTOP_FEATURES } from './scripts/local/chromium.ts'

const { CHROMIUM_PATH, HEADLESS_SHELL_PATH } = process.env
/**
 * What Playwright itself switches off, as far as it matters here: Chromium takes the last `--disable-features` only, so
 * ours replaces Playwright's.
 */
const PLAYWRIGHT_DISABLES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]
/** `npm run e2e:nightly` runs them (playwright.nightly.config.ts). */
export const NIGHTLY = '**/*.nightly.spec.ts'
const SCREENS = ['**/screens/*.spec.ts', '**/{app,bad-input,budgets,mails,opening,public-page,smoke}.spec.ts']

/** Starts this browser, or Playwright's own. */
function launch(executablePath: string | undefined) {
  const args = [`--disable-features=${[...PLAYWRIGHT_DISABLES, ...DESKTOP_FEATURES].join(',')}`]
  return { launchOptions: executablePath ? { executablePath, args } : { args } }
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  // Two cores are the least that this is run on. A test waits for half of its time, so four at once keep both busy.
  // Each test has accounts of its own.
  workers: 4,
  projects: [
    // What the headless shell does not have is tested among the phones (scripts/local/chromium.ts).
    { name: 'screens', testMatch: SCREENS, testIgnore: NIGHTLY, use: launch(HEADLESS_SHELL_PATH) },
    // These files have tests of 10 to 20 seconds. Each test goes to the next free worker, or two workers would wait at the
    // end for the last file. Playwright cannot save a trace of a browser that is killed.
    { name: 'phones', testIgnore: [...SCREENS, NIGHTLY], fullyParallel: true, use: { trace: 'off' } },
  ],
  // These limits only stop tests that hang. They are long because both cores of a slow machine may be busy.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  // The tests kill real browsers, which sometimes fails. CI tries once more, and the report lists such a test as flaky.
  retries: process.env.CI ? 1 : 0,
  outputDir: 'test-results/playwright',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    // The smallest window with the layout of a desktop. The home page takes a tenth less CPU in it than in Playwright's
    // 1280 by 720. A test of a size sets its own.
    viewport: { width: 1024, height: 600 },
    // Otherwise the local server compresses each response anew, which is 3 % of the CPU time of a page.
    extraHTTPHeaders: { 'Accept-Encoding': 'identity' },
    baseURL: `http://localhost:${E2E_SETTINGS.PORT}`,
    trace: 'on-first-retry',
    ...launch(CHROMIUM_PATH),
  },
})
