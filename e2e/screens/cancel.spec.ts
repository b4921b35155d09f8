import type { Page } from '@playwright/test'
import { cancelIt, overview, REASON } from '../support/cancel.ts'
import { expectNoSidewaysScroll } from '../support/checks.ts'
import { expectNoVerdict, holdSync, letSync, queuedOps, untilQueued, wakeSync } from '../support/edits.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { openSecondPhone } from '../support/second-phone.ts'

// The life of an event: cancelled, taken back, duplicated for the next year.

test.describe.configure({ timeout: 120_000 })

test.use({
  // These tests abort requests on purpose.
  allowedInConsole: /Failed to load resource/,
  event: { title: 'River run', capacity: 40, timeZone: 'Europe/Berlin' },
})

const row = (page: Page) => page.getByRole('row').filter({ hasText: 'River run' })

test('an event is cancelled offline, tells its runners the reason, and takes place again', async ({
  page,
  browser,
  origin,
  organiser,
  runner,
  marathon,
}) => {
  await runner.apply(marathon)
  const phone = await openSecondPhone(browser, origin, runner, `/marathons/${marathon._id}`)
  await expect(phone.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await expectNoVerdict(page)
  await logIn(page, organiser, overview(marathon))
  await holdSync(page)
  await cancelIt(page)
  await page.getByRole('dialog', { name: 'Saved on this phone.' }).getByRole('button', { name: 'OK' }).click()
  await page.goto('/dashboard/myMarathons')
  await expect(row(page)).toContainText('Cancelled')
  await expect(row(page)).toContainText(REASON)
  expect(await queuedOps(page, organiser.uid)).toMatchObject([
    { base: { cancelled: null }, patch: { cancelled: REASON } },
  ])
  await page.goto('/unsent')
  await expect(page.getByRole('heading', { name: "Cancelled 'River run'" })).toBeVisible()
  await letSync(page)
  await untilQueued(page, organiser.uid, 0)

  await wakeSync(phone)
  await expect(phone.getByText('This event is cancelled.')).toBeVisible()
  await expect(phone.getByText('Changed since you looked')).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Registration Closed' })).toBeDisabled()
  // In the notice of changes and below the button.
  await expect(phone.getByText(`Cancelled: ${REASON}`).filter({ visible: true })).toHaveCount(2)
  await phone.getByRole('button', { name: 'Got it' }).click()
  // The notice leaves when this is on the disk.
  await expect(phone.getByText('Changed since you looked')).toBeHidden()
  await phone.goto('/dashboard/myApply')
  await expect(row(phone)).toContainText('This event is cancelled')
  await expect(row(phone)).toContainText(REASON)
  await phone.goto(`/marathon/registration/${marathon._id}`)
  await expect(phone.getByText(`Cancelled: ${REASON}`)).toBeVisible()
  await expect(phone.getByRole('button', { name: 'Apply' })).toBeDisabled()
  for (const path of ['/start', '/ready']) {
    await phone.goto(path)
    await expect(phone.getByText(REASON).first()).toBeVisible()
  }
  await expect(phone.getByRole('link', { name: 'My code' })).toHaveCount(0)
  await phone.goto('/marathons?q=River')
  // Events of other tests have the same title.
  const link = phone.locator(`a[href="/marathons/${marathon._id}"]`)
  await expect(phone.getByRole('article').filter({ has: link })).toContainText('Cancelled')

  await page.goto(overview(marathon))
  await page.getByRole('button', { name: 'Reinstate the event' }).click()
  await page.getByRole('button', { name: 'Yes, reinstate it' }).click()
  // A slow machine may get the verdict after the app has stopped waiting for it.
  const told = page.getByRole('dialog', { name: /^(Event reinstated|Saved on this phone\.)$/ })
  await told.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('main')).not.toContainText('Cancelled')
  await untilQueued(page, organiser.uid, 0)
  await phone.goto(`/marathons/${marathon._id}`)
  await wakeSync(phone)
  await expect(phone.getByText('The event takes place again.')).toBeVisible()
  await expect(phone.getByRole('link', { name: 'Another person' })).toBeVisible()
  await phone.context().close()
})

test('an event is duplicated for the next year, beside an event that is not finished yet', async ({
  page,
  organiser,
  marathon,
}) => {
  const field = (label: string) => page.getByRole('form', { name: 'Add Marathon' }).getByLabel(label, { exact: true })
  await expectNoVerdict(page)
  await logIn(page, organiser, '/dashboard/addMarathon')
  await field('Title').fill('Not finished yet')
  await page.getByRole('link', { name: 'My Marathon List' }).click()
  await holdSync(page)
  await page.getByRole('link', { name: 'River run' }).click()
  await page.getByRole('link', { name: 'Duplicate' }).click()
  await expect(page.getByText('A copy of ‘River run’, 52 weeks later.')).toBeVisible()
  await expect(field('Title')).toHaveValue('River run')
  await expect(page.getByLabel('Capacity')).toHaveValue('40')
  await expectNoSidewaysScroll(page, 'the duplicate')
  await field('Title').fill('River run, again')
  await page.getByRole('button', { name: 'Add Marathon' }).click()
  await page.getByRole('dialog', { name: 'Saved on this phone.' }).getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/myMarathons$/)
  await expect(page.getByRole('row').filter({ hasText: 'River run, again' })).toContainText('Waiting to be sent')
  const [op] = await queuedOps(page, organiser.uid)
  expect(op).toMatchObject({ type: 'marathon.create', patch: { title: 'River run, again', capacity: 40 } })
  const later = Date.parse(String(op?.patch.startDate)) - Date.parse(marathon.startDate)
  expect(Math.round(later / 86_400_000)).toBe(364)
  await page.goto('/dashboard/addMarathon')
  await expect(field('Title')).toHaveValue('Not finished yet')
})
