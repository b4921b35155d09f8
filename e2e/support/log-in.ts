import { expect, type Page } from '@playwright/test'
import { PASSWORD } from './account.ts'

/**
 * Logs in by the form.
 * @param path what is asked for: a screen behind the sign-in leads to the form, and back after it
 * @param origin of the app, for a browser that knows none
 */
export async function logIn(page: Page, { email }: { email: string }, path = '/login', origin = ''): Promise<void> {
  await page.goto(origin + path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Logout' }).or(page.getByRole('button', { name: 'Menu' }))).toBeVisible(
    { timeout: 30_000 },
  )
  await expect(page).not.toHaveURL(/\/login/)
}
