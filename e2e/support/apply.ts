import type { Page } from '@playwright/test'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { signedIn as test } from './fixtures.ts'
import { stretchTimers } from './timers.ts'

/** Prepares each test of the file that calls this. */
export function prepareApply(): void {
  // The app waits longer for a verdict here, so that a slow machine does not fail the tests.
  test.beforeEach(({ page }) => stretchTimers(page, VERDICT_WAIT_MS, 60_000))
}

export async function fillForm(page: Page, firstName = 'Ada') {
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill('Lovelace')
  await page.getByLabel('Contact Number').fill('+49 30 123456')
}
