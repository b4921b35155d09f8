/// <reference lib="dom" />
import type { Page } from '@playwright/test'
import { createAccount } from '../support/account.ts'
import { refuseNext } from '../support/edits.ts'
import { expect, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'

// Back closes what lies over the screen, and nothing more. Each test comes from another screen, to see where Back leads.

const OTHER = '/contact'

/** Opens a screen after the other one. */
async function openAfterOther(page: Page, path: string): Promise<void> {
  await page.goto(OTHER)
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to })
    document.body.append(link)
    link.click()
  }, path)
  await expect(page).toHaveURL(path)
}
const back = (page: Page) => page.evaluate(() => history.back())
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

test.beforeEach(async ({ page, account, origin }) => {
  const runner = await createAccount(origin, 'Bella Back')
  const other = await account.createMarathon({ title: 'Other run' })
  const own = await runner.createMarathon({ title: 'Own run' })
  for (const marathon of [other, own]) {
    await runner.apply(marathon)
  }
  await logIn(page, runner, '/aboutUs')
})

const LAYERS: [what: string, path: string, open: RegExp][] = [
  ['Edit Marathon Application', '/dashboard/myApply', /^Edit/],
  ['the delete question', '/dashboard/myApply', /^Delete/],
  ['Update Marathon', '/dashboard/myMarathons', /^Edit/],
  ['the calendar', '/dashboard/addMarathon', /^Choose Marathon St/],
  ['the logout question', '/aboutUs', /^Logout/],
  ['the deletion of the account', '/dashboard/account', /^Delete my account/],
]
test('Back closes each dialog, then leaves; a dialog that was closed otherwise is no step', async ({ page }) => {
  for (const [what, path, open] of LAYERS) {
    const dialogs = page.getByRole('dialog')
    const opens = async () => {
      await press(page, open)
      await expect(dialogs, what).toBeVisible()
    }
    await openAfterOther(page, path)
    for (const _time of [1, 2]) {
      await opens()
      await page.keyboard.press('Escape')
      await expect(dialogs, what).toHaveCount(0)
    }
    await back(page)
    await expect(page, what).toHaveURL(OTHER)

    await openAfterOther(page, path)
    await opens()
    await back(page)
    await expect(dialogs, what).toHaveCount(0)
    await expect(page, what).toHaveURL(path)
    await back(page)
    await expect(page, what).toHaveURL(OTHER)
  }
})

test('Back closes a calendar over a dialog first, then the dialog, which keeps what was typed', async ({ page }) => {
  await openAfterOther(page, '/dashboard/myMarathons')
  await press(page, /^Edit/)
  const dialog = page.getByRole('dialog', { name: 'Update Marathon' })
  await dialog.getByLabel('Location').fill('Kiel')
  await dialog.getByRole('button', { name: 'Choose Registration End in a calendar' }).click()
  await expect(page.getByRole('dialog', { name: 'Registration End' })).toBeVisible()
  await back(page)
  await expect(page.getByRole('dialog', { name: 'Registration End' })).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Location')).toHaveValue('Kiel')
  await back(page)
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/myMarathons')
  await press(page, /^Edit/)
  await expect(dialog.getByLabel('Location')).toHaveValue('Kiel')
})

test('Back closes a dialog on the first page of a tab, and the screen stays in its place', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 400 })
  await page.goto('/dashboard/account')
  const open = page.getByRole('button', { name: 'Delete my account…' })
  await open.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(100)
  await open.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/account')
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
  await expect(open).toBeFocused()
  // Forward opens nothing, and Back from the next screen leads here.
  await page.goForward()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'About Us' }).first().click()
  await expect(page).toHaveURL('/aboutUs')
  await back(page)
  await expect(page).toHaveURL('/dashboard/account')
})

test('a link in a dialog leads on, and Back from there leads to the screen without the dialog', async ({ page }) => {
  await openAfterOther(page, '/dashboard/myMarathons')
  await refuseNext(page, 'FORBIDDEN')
  await press(page, /^Edit/)
  await page.getByRole('dialog').getByLabel('Location').fill('Kiel')
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await press(page, /^Logout/)
  await page.getByRole('dialog').getByRole('link').first().click()
  await expect(page).toHaveURL('/unsent')
  await back(page)
  await expect(page).toHaveURL('/dashboard/myMarathons')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await back(page)
  await expect(page).toHaveURL(OTHER)
})

test('Back from an event finds the place in a long list, as cards and as rows', async ({ page, account }) => {
  for (let n = 0; n < 40; n += 1) await account.createMarathon({ title: `Long list ${n}` })
  await page.setViewportSize({ width: 390, height: 700 })
  for (const search of ['', '?compact=true']) {
    await page.goto(`/marathons${search}`)
    await expect(page.getByRole('article').nth(7)).toBeVisible()
    const loaded = async () => {
      await page.evaluate(() => scrollBy(0, 700))
      return page.getByRole('article').count()
    }
    await expect.poll(loaded).toBeGreaterThan(31)
    const before = await page.evaluate(() => scrollY)
    await page
      .getByRole('article')
      .getByRole('link')
      .last()
      .evaluate((link: HTMLElement) => link.click())
    await expect(page).toHaveURL(/\/marathons\/[^?]+$/)
    await back(page)
    await expect(page.getByRole('article').nth(20)).toBeAttached()
    // The place is found again once the rows are there.
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before * 0.8)
  }
})
