import type { Page } from '@playwright/test'
import { createAccount } from '../support/account.ts'
import { expectAccessible, expectNoSidewaysScroll, expectPopUpCloses } from '../support/checks.ts'
import { expectNoVerdict, holdSync, letSync, untilQueued, wakeSync } from '../support/edits.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { goInside } from '../support/phone-screens.ts'
import { openSecondPhone } from '../support/second-phone.ts'

// What an organiser writes and what the server tells: who reads it, where, and when it leaves.

test.describe.configure({ timeout: 240_000 })

const TEXT = 'Wave 2 starts at 09:30: wind.'

test.use({
  // These tests abort requests on purpose.
  allowedInConsole: /Failed to load resource/,
  event: { title: 'Harbour run', capacity: 1, timeZone: 'UTC' },
})

const list = (page: Page) => page.getByRole('list', { name: 'Notices' })

async function write(page: Page, { urgent = true } = {}) {
  await page.getByLabel('Notice', { exact: true }).fill(TEXT)
  await page.getByRole('button', { name: urgent ? 'Send as urgent' : 'Send the notice' }).click()
  // An urgent one cannot be taken back from a locked phone.
  if (urgent) await page.getByRole('button', { name: 'Yes, send it' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
}

test('INV-21 an organiser writes offline, and the runner is told once it is sent', async ({
  page,
  browser,
  origin,
  organiser,
  runner,
  marathon,
}) => {
  await runner.apply(marathon)
  const phone = await openSecondPhone(browser, origin, runner, '/dashboard/notices')
  await goInside(phone, '/')
  await expectNoVerdict(page)
  await logIn(page, organiser, `/dashboard/myMarathons/${marathon._id}/notices`)
  await expect(page.getByText('0 of 500 characters')).toBeVisible()
  await expectAccessible(page, 'write a notice')
  await holdSync(page)
  await page.getByLabel('Notice', { exact: true }).fill('x'.repeat(501))
  await page.getByRole('button', { name: 'Send the notice' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'must be at most 500 characters' })).toBeVisible()
  await page.getByLabel('Notice', { exact: true }).fill(TEXT)
  await expect(page.getByText('Goes to 1 applicant, your helpers and later applicants.')).toBeVisible()
  await page.getByRole('button', { name: 'Send as urgent' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByLabel('Notice', { exact: true })).toHaveValue(TEXT)
  await write(page)
  await expect(list(page)).toContainText('Waiting to be sent')
  await expect(page.getByLabel('Notice', { exact: true })).toHaveValue('')
  await goInside(page, '/unsent')
  await expect(page.getByRole('heading', { name: "Urgent notice to everybody at 'Harbour run'" })).toBeVisible()
  const pulled = phone.waitForResponse('**/api/sync')
  await wakeSync(phone)
  await (await pulled).finished()
  await phone.waitForTimeout(500)
  await expect(phone.getByRole('link', { name: /unread notice/ })).toBeHidden()

  // The bar reads aloud what arrives after its code.
  await expect(phone.getByRole('navigation').getByRole('alert')).toBeAttached()
  await letSync(page)
  await untilQueued(page, organiser.uid, 0)
  await wakeSync(phone)
  await expect(phone.getByRole('link', { name: '1 unread notice' })).toBeVisible()
  await expect(phone.getByRole('alert').filter({ hasText: TEXT })).toHaveText(`Harbour run: ${TEXT}`)
  await expect(phone.getByRole('region', { name: 'Notices' })).toContainText(TEXT)
  // The pictures of the home page fade into each other otherwise.
  await phone.emulateMedia({ reducedMotion: 'reduce' })
  await expectAccessible(phone, 'home with a notice')
  for (const path of ['/start', '/ready', `/marathons/${marathon._id}`]) {
    await goInside(phone, path)
    const notices = phone.getByRole('region', { name: 'Notices' })
    await expect(notices).toContainText(TEXT)
    // The start line has a line for each.
    if (path === '/start') await notices.getByRole('button', { name: TEXT, expanded: false }).click()
    await expect(notices).toContainText(/Written .+ by Olga Organiser/)
    await expectAccessible(phone, path)
    await expectNoSidewaysScroll(phone, path)
  }
  // It was on a visible screen for a while, so it is read.
  await expect(phone.getByRole('link', { name: /unread notice/ })).toBeHidden()
  await goInside(phone, '/dashboard/notices')
  await expect(list(phone)).toContainText(TEXT)
  await expectAccessible(phone, 'what you were told')
  await expectNoSidewaysScroll(phone, 'what you were told')

  const atWork = (screen: Page) => screen.getByRole('region', { name: 'Urgent notice' })
  await goInside(page, `/dashboard/myMarathons/${marathon._id}/checkIn`)
  await expect(atWork(page)).toContainText(TEXT)
  await expectNoSidewaysScroll(page, 'the check-in with an urgent notice')
  await goInside(phone, `/marathon/registration/${marathon._id}`)
  await expect(atWork(phone)).toContainText(TEXT)
  await expectAccessible(phone, 'the form with an urgent notice')

  await goInside(page, `/dashboard/myMarathons/${marathon._id}/notices`)
  await page.getByRole('button', { name: /^Delete the notice/ }).click()
  await page.getByRole('button', { name: 'Yes, delete it!' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await expectPopUpCloses(page)
  await expect(page.getByRole('button', { name: /^Delete the notice/ })).toBeHidden()
  await untilQueued(page, organiser.uid, 0)
  await wakeSync(phone)
  await expect(atWork(phone)).toBeHidden()
  await goInside(phone, '/dashboard/notices')
  await expect(phone.getByText('No notices yet.')).toBeVisible()
  await phone.context().close()
})

test('a runner who comes from the waiting list is told, and a phone out of touch says since when', async ({
  page,
  origin,
  runner,
  marathon,
}) => {
  const first = await createAccount(origin, 'Fay First')
  const { insertedId } = await first.apply(marathon, { firstName: 'Fay' })
  await runner.apply(marathon, { waitingList: true })
  await logIn(page, runner, '/dashboard/notices')
  await untilSynced(page)
  await expect(page.getByText('No notices yet.')).toBeVisible()
  await first.call('DELETE', `/api/marathonApplication/${insertedId}`)
  await wakeSync(page)
  await expect(list(page)).toContainText('For Ada Runner')
  await expect(list(page)).toContainText('A place became free, and it is yours.')
  await expect(list(page).getByText('New')).toBeVisible()
  await holdSync(page)
  await wakeSync(page)
  await expect(page.getByText(/^Last online \d\d:\d\d\. Newer notices may be/)).toBeVisible()
})
