import type { BrowserContext, Page } from '@playwright/test'
import { type Account, createAccount, PASSWORD } from './account.ts'
import { expect } from './fixtures.ts'
import { logIn } from './log-in.ts'

export const COMPLAINTS = /Failed to load resource/

export async function editLocation(page: Page, place: string): Promise<void> {
  await page.getByRole('button', { name: /^Edit / }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Marathon' })
  await dialog.getByLabel('Location').fill(place)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog).toBeHidden()
}

export async function organiser(origin: string, page: Page, title: string): Promise<Account & { marathonId: string }> {
  const account = await createAccount(origin, 'Bea Badday')
  const { _id: marathonId } = await account.createMarathon({ title })
  await logIn(page, account, '/dashboard/myMarathons')
  await expect(page.getByRole('row').filter({ hasText: title })).toBeVisible()
  return { ...account, marathonId }
}

export const endSession = (context: BrowserContext) => context.clearCookies()

/** Ends the session where Firebase has forgotten the user as well, as after some weeks. */
export async function forgetLogin(page: Page) {
  await page.evaluate(() => indexedDB.deleteDatabase('firebaseLocalStorageDb'))
  await endSession(page.context())
  await page.reload()
  // This message moves the page down, and a click that is under way meanwhile would miss its button.
  await expect(page.getByText('Your session has ended.')).toBeVisible()
}

export async function enterPassword(page: Page) {
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}
