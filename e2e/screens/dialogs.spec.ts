import type { Page } from '@playwright/test'
import { createAccount } from '../support/account.ts'
import { expectAccessible, expectAccessibleIn } from '../support/checks.ts'
import { expectNoVerdict } from '../support/edits.ts'
import { expect, signedIn, test } from '../support/fixtures.ts'
import { logIn } from '../support/log-in.ts'

/** A dialog, menu or pop-up, the path of its screen, and a function that opens it. */
type Opening = [what: string, path: string, open: (page: Page) => Promise<void>]

const MENU: Opening[] = [
  ['the menu', '/aboutUs', (page) => page.getByRole('button', { name: 'Menu' }).click()],
  ['the languages', '/aboutUs', (page) => page.getByRole('button', { name: 'Language' }).click()],
  ['the password reset', '/login', (page) => page.getByRole('button', { name: 'Forgot Password?' }).click()],
]
const OPENINGS: Opening[] = [
  [
    'the logout question',
    '/aboutUs',
    async (page) => {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      // The menu is still open behind it, so that alone does not tell that the question is there.
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  ],
  [
    'the dashboard’s menu',
    '/dashboard/myApply',
    (page) => page.getByRole('button', { name: /Dashboard menu/ }).click(),
  ],
  ['the own panel', '/aboutUs', (page) => page.getByRole('button', { name: /Account and language/ }).click()],
  ['the filters', '/marathons', (page) => page.getByRole('button', { name: 'Filters' }).click()],
  [
    'the calendar',
    '/dashboard/addMarathon',
    (page) => page.getByRole('button', { name: /^Choose Marathon St/ }).click(),
  ],
  [
    'Edit Marathon Application',
    '/dashboard/myApply',
    (page) => page.getByRole('button', { name: /^Edit/ }).first().click(),
  ],
  [
    'the delete question',
    '/dashboard/myApply',
    (page) =>
      page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click(),
  ],
  ['Update Marathon', '/dashboard/myMarathons', (page) => page.getByRole('button', { name: /^Edit/ }).first().click()],
  ['Edit event', '/dashboard/myMarathons', (page) => openFromOverview(page, 'Edit')],
  ['the cancellation', '/dashboard/myMarathons', (page) => openFromOverview(page, 'Cancel this event')],
]

/** Opens a dialog of the event that is first in the list. */
async function openFromOverview(page: Page, name: string): Promise<void> {
  await page.getByRole('row').getByRole('link').first().click()
  await page.getByRole('button', { name, exact: true }).click()
}

/** Runs in the page. Is every animation over, and the top element fully opaque? */
function isStill(): boolean {
  const moving = document.getAnimations().some(({ playState }) => playState === 'running')
  const tops = document.querySelectorAll('[role="dialog"], .swal2-popup, .swal2-container')
  return !moving && [...tops].every((top) => getComputedStyle(top).opacity === '1')
}

async function examine(page: Page, openings: Opening[]): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [what, path, open] of openings) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(path)
    await open(page)
    await expect(page.getByRole('dialog').or(page.locator('[aria-expanded="true"]')).first()).toBeVisible()
    // The element fades in. During the fade its contrast is too low, and before the fade no animation runs yet.
    await expect.poll(() => page.evaluate(isStill)).toBe(true)
    await expectAccessible(page, `${what}, light`)
    await expectAccessibleIn(page, 'dark', `${what}, dark`)
  }
}

test('menu and password reset of a visitor pass axe, light and dark', async ({ page }) => examine(page, MENU))

signedIn('menus, dialogs and questions of a signed-in user pass axe, light and dark', async ({ page, account }) => {
  test.setTimeout(150_000)
  const marathon = await account.createMarathon()
  await account.apply(marathon)
  await examine(page, OPENINGS)
})

test('a logout with unsent changes offers to send, keep or discard them, and passes axe', async ({
  page,
  origin,
  quietConsole,
}) => {
  quietConsole.allow(/Failed to load resource: net::ERR_FAILED .*\/api\/sync/)
  const account = await createAccount(origin, 'Ulla Unsent')
  await account.createMarathon({ title: 'Unsent run' })
  await expectNoVerdict(page)
  await logIn(page, account, '/dashboard/myMarathons')
  await expect(page.getByRole('button', { name: 'Edit Unsent run' })).toBeVisible()
  await page.route('**/api/sync', (route) => route.abort())
  await page.getByRole('button', { name: 'Edit Unsent run' }).click()
  await page.getByRole('dialog').getByLabel('Location').fill('Later Town')
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('dialog', { name: 'Saved on this phone.' }).getByRole('button', { name: 'OK' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  const dialog = page.getByRole('dialog', { name: 'Are you sure want to Logout?' })
  await expect(dialog).toContainText('1 change on this phone is not sent yet.')
  for (const name of ['Send now and log out', 'Keep on this phone for this account', 'Discard the change']) {
    await expect(dialog.getByRole('button', { name })).toBeVisible()
  }
  await expectAccessible(page, 'the logout with unsent changes')
  await dialog.getByRole('button', { name: 'Keep on this phone for this account' }).click()
  await expect(page.getByRole('dialog', { name: 'Logout Successful.!' })).toBeVisible()
  await page.unroute('**/api/sync')
  await logIn(page, account, '/dashboard/myMarathons')
  await expect(page.getByRole('row').filter({ hasText: 'Later Town' })).not.toContainText('Waiting to be sent')
  expect(await account.call('GET', '/api/marathons?sort=desc')).toContainEqual(
    expect.objectContaining({ title: 'Unsent run', location: 'Later Town' }),
  )
})
