import type { Page } from '@playwright/test'
import { KEPT_SCREEN } from '../../web/first-paint/inline-script.ts'
import type { NewMarathon } from '../support/account.ts'
import { createAccount, inDays } from '../support/account.ts'
import { expect, logIn, test } from '../support/fixtures.ts'

// What is on the screen before any code of the app is there (docs/decisions/034).

const kept = (page: Page) =>
  page.evaluate((prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)), KEPT_SCREEN)

/** A runner who has looked at an event, on this phone. */
async function lookedAt(page: Page, origin: string) {
  const organiser = await createAccount(origin, 'Olga Organiser')
  const runner = await createAccount(origin, 'Rosa Runner')
  const marathon = await organiser.createMarathon({ description: 'From the old harbour to the new one.' })
  await logIn(page, runner)
  await look(page, marathon)
  return { organiser, marathon: marathon }
}

async function look(page: Page, marathon: NewMarathon) {
  await page.goto(`/marathons/${marathon._id}`)
  await expect(page.getByRole('heading', { level: 1, name: marathon.title })).toBeVisible()
  await expect(page.getByRole('timer')).toBeVisible()
  await expect.poll(() => kept(page)).toEqual([`${KEPT_SCREEN}/marathons/${marathon._id}`])
}

test.beforeEach(({ quietConsole }) => quietConsole.allow(/ERR_FAILED/))

/** The page without the app: its code does not come. */
async function openWithoutCode(page: Page, path: string) {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(path)
}

test('an event is readable before the app is there, without what may have changed since', async ({ page, origin }) => {
  const { marathon } = await lookedAt(page, origin)
  await openWithoutCode(page, `/marathons/${marathon._id}`)
  const heading = page.locator('h1', { hasText: marathon.title })
  await expect(heading).toBeVisible()
  await expect(page.getByText(marathon.description)).toBeVisible()
  await expect(page.getByText('Open, closes in').first()).toBeHidden()
  await expect(page.locator('[role=timer]')).toBeHidden()
  // It is to be read: whoever taps or tabs gets nowhere until the app is there.
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveCount(0)
})

test('the app takes its place, and nothing of it is left', async ({ page, origin }) => {
  const { marathon } = await lookedAt(page, origin)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
  await expect(page.locator('#shell')).toHaveCount(0)
  await expect(page.locator('h1', { hasText: marathon.title })).toHaveCount(1)
})

test('after a logout nobody sees what was on the screen', async ({ page, origin }) => {
  const { marathon } = await lookedAt(page, origin)
  await page.getByRole('button', { name: 'Logout', exact: true }).click()
  await page.getByRole('button', { name: 'Yes, Logout' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  expect(await kept(page)).toEqual([])
  await openWithoutCode(page, `/marathons/${marathon._id}`)
  await expect(page.locator('#shell')).toHaveCount(0)
})

test('an event that was deleted is forgotten once the phone knows', async ({ page, origin, quietConsole }) => {
  quietConsole.allow(/status of 404/)
  const { organiser, marathon } = await lookedAt(page, origin)
  await organiser.call('DELETE', `/api/marathons/${marathon._id}`)
  await page.reload()
  await expect(page.getByText('This event was deleted')).toBeVisible()
  expect(await kept(page)).toEqual([])
})

test('an event that the phone does not keep is not painted either', async ({ page, origin }) => {
  const organiser = await createAccount(origin, 'Olga Organiser')
  const runner = await createAccount(origin, 'Rosa Runner')
  // Over for longer than what is synced.
  const past = { regStart: inDays(-60), regEnd: inDays(-50), startDate: inDays(-45) }
  const { _id } = await organiser.createMarathon(past)
  await logIn(page, runner)
  await page.goto(`/marathons/${_id}`)
  await expect(page.getByText('Not kept on this phone')).toBeVisible()
  // Longer than a screen takes to be kept.
  await page.waitForTimeout(3000)
  expect(await kept(page)).toEqual([])
})
