import { expect, type Page } from '@playwright/test'

/** The question of a logout where something is unsent. */
export const logoutDialog = (page: Page) => page.getByRole('dialog', { name: 'Are you sure want to Logout?' })

/** Taps "Logout"; the app asks then. */
export async function askToLogOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(logoutDialog(page)).toBeVisible()
}

/** Logs out, and answers the question with this button. */
export async function logOut(page: Page, answer = 'Yes, Logout'): Promise<void> {
  await askToLogOut(page)
  await logoutDialog(page).getByRole('button', { name: answer }).click()
}

/** Waits for the word that the logout is done, and closes it. */
export async function untilLoggedOut(page: Page): Promise<void> {
  const done = page.getByRole('dialog', { name: 'Logout Successful.!' })
  await done.getByRole('button', { name: 'OK' }).click({ timeout: 20_000 })
}
