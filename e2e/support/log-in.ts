/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test'
import { PASSWORD } from './account.ts'

const POP_UP = 'Login Successful.'

/**
 * Logs in by the form.
 * @param path what is asked for: a screen behind the sign-in leads to the form, and back after it
 * @param origin of the app, for a browser that knows none
 */
export async function logIn(page: Page, { email }: { email: string }, path = '/login', origin = ''): Promise<void> {
  await page.goto(origin + path)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await notePopUp(page)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  const isIn = page.getByRole('button', { name: 'Logout' }).or(page.getByRole('button', { name: 'Menu', exact: true }))
  await expect(page).not.toHaveURL(/\/login/, { timeout: 30_000 })
  // The pop-up closes by itself after 1.5 s. It may come after the screen, and would take the focus from what the test
  // does there.
  await expect.poll(() => page.evaluate(() => 'popUpCame' in window), { timeout: 30_000 }).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: POP_UP }).waitFor({ state: 'hidden' })
  await expect(isIn).toBeVisible({ timeout: 30_000 })
}

/** Notes on the window that the pop-up was opened. A starved machine may paint no frame while it is open. */
function notePopUp(page: Page) {
  return page.evaluate((title) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('.swal2-container')?.textContent?.includes(title)) return
      observer.disconnect()
      Object.assign(window, { popUpCame: true })
    })
    observer.observe(document.body, { childList: true, subtree: true })
  }, POP_UP)
}
