import type { BrowserContext, Page } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { expect, test } from './fixtures.ts'

export let organiser: Account
export let marathon: NewMarathon

/** Prepares each test of the file that calls this. */
export function prepareAccount(): void {
  test.beforeEach(async ({ origin }) => {
    organiser = await createAccount(origin, 'Olga Organiser')
    marathon = await organiser.createMarathon({ title: 'River run' })
  })
}

export async function logOutEverywhere(page: Page) {
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page.getByRole('button', { name: 'Yes, log out everywhere' }).click()
}

export const location = async () =>
  ((await organiser.call('GET', `/api/marathons/${marathon._id}`)) as { location: string }).location

/** Keeps the page from our server and from Firebase, but not from the app's files. */
export async function cutOff(context: BrowserContext) {
  const calls = /\/api\/|googleapis\.com/
  await context.route(calls, (route) => route.abort())
  return () => context.unroute(calls)
}

export async function deleteAccount(page: Page) {
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your email, to confirm').fill(organiser.email)
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(/\/login/)
}
