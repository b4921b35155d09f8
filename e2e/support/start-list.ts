import type { Page } from '@playwright/test'
import { VERDICT_WAIT_MS } from '../../web/store/verdict.ts'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { expect, test } from './fixtures.ts'
import { stretchTimers } from './timers.ts'

export let organiser: Account
export let marathon: NewMarathon

/** Prepares each test of the file that calls this. */
export function prepareStartList(): void {
  test.beforeEach(async ({ page, origin }) => {
    await stretchTimers(page, VERDICT_WAIT_MS, 60_000)
    organiser = await createAccount(origin, 'Olga Organiser')
    marathon = await organiser.createMarathon({ title: 'Numbered run', capacity: 3 })
    const runners = await createAccount(origin, 'Carl Club')
    for (const firstName of ['Ada', 'Bea', 'Cem', 'Dan']) {
      const fields = { firstName, lastName: `${firstName}son`, waitingList: true }
      await runners.apply(marathon, fields)
    }
  })
}

export const path = () => `/dashboard/myMarathons/${marathon._id}/entrants`

export const bibButton = (page: Page, name: string, bib?: string) =>
  page.getByRole('button', { name: bib ? `Edit bib ${bib} of ${name}` : `Add bib of ${name}` })

export const names = (page: Page) => page.getByRole('listitem').getByText(/^\w+ \w+son$/)

export const bibsOnServer = async () => {
  const rows = (await organiser.call('GET', `/api/marathons/${marathon._id}/entrants`)) as Record<string, string>[]
  return Object.fromEntries(rows.map(({ firstName, bib }) => [firstName, bib]))
}

/** Taps a filter. Its radio button is only for screen readers and the keyboard, so the tap is on its label. */
export async function show(page: Page, name: string) {
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name, exact: true }) })
    .click()
  await expect(page.getByRole('radio', { name, exact: true })).toBeChecked()
}

export async function giveBib(page: Page, name: string, bib: string, before?: string) {
  await bibButton(page, name, before).click()
  const dialog = page.getByRole('dialog', { name: `Bib of ${name}` })
  await expect(dialog.getByLabel('Bib', { exact: true })).toBeFocused()
  await page.keyboard.type(bib)
  await page.keyboard.press('Enter')
}
