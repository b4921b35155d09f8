import { expect, type Page } from '@playwright/test'

/** The dialog that asks before a logout. */
export const logoutDialog = (page: Page) => page.getByRole('dialog', { name: 'Are you sure want to Logout?' })

/** Taps "Logout" and waits for the dialog. */
export async function askToLogOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await expect(logoutDialog(page)).toBeVisible()
}

/** Taps "Logout", and then the button `answer` in the dialog. */
export async function logOut(page: Page, answer = 'Yes, Logout'): Promise<void> {
  await askToLogOut(page)
  await logoutDialog(page).getByRole('button', { name: answer }).click()
}

/** Waits for the message that the logout is done, and closes it. */
export async function untilLoggedOut(page: Page): Promise<void> {
  const done = page.getByRole('dialog', { name: 'Logout Successful.!' })
  await done.getByRole('button', { name: 'OK' }).click({ timeout: 20_000 })
}
