/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { createAccount } from '../support/account.ts'
import { expectAccessible } from '../support/checks.ts'
import { changeMarathon, holdSync, untilQueued } from '../support/edits.ts'
import { fillApplication } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'

// While an edit waits, the sync banner says that the phone is offline. No other notice of the screen repeats it.

test.use({ allowedInConsole: /Failed to load resource/ })

const BANNER = 'You are offline. 1 change waits on this phone and will be sent automatically.'

/** Every later page of this browser gets no answer from the server, and is told that there is no network. */
async function goOffline(page: Page) {
  await page.route('**/api/**', (route) => route.abort())
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }))
}

async function expectSaidOnce(page: Page) {
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(page.getByText('You are offline')).toHaveCount(1)
}

test('before the first sync, home and an unknown event say once that the phone is offline', async ({
  page,
  origin,
}) => {
  const organiser = await createAccount(origin, 'Olga Organiser')
  const runner = await createAccount(origin, 'Rosa Runner')
  const { _id } = await organiser.createMarathon()
  await page.route('**/api/sync', (route) => route.abort())
  await logIn(page, runner, '/login?redirect=/aboutUs')
  await fillApplication(page, origin, _id)
  await untilQueued(page, runner.uid, 1)
  await goOffline(page)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Explore Marathons' })).toContainText('No events are saved')
  await expect(page.getByRole('region', { name: 'Upcoming Marathons' })).toContainText('No events are saved')
  await expect(page.getByText('You are offline')).toHaveCount(1)
  await page.goto('/marathons/not-on-this-phone')
  await expect(page.getByText('This event is not on this phone')).toBeVisible()
  await expectSaidOnce(page)
  await expectAccessible(page, 'a screen with the sync banner')
})

test('the staff of an own event say once that the phone is offline', async ({ page, origin }) => {
  const organiser = await createAccount(origin, 'Olga Organiser')
  const { _id, title } = await organiser.createMarathon()
  await logIn(page, organiser, '/dashboard/myMarathons')
  await holdSync(page)
  await changeMarathon(page, title, { Location: 'Kiel' })
  await untilQueued(page, organiser.uid, 1)
  await goOffline(page)
  await page.goto(`/dashboard/myMarathons/${_id}/staff`)
  await expect(page.getByText('Open invitations are shown once you are online.')).toBeVisible()
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Gate' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('You need to be online for invitations.')
  await expectSaidOnce(page)
})
