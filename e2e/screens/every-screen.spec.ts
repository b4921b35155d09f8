import type { Page } from '@playwright/test'
import { createAccount } from '../support/account.ts'
import { expectAccessible, expectAccessibleIn, expectNoSidewaysScroll, watchShifts } from '../support/checks.ts'
import { expect, type Session, test } from '../support/fixtures.ts'
import { dumpAccounts } from '../support/inside-the-browser.ts'
import { logIn } from '../support/log-in.ts'
import { publishResults } from '../support/race.ts'
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
    // What the build rendered is inert, so axe sees nothing of it.
    await expect(page.locator('#prerendered')).toHaveCount(0)
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

/** A browser of an account with an own marathon, to which it applied, after the first pull. */
const atHome = test.extend<object, { prepared: { marathonId: string; session: Session; fonts: string[] } }>({
  prepared: [
    async ({ browser, origin }, use) => {
      const account = await createAccount(origin, 'Wanda Walker')
      const marathon = await account.createMarathon({ title: 'A run with a rather long title through the old town' })
      await account.apply(marathon)
      await publishResults(account, marathon._id, 'live')
      const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
      const page = await context.newPage()
      await logIn(page, account, '/aboutUs')
      await expect
        .poll(async () => JSON.stringify((await dumpAccounts(page))[account.uid]?.applications))
        .toContain(`"marathonId":"${marathon._id}"`)
      const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
      const fonts = loaded.filter((name) => name.endsWith('.woff2'))
      await use({ marathonId: marathon._id, session: await context.storageState({ indexedDB: true }), fonts })
      await context.close()
    },
    { scope: 'worker' },
  ],
  storageState: async ({ prepared }, use) => use(prepared.session),
})

for (const [index, { name }] of signedInScreens('').entries()) {
  atHome(`${name} ${CLAIM}`, async ({ page, prepared }) => {
    const screen = signedInScreens(prepared.marathonId)[index]
    // Who is signed in has loaded the fonts before.
    await page.goto('/favicon.svg')
    await page.evaluate((fonts) => Promise.all(fonts.map((font) => fetch(font))), prepared.fonts)
    if (screen) await examine(page, screen)
  })
}
