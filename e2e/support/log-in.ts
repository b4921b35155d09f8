import { setTimeout as sleep } from 'node:timers/promises'
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
  const isIn = page.getByRole('button', { name: 'Logout' }).or(page.getByRole('button', { name: 'Menu', exact: true }))
  const popUp = page.getByRole('dialog', { name: 'Login Successful.' })
  // The pop-up closes by itself after 1.5 s. It may come after the screen, and would take the focus from what the test
  // does there. `waitFor` looks at every frame, but a starved machine may draw none for 1.5 s.
  const shown = popUp.waitFor({ timeout: 30_000 }).catch(() => undefined)
  await expect(page).not.toHaveURL(/\/login/, { timeout: 30_000 })
  await Promise.race([shown, sleep(5000)])
  await page.keyboard.press('Escape')
  await popUp.waitFor({ state: 'hidden' })
  await expect(isIn).toBeVisible({ timeout: 30_000 })
}
