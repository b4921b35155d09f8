import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleIn, expectNoSidewaysScroll } from '../support/checks.ts'
import { wakeSync } from '../support/edits.ts'
import { fillRunner } from '../support/fill-application.ts'
import { expect, test } from '../support/fixtures.ts'
import { ann, cem, marathon, prepareHandOn, walkIn } from '../support/hand-on.ts'
import { logIn } from '../support/log-in.ts'
import { openSecondPhone } from '../support/second-phone.ts'

// A place goes to another account by a link, or to another event, and a runner claims the entry that a desk made.

prepareHandOn()

test.describe.configure({ timeout: 90_000 })
test.use({ allowedInConsole: /Failed to load resource/ })

const linkOn = async (page: Page) => (await page.getByText(/\/take\//).textContent()) ?? ''

test('a place is handed on by a link in five taps; a link that was taken back leads nowhere', async ({
  page,
  browser,
  origin,
}) => {
  await ann.apply(marathon, { firstName: 'Ann' })
  await logIn(page, ann, '/dashboard/myApply')
  const open = page.getByRole('button', { name: `Hand the place on: Ann Runner, ${marathon.title}` })
  await open.click()
  await expect(page.getByRole('dialog')).toContainText('Then your entry and its code end.')
  await page.getByRole('button', { name: 'Make the link' }).click()
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible()
  const first = await linkOn(page)
  await expectAccessible(page, 'a link to a place')
  await expectAccessibleIn(page, 'dark', 'a link to a place')
  await page.getByRole('button', { name: 'Take the offer back' }).click()
  await expect(page.getByText('The offer was taken back. The place stays yours.')).toBeVisible()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Offered', { exact: true })).toBeHidden()

  const other = await openSecondPhone(browser, origin, cem, '/dashboard/myApply')
  await other.goto(new URL(first).pathname)
  await expect(other.getByText('This link does not lead to an entry any more.')).toBeVisible()
  await expectAccessible(other, 'a link that leads nowhere')

  await open.click()
  await page.getByRole('button', { name: 'Make the link' }).click()
  await expect(page.getByText(/\/take\//)).toBeVisible()
  const second = await linkOn(page)
  expect(second).not.toBe(first)
  // The link is shown again, as often as the runner wants.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Offered', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Show the link' }).click()
  expect(await linkOn(page)).toBe(second)

  await other.goto(new URL(second).pathname)
  await expect(other).toHaveURL('/take')
  await expect(other.getByText('Somebody offers you a place at this event.')).toBeVisible()
  await expect(other.getByRole('main')).not.toContainText('Ann')
  await expectAccessible(other, 'an offered place')
  await expectNoSidewaysScroll(other, 'an offered place')
  await fillRunner(other)
  await other.getByRole('button', { name: 'Take over this place' }).click()
  await other.getByRole('button', { name: 'OK' }).click()
  await expect(other.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await expectAccessible(other, 'a place that was taken over')
  await other.goto('/dashboard/myApply')
  await expect(other.getByText('Rosa Runner')).toBeVisible()
  await expect(other.getByRole('link', { name: 'My code' })).toBeVisible()
  await other.context().close()

  await wakeSync(page)
  await expect(page.getByText('You Not Applied to Any Marathon.')).toBeVisible()
  await page.goto('/dashboard/notices')
  await expect(page.getByText('Somebody took over the place of Ann Runner.')).toBeVisible()
})

test('a runner claims the entry of the desk with one tap, once', async ({ page, browser, origin }) => {
  const { path, code } = await walkIn()
  await logIn(page, cem, path)
  await expect(page.getByText('The desk entered Dee Walker for this event.')).toBeVisible()
  await expectAccessible(page, 'an entry to claim')
  await expectAccessibleIn(page, 'dark', 'an entry to claim')
  await expectNoSidewaysScroll(page, 'an entry to claim')
  await page.getByRole('button', { name: 'This entry is mine' }).click()
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible()
  await expect(page.getByText('Dee Walker, bib 9')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${code.slice(0, 4)} ${code.slice(4)}`)
  await page.goto('/dashboard/myApply')
  await expect(page.getByText('Dee Walker, bib 9')).toBeVisible()
  const other = await openSecondPhone(browser, origin, ann, path)
  await expect(other.getByText('This entry cannot be claimed now.')).toBeVisible()
  await other.context().close()
})
