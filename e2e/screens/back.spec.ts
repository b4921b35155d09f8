import type { Page } from '@playwright/test'
import { back, OTHER, openAfterOther, prepareBack, press } from '../support/back.ts'
import { expect, test } from '../support/fixtures.ts'
import { goInside } from '../support/phone-screens.ts'

// Back closes what lies over the screen, and nothing more. Each test comes from another screen, to see where Back leads.

prepareBack()

const LAYERS: [what: string, path: string, open: RegExp][] = [
  ['Edit Marathon Application', '/dashboard/myApply', /^Edit/],
  ['the delete question', '/dashboard/myApply', /^Delete/],
  ['Update Marathon', '/dashboard/myMarathons', /^Edit/],
  ['the calendar', '/dashboard/addMarathon', /^Choose Marathon St/],
  ['the logout question', '/aboutUs', /^Logout/],
  ['the deletion of the account', '/dashboard/account', /^Delete my account/],
]

async function expectOther(page: Page, what: string) {
  await expect(page, what).toHaveURL(OTHER)
  await expect(page.getByRole('heading', { name: 'Contact' }).first(), what).toBeVisible()
}

test('Back closes each dialog, then leaves; a dialog that was closed otherwise is no step', async ({ page }) => {
  // Within one page, as the app goes from screen to screen. The next tests begin with a page of its own.
  await page.goto(OTHER)
  await expectOther(page, 'the first page')
  for (const [what, path, open] of LAYERS) {
    const dialogs = page.getByRole('dialog')
    const opens = async () => {
      await press(page, open)
      await expect(dialogs, what).toBeVisible()
    }
    await goInside(page, path)
    for (const _time of [1, 2]) {
      await opens()
      await page.keyboard.press('Escape')
      await expect(dialogs, what).toHaveCount(0)
    }
    await back(page)
    await expectOther(page, what)

    await goInside(page, path)
    await opens()
    await back(page)
    await expect(dialogs, what).toHaveCount(0)
    await expect(page, what).toHaveURL(path)
    await back(page)
    await expectOther(page, what)
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
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
  // What comes late above it may be scrolled past, so the place is that of the button on the screen.
  const place = await open.boundingBox()
  await open.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/dashboard/account')
  expect(await open.boundingBox()).toEqual(place)
  await expect(open).toBeFocused()
  // Forward opens nothing, and Back from the next screen leads here.
  await page.goForward()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'About Us' }).first().click()
  await expect(page).toHaveURL('/aboutUs')
  await back(page)
  await expect(page).toHaveURL('/dashboard/account')
})
