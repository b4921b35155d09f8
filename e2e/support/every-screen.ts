import type { Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible, expectAccessibleIn, expectNoSidewaysScroll, watchShifts } from './checks.ts'
import { expect, test } from './fixtures.ts'
import { dumpAccounts } from './inside-the-browser.ts'
import { logIn } from './log-in.ts'
import { publishResults } from './race.ts'
import { PUBLIC_SCREENS, type Screen, signedInScreens } from './screens.ts'
import { AFTER_FIRST_PAINT_MS, stretchTimers } from './timers.ts'

const PHONE = { width: 390, height: 844 }
const SMALL_PHONE = { width: 320, height: 640 }
const DESKTOP = { width: 1440, height: 900 }
/** The sizes, each with the colour scheme in which the screen is loaded, and the other one. */
const LOOKS = [
  [PHONE, ['light', 'dark']],
  [DESKTOP, ['dark', 'light']],
] as const
const MAX_SHIFT = 0.02

type Looks = 'all' | 'most'

type Shifts = Awaited<ReturnType<typeof watchShifts>>

/**
 * Examines a screen in the size of a phone and of a desktop. The fixture fails the test on a message in the console.
 * @param looks in `all`, the screen is loaded in both sizes, and each size has both colour schemes
 */
async function examine(page: Page, shifted: Shifts, { name, path, shows }: Screen, looks: Looks): Promise<void> {
  for (const [size, [first, second]] of LOOKS) {
    const what = `${name} at ${size.width}`
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: first, reducedMotion: 'reduce' })
    const isLoaded = size === PHONE || looks === 'all'
    if (isLoaded) {
      await page.goto(path)
      await expect(shows(page)).toBeVisible()
      // What the build rendered is inert, so axe sees nothing of it.
      await expect(page.locator('#prerendered')).toHaveCount(0)
      await page.evaluate(() => document.fonts.ready)
    }
    await expectAccessible(page, `${what}, ${first}`)
    await expectNoSidewaysScroll(page, `${what}, ${first}`)
    if (!isLoaded) continue
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
    const answer = answers.get(url) ?? route.fetch({ maxRetries: 2 }).then((response) => response.text())
    answers.set(url, answer)
    await route.fulfill({ contentType: 'application/json', body: await answer })
  })
}

interface Prepared {
  marathonId: string
  page: Page
  shifted: Shifts
}

/**
 * The browser of an account with an own marathon, to which it applied, after the first pull. All tests of a worker
 * share it.
 */
const atHome = test.extend<object, { prepared: Prepared }>({
  prepared: [
    async ({ browser, origin }, use) => {
      const account = await createAccount(origin, 'Wanda Walker')
      const marathon = await account.createMarathon({ title: 'A run with a rather long title through the old town' })
      await account.apply(marathon)
      await publishResults(account, marathon._id, 'live')
      const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
      const page = await context.newPage()
      const shifted = await watchShifts(page)
      await logIn(page, account, '/aboutUs')
      await expect
        .poll(async () => JSON.stringify((await dumpAccounts(page))[account.uid]?.applications))
        .toContain(`"marathonId":"${marathon._id}"`)
      await use({ marathonId: marathon._id, page, shifted })
      await context.close()
    },
    { scope: 'worker' },
  ],
  context: async ({ prepared }, use) => use(prepared.page.context()),
  page: async ({ prepared }, use) => use(prepared.page),
})

/** Tests of every screen. @param claim what each name says of its screen */
export function testEveryScreen(claim: string, looks: Looks): void {
  for (const screen of PUBLIC_SCREENS) {
    test(`${screen.name} ${claim}`, async ({ page }) => {
      await holdPublicLists(page)
      // The last part of the home page comes then.
      if (screen.path === '/') await stretchTimers(page, AFTER_FIRST_PAINT_MS, 500)
      await examine(page, await watchShifts(page), screen, looks)
    })
  }

  for (const [index, { name }] of signedInScreens('').entries()) {
    atHome(`${name} ${claim}`, async ({ page, prepared }) => {
      const screen = signedInScreens(prepared.marathonId)[index]
      if (screen) await examine(page, prepared.shifted, screen, looks)
    })
  }
}
