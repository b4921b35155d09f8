import type { Page } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { test } from './fixtures.ts'

export let organiser: Account
export let runners: Account
export let marathon: NewMarathon
export let ids: Record<string, string>

/** Prepares each test of the file that calls this. */
export function prepareCheckIn(): void {
  test.beforeEach(async ({ origin }) => {
    organiser = await createAccount(origin, 'Olga Organiser')
    runners = await createAccount(origin, 'Carl Club')
    marathon = await organiser.createMarathon({ title: 'Harbour run', capacity: 3 })
    ids = {}
    for (const firstName of ['Ada', 'Bea', 'Cem', 'Dan']) {
      const fields = { firstName, lastName: `${firstName}son`, waitingList: true }
      const made = await runners.apply(marathon, fields)
      ids[firstName] = made.insertedId
    }
  })
}

export const path = () => `/dashboard/myMarathons/${marathon._id}/checkIn`
export const answer = (page: Page) => page.getByRole('region', { name: 'Last answer' }).getByRole('alert')
export const word = (page: Page, text: string) => answer(page).getByText(text, { exact: true })
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Find by name or bib' })

export async function checkIn(page: Page, name: string) {
  await search(page).fill(name)
  await page.getByRole('button', { name: `Check in ${name}` }).click()
}
