import { defineConfig, devices } from '@playwright/test'
import { E2E_SETTINGS } from './e2e/global-setup.ts'

const { CHROMIUM_PATH } = process.env
const SCREENS = ['**/screens/*.spec.ts', '**/bad-input.spec.ts', '**/app.spec.ts']

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/global-setup.ts',
  // Two cores. Screens have accounts of their own and go side by side; phones are whole browsers and take turns.
  workers: 2,
  projects: [
    { name: 'screens', testMatch: SCREENS },
    // A trace cannot be kept of a browser that is killed.
    { name: 'phones', testIgnore: SCREENS, workers: 1, use: { trace: 'off' } },
  ],
  // Bounds for what hangs, not claims: a slow machine with both cores busy takes its time.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  // Real browsers that are killed on purpose: one more try in CI, and the report still says that it was needed.
  retries: process.env.CI ? 1 : 0,
  outputDir: 'test-results/playwright',
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${E2E_SETTINGS.PORT}`,
    trace: 'retain-on-failure',
    launchOptions: CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {},
  },
})
