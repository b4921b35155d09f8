import type { Page } from '@playwright/test'
import { type Account, createAccount } from './support/account.ts'
import type { Edge } from './support/edge.ts'
import { expect, test } from './support/fixtures.ts'
import { startInstalledPhone, startPhoneEdge } from './support/installed-phone.ts'
import { logInByForm } from './support/log-in.ts'
import { type Phone, untilInstalled, untilSynced } from './support/phone.ts'

// The complete way of an edit: a tap, the phone's disk, a killed browser, the server (once), another phone.

test.describe.configure({ timeout: 90_000 })
test.use({ serviceWorkers: 'allow' })

let phone: Phone
/** What the phone reaches the server through. */
let edge: Edge
test.beforeEach(async ({ origin }) => {
  edge = await startPhoneEdge(origin)
  phone = await startInstalledPhone(edge)
})
test.afterEach(async () => {
  await phone.close()
  await edge.close()
})

/** Starts a phone with the installed app and this account. */
async function readyPhone(account: Account): Promise<void> {
  await logInByForm(phone.page, account, `${edge.origin}/login`)
  await untilSynced(phone.page)
  await untilInstalled(phone.page)
}

async function moveTo(page: Page, title: string, place: string): Promise<void> {
  await page.getByRole('button', { name: `Edit ${title}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Update Marathon' })
  await dialog.getByLabel('Location').fill(place)
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('dialog', { name: 'Saved on this phone.' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
}

test('an edit made offline survives a killed browser, is sent once, and shows on the other device', async ({
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

test('a marathon created with the network off arrives after the network is back', async ({ origin }) => {
  const account = await createAccount(origin, 'Ivo Flightmode')
  await readyPhone(account)
  const { page } = phone
  await phone.setOffline(true)
  await page.goto(`${edge.origin}/dashboard/addMarathon`, { waitUntil: 'commit' })
  const form = page.getByRole('form', { name: 'Add Marathon' })
  const field = (label: string) => form.getByLabel(label, { exact: true })
  await field('Title').fill('Made in the air')
  await field('Location').fill('Above Greenland')
  await field('Description').fill('Eleven kilometres up.')
  await field('Image URL').fill(`${origin}/samples/sample-3.svg`)
  await field('Distance').selectOption('10k')
  for (const [label, day] of [
    ['Registration Start', '1 nov 2026'],
    ['Registration End', '2 feb 2027'],
    ['Marathon Start', '5 mar 2027'],
  ] as const) {
    // A phone opens the calendar instead of a keyboard. This test types like a keyboard.
    await field(label).fill(day)
    await page.keyboard.press('Escape')
  }
  await form.getByRole('button', { name: 'Add Marathon' }).click()
  await expect(page.getByRole('dialog', { name: 'Saved on this phone.' })).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('1 change waits on this phone and will be sent automatically.')).toBeVisible()

  await phone.setOffline(false)
  await expect(page.getByText(/waits on this phone/)).toBeHidden()
  const mine = await account.call('GET', `/api/marathons?email=${encodeURIComponent(account.email)}`)
  expect(mine).toEqual([expect.objectContaining({ title: 'Made in the air', regCount: 0, ver: 1 })])
})
