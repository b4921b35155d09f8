import type { Page } from '@playwright/test'
import { createAccount } from '../support/account.ts'
import { expectGoodLooks, watchShifts } from '../support/checks.ts'
import { changeMarathon, expectNoVerdict, holdSync } from '../support/edits.ts'
import { expect, eventTest as test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'
import { untilSynced } from '../support/phone.ts'
import { inHours, moveStart, PHONE, told } from '../support/today.ts'

// What a change seldom breaks. today.spec.ts has what each change must pass.

test.describe.configure({ timeout: 120_000 })

test.use({
  viewport: PHONE,
  hasTouch: true,
  allowedInConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED/,
  event: { title: 'Harbour run', startDate: inHours(2.5) },
})

const today = (page: Page) => page.getByRole('region', { name: 'Your next race' })

test('home with an unsent change, or without a race, moves nothing either', async ({ page, organiser, marathon }) => {
  const shifted = await watchShifts(page)
  await expectNoVerdict(page)
  await logIn(page, organiser, '/dashboard/myMarathons')
  await holdSync(page)
  await changeMarathon(page, marathon.title, { Location: 'The other pier' })
  await page.goto('/')
  await expect(today(page).getByRole('link', { name: '1 unsent' })).toBeVisible()
  await expect(today(page)).toContainText('The other pier')
  await page.waitForTimeout(4000)
  expect(await shifted()).toEqual([])
})

test('who has no race ahead is led to one, and nothing moves', async ({ page, origin }) => {
  await logIn(page, await createAccount(origin, 'Nina New'), '/aboutUs')
  await untilSynced(page)
  const shifted = await watchShifts(page)
  await page.goto('/')
  const place = page.getByRole('region', { name: 'No race ahead' })
  await expect(place.getByRole('link', { name: 'Find a race' })).toHaveAttribute('href', '/marathons')
  await expectGoodLooks(page, 'home without a race')
  await page.setViewportSize(PHONE)
  await page.reload()
  await expect(place).toBeVisible()
  await page.waitForTimeout(2000)
  expect(await shifted()).toEqual([])
})

test('months ahead an organiser is led to the event, and not to its check-in', async ({
  page,
  organiser,
  marathon,
}) => {
  const later = { startDate: inHours(24 * 60), regEnd: inHours(24 * 50) }
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, later)
  await logIn(page, organiser, '/aboutUs')
  await untilSynced(page)
  await page.goto('/')
  await expect(today(page)).toContainText('in 60 days')
  await expect(today(page).getByRole('link', { name: 'Check in' })).toHaveCount(0)
  await today(page).getByRole('link', { name: 'Organise' }).tap()
  await expect(page).toHaveURL(`/dashboard/myMarathons/${marathon._id}`)
})

test('the start line keeps a family’s codes in view beside two notices, upright and across', async ({
  page,
  organiser,
  runner,
  marathon,
}) => {
  for (const firstName of ['Rosa', 'Maya']) await runner.apply(marathon, { firstName, lastName: 'Runner' })
  await moveStart(organiser, marathon)
  await logIn(page, runner, '/aboutUs')
  await untilSynced(page)
  const shifted = await watchShifts(page)
  await page.goto('/start')
  const code = page.getByRole('img', { name: /^Entry/ })
  const bar = page.getByRole('navigation', { name: 'Start line' })
  for (const size of [PHONE, { width: 844, height: 390 }]) {
    await page.setViewportSize(size)
    await expect(told(page).getByRole('button', { name: 'Got it' })).toHaveCount(2)
    await expect(code).toBeInViewport({ ratio: 1 })
    await expect(page.getByTestId('local-time')).toBeInViewport({ ratio: 1 })
    const [foot, top] = [await code.boundingBox(), await bar.boundingBox()]
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0)
    const words = bar.getByRole('button', { name: 'Stay on' })
    expect((await words.boundingBox())?.height).toBeLessThan(56)
  }
  // The account's own runner comes first.
  await expect(page.getByRole('button', { name: 'Rosa' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Maya' }).tap()
  await expect(page.getByRole('region', { name: 'Your entry' })).toContainText('Maya Runner')
  await expectGoodLooks(page, 'the start line with two notices')
  await page.setViewportSize(PHONE)
  await page.reload()
  await expect(code).toBeVisible()
  await page.waitForTimeout(2000)
  expect(await shifted()).toEqual([])
  await told(page).getByRole('button', { name: 'Got it' }).first().tap()
  await expect(told(page).getByRole('button', { name: 'Got it' })).toHaveCount(1)
})
