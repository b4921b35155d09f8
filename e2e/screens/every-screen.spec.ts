import type { Page } from '@playwright/test'
import { applicationFields } from '../support/account.ts'
import { expectAccessible, expectAccessibleIn, expectNoSidewaysScroll, watchShifts } from '../support/checks.ts'
import { expect, signedIn, test } from '../support/fixtures.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { PUBLIC_SCREENS, type Screen, signedInScreens } from '../support/screens.ts'
import { AFTER_FIRST_PAINT_MS, stretchTimers } from '../support/timers.ts'

const PHONE = { width: 390, height: 844 }
const SMALL_PHONE = { width: 320, height: 640 }
const DESKTOP = { width: 1440, height: 900 }
/** The sizes, each with the colour scheme in which the screen is loaded, and the other one. */
const LOOKS = [
  [PHONE, ['light', 'dark']],
  [DESKTOP, ['dark', 'light']],
] as const
const MAX_SHIFT = 0.02

/** Opens a screen in the size of a phone and of a desktop. The fixture fails the test on a message in the console. */
async function examine(page: Page, { name, path, shows }: Screen): Promise<void> {
  const shifted = await watchShifts(page)
  // The last part of the home page comes then.
  if (path === '/') await stretchTimers(page, AFTER_FIRST_PAINT_MS, 500)
  for (const [size, [first, second]] of LOOKS) {
    const what = `${name} at ${size.width}`
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: first, reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(shows(page)).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    await expectAccessible(page, `${what}, ${first}`)
    await expectNoSidewaysScroll(page, `${what}, ${first}`)
    await expectAccessibleIn(page, second, `${what}, ${second}`)
    await expectNoSidewaysScroll(page, `${what}, ${second}`)
    const shifts = await shifted()
    const sum = shifts.reduce((all, { value }) => all + value, 0)
    expect(sum, `${what} moves: ${JSON.stringify(shifts, null, 1)}`).toBeLessThan(MAX_SHIFT)
  }
  await page.setViewportSize(SMALL_PHONE)
  await expectNoSidewaysScroll(page, `${name} at ${SMALL_PHONE.width}`)
  await page.setViewportSize(PHONE)
  await page.addStyleTag({ content: 'html { font-size: 200% !important }' })
  await expectNoSidewaysScroll(page, `${name} with text at 200 %`)
}

/** Repeats the first response of the public lists, because new marathons of other tests would move the cards. */
async function holdPublicLists(page: Page): Promise<void> {
  const answers = new Map<string, Promise<string>>()
  await page.route(/\/api\/(all|upcoming)Marathon$/, async (route) => {
    const url = route.request().url()
    const answer = answers.get(url) ?? route.fetch().then((response) => response.text())
    answers.set(url, answer)
    await route.fulfill({ contentType: 'application/json', body: await answer })
  })
}

const CLAIM = 'passes axe in light and dark, moves nothing, and fits at 320 px and with text at 200 %'

for (const screen of PUBLIC_SCREENS) {
  test(`${screen.name} ${CLAIM}`, async ({ page }) => {
    await holdPublicLists(page)
    await examine(page, screen)
  })
}

for (const [index, { name }] of signedInScreens('').entries()) {
  signedIn(`${name} ${CLAIM}`, async ({ page, account }) => {
    const marathon = await account.createMarathon({ title: 'A run with a rather long title through the old town' })
    await account.call('POST', '/api/marathonApplication', applicationFields(marathon))
    // The first pull must be complete before the measurements.
    await page.goto('/marathons')
    await expect(page.getByRole('heading', { name: marathon.title }).first()).toBeVisible()
    await expect
      .poll(async () => JSON.stringify((await dumpAccounts(page))[account.uid]?.applications))
      .toContain(`"marathonId":"${marathon._id}"`)
    const screen = signedInScreens(marathon._id)[index]
    if (screen) await examine(page, screen)
  })
}
