import type { Page } from '@playwright/test'

/** Fills in the registration form that is open. */
export async function fillRunner(page: Page): Promise<void> {
  await page.getByLabel('First Name').fill('Rosa')
  await page.getByLabel('Last Name').fill('Runner')
  await page.getByLabel('Contact Number').fill('+49 30 123456')
}

/** Opens the registration form, fills it in and applies. */
export async function fillApplication(page: Page, origin: string, marathonId: string): Promise<void> {
  await page.goto(`${origin}/marathon/registration/${marathonId}`)
  await fillRunner(page)
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
}
