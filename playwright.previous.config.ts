import { defineConfig } from '@playwright/test'
import config from './playwright.config.ts'

/** `npm run e2e:previous`: the one test that builds another commit. */
export default defineConfig({
  ...config,
  projects: [{ name: 'previous', testMatch: '**/previous-release.spec.ts', workers: 1, use: { trace: 'off' } }],
  // scripts/count-tests.ts reads the other report.
  reporter: 'list',
})
