import type { Page } from '@playwright/test'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { signedIn as test } from './fixtures.ts'
import { stretchTimers } from './timers.ts'

/** Prepares each test of the file that calls this. */
export function prepareOrganiser(): void {
  // The app waits longer for a verdict here, so that a slow machine does not fail the tests.
  test.beforeEach(({ page }) => stretchTimers(page, VERDICT_WAIT_MS, 60_000))
}

export const form = (page: Page) => page.getByRole('form', { name: 'Add Marathon' })
export const field = (page: Page, label: string) => form(page).getByLabel(label, { exact: true })

export async function fillForm(page: Page, title: string, image: string) {
  await field(page, 'Title').fill(title)
  await field(page, 'Location').fill('Oslo, Norway')
  await field(page, 'Description').fill('Round the fjord.')
  await field(page, 'Image URL').fill(image)
  await field(page, 'Distance').selectOption('25k')
  await field(page, 'Registration Start').fill('1 jan 2027')
  await field(page, 'Registration End').fill('2 feb 2027')
  await field(page, 'Marathon Start').fill('5 mar 2027')
}
