import type { Page } from '@playwright/test'
import { type Account, createAccount, type NewMarathon } from './account.ts'
import { expect, test } from './fixtures.ts'

export const CONTACT = { email: 'secret.runner@home.example', phoneNumber: '+49 30 7654321', additionalInfo: 'asthma' }

export let organiser: Account
export let helper: Account
export let marathon: NewMarathon

/** Prepares each test of the file that calls this. */
export function prepareStaff(): void {
  test.beforeEach(async ({ origin, quietConsole }) => {
    // These tests are offline at times, and open links that are not valid.
    quietConsole.allow(/Failed to load resource/, /ERR_INTERNET_DISCONNECTED/)
    organiser = await createAccount(origin, 'Olga Organiser')
    helper = await createAccount(origin, 'Hana Helper')
    const club = await createAccount(origin, 'Carl Club')
    marathon = await organiser.createMarathon({ title: 'Harbour run', capacity: 30 })
    for (const firstName of ['Ada', 'Bea']) {
      const fields = { ...CONTACT, firstName, lastName: `${firstName}son` }
      await club.apply(marathon, fields)
    }
  })
}

export const staffPath = () => `/dashboard/myMarathons/${marathon._id}/staff`

export async function invite(page: Page, role = 'Gate'): Promise<string> {
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByRole('dialog').getByRole('button', { name: role }).click()
  await expect(page.getByRole('img', { name: 'The invitation as a QR code' })).toBeVisible()
  const link = await page.getByText(/\/invitation\/[\w-]{22}$/).textContent()
  return new URL(link ?? '').pathname
}

export async function checkIn(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Find by name or bib' }).fill(name)
  await page.getByRole('button', { name: `Check in ${name}` }).click()
}

/** Makes an account staff of the marathon. */
export async function join(account: Account, role: string) {
  const path = `/api/marathons/${marathon._id}/invitations`
  const { url } = (await organiser.call('POST', path, { role })) as { url: string }
  await account.call('POST', `/api/invitations/${url.split('/').at(-1)}`)
}
