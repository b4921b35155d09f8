import { defineConfig } from '@playwright/test'
import config, { NIGHTLY } from './playwright.config.ts'

/** `npm run e2e:nightly`: what `npm test` leaves out because it takes minutes and a change seldom breaks it. */
export default defineConfig({
  ...config,
  projects: (config.projects ?? []).map(({ testMatch, testIgnore: _everyRun, ...project }) => ({
    ...project,
    testMatch: testMatch ? '**/screens/*.nightly.spec.ts' : NIGHTLY,
    ...(testMatch ? {} : { testIgnore: '**/screens/**' }),
  })),
  // Some of them measure times.
  workers: 1,
  reporter: 'list',
})
