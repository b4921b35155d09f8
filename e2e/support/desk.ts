import type { Page } from '@playwright/test'
import { type Account, createAccount, inDays, type NewMarathon } from './account.ts'
import { expect, test } from './fixtures.ts'
import { logIn } from './log-in.ts'
import { untilSynced } from './phone.ts'

export let organiser: Account
export let runners: Account
export let marathon: NewMarathon

/** Prepares each test of the file that calls this. */
export function prepareDesk(): void {
  test.beforeEach(async ({ origin }) => {
    organiser = await createAccount(origin, 'Olga Organiser')
    runners = await createAccount(origin, 'Carl Club')
    marathon = await organiser.createMarathon({ title: 'Harbour run', capacity: 2, regEnd: inDays(9) })
    await runners.apply(marathon, { firstName: 'Ada', lastName: 'Lauf' })
    await runners.apply(marathon, { firstName: 'Anna', lastName: 'Schmidt' })
  })
}

const path = () => `/dashboard/myMarathons/${marathon._id}/checkIn`
export const answer = (page: Page) => page.getByRole('region', { name: 'Last answer' })
export const search = (page: Page) => page.getByRole('searchbox', { name: 'Find by name or bib' })
export const form = (page: Page) => page.getByRole('region', { name: 'Walk-in' })
export const field = (page: Page, name: string) => form(page).getByLabel(name)

export const found = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Find a runner' }).getByRole('listitem').filter({ hasText: name })

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Makes an account a desk of the event. */
export async function desk(origin: string, name: string): Promise<Account> {
  const account = await createAccount(origin, name)
  const made = await organiser.call('POST', `/api/marathons/${marathon._id}/invitations`, { role: 'desk' })
  await account.call('POST', `/api/invitations/${(made as { url: string }).url.split('/').at(-1)}`)
  return account
}

export async function openDesk(page: Page, account: Account) {
  await logIn(page, account, path())
  await untilSynced(page)
  await expect(search(page)).toBeVisible()
}

export async function setBlock(page: Page, from: string, to: string) {
  await button(page, /^(Set the bibs|Bibs) at this table/).click()
  await page.getByLabel('First bib').fill(from)
  await page.getByLabel('Last bib').fill(to)
  await button(page, 'Save').click()
}

/** Types a name. With the key that leads to the next field no tap is needed. */
export async function typeName(page: Page, firstName: string, lastName: string) {
  await expect(field(page, 'First Name')).toBeFocused()
  await page.keyboard.type(firstName)
  await page.keyboard.press('Tab')
  await page.keyboard.type(lastName)
}
