import type { Page } from '@playwright/test'
import { createAccount } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { logInByForm } from './support/log-in.ts'
import { edge, phone, prepareSkeleton, readyPhone } from './support/walking-skeleton.ts'

// The complete way of an edit: a tap, the phone's disk, a killed browser, the server (once), another phone.

prepareSkeleton()

test.describe.configure({ timeout: 90_000 })
test.use({ serviceWorkers: 'allow' })

async function moveTo(page: Page, title: string, place: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Marathon' })
  await dialog.getByLabel('Location').fill(place)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog', { name: 'Saved on this phone.' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
}

test('an offline edit survives a killed browser, is sent once, and shows on the other device', async ({
  page,
  origin,
}) => {
  const account = await createAccount(origin, 'Olga Offline')
  const marathon = await account.createMarathon({ title: 'Airplane run' })
  await logInByForm(page, account, '/dashboard/myMarathons')
  await expect(page.getByRole('row').filter({ hasText: 'Airplane run' })).toContainText(marathon.location)
  await readyPhone(account)
  await phone.page.goto(`${edge.origin}/dashboard/myMarathons`)
  await expect(phone.page.getByRole('row').filter({ hasText: 'Airplane run' })).toBeVisible()

  await phone.setOffline(true)
  await moveTo(phone.page, 'Airplane run', 'Cloud Nine')
  await expect(phone.page.getByText('Waiting to be sent')).toBeVisible()
  // A browser that starts knows nothing of `setOffline` for a moment, and Background Sync would send the edit then.
  edge.weather = 'down'
  await phone.kill()
  await phone.restart()
  await phone.setOffline(true)
  await phone.page.goto(`${edge.origin}/dashboard/myMarathons`, { waitUntil: 'commit' })
  await expect(phone.page.getByText('Cloud Nine')).toBeVisible()
  await expect(phone.page.getByText('Waiting to be sent')).toBeVisible()
  expect(await account.call('GET', `/api/marathons/${marathon._id}`)).toMatchObject({
    location: marathon.location,
    ver: 1,
  })

  // A link leads into the app as well.
  await phone.page.goto(`${edge.origin}/marathons/${marathon._id}`, { waitUntil: 'commit' })
  await expect(phone.page.getByRole('heading', { level: 1, name: 'Airplane run' })).toBeVisible()
  await expect(phone.page.getByRole('timer')).toBeVisible()
  await expect(phone.page).toHaveTitle('Airplane run | Marathon Details')
  await phone.page.goto(`${edge.origin}/dashboard/myMarathons`, { waitUntil: 'commit' })
  await expect(phone.page.getByText('Waiting to be sent')).toBeVisible()

  edge.weather = 'up'
  await phone.setOffline(false)
  await expect(phone.page.getByText('Waiting to be sent')).toBeHidden()
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Airplane run' })).toContainText('Cloud Nine')
  // `ver` counts the applied edits: this one was applied once.
  expect(await account.call('GET', `/api/marathons/${marathon._id}`)).toMatchObject({ location: 'Cloud Nine', ver: 2 })
})
