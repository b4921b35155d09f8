import { expect, test } from '@playwright/test'
import { wakeInBackground } from './support/inside-the-browser.ts'
import { edge, marathon, organiser, page, prepareInstalled, runner, start } from './support/installed.ts'
import { logInAndSync, untilInstalled } from './support/phone.ts'
import { expectAllScreens, expectContent } from './support/phone-screens.ts'
import { AFTER_FIRST_PAINT_MS, stretchTimers } from './support/timers.ts'

// Moments of an installation that a change seldom breaks. The others: installed.spec.ts.

test.describe.configure({ timeout: 90_000 })

prepareInstalled()

test('shows every screen on the first visit', async () => {
  await start({ installed: false })
  await logInAndSync(page, edge.origin, 'runner@example.com')
  await expectAllScreens(page, edge.origin, { inside: true })
})

test('an installation that loses the network in the middle goes on by itself', async ({ baseURL }) => {
  await start({ installed: false })
  const path = '/service-worker.js'
  const script = await (await fetch(`${baseURL}${path}`)).text()
  // FIRST_RETRY_MS of web/background/app-update.ts.
  await stretchTimers(page, 10_000, 6000)
  // The script arrives, and the network is gone before it fetches the app.
  const slow = '{ const until = Date.now() + 2000; while (Date.now() < until); }\n'
  edge.overrides.set(path, { type: 'text/javascript', body: slow + script })
  await page.goto(edge.origin)
  await expect.poll(() => edge.seen.includes(`GET ${path}`)).toBe(true)
  // The edge notes a request before it answers, and the script itself must arrive.
  await page.waitForTimeout(700)
  edge.weather = 'down'
  // The script runs for 2 s. Then the first file of the app cannot be fetched, and the installation ends.
  await page.waitForTimeout(3000)
  const installed = () => navigator.serviceWorker.getRegistration().then((found) => Boolean(found?.active))
  expect(await page.evaluate(installed)).toBe(false)
  edge.weather = 'up'
  await untilInstalled(page)
})

test('the install offer appears some seconds after the start, and not again after "Not now"', async () => {
  await start({ installed: true })
  await runner.apply(marathon)
  await logInAndSync(page, edge.origin, runner.email)
  // A page at rest: on the home page, a slide or a late picture may move the button under the tap.
  await page.goto(`${edge.origin}/aboutUs`)
  const offer = page.getByRole('complementary', { name: 'Install' })
  const promptAgain = () => page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
  await promptAgain()
  await expect(offer).toHaveCount(0)
  await expect(offer).toBeVisible({ timeout: 15_000 })
  await offer.getByRole('button', { name: 'Not now' }).click()
  await expect(offer).toHaveCount(0)
  // The next offer would appear sooner.
  await stretchTimers(page, AFTER_FIRST_PAINT_MS, 500)
  await page.reload()
  await promptAgain()
  await page.waitForTimeout(2500)
  await expect(offer).toHaveCount(0)
})

test('packs are refreshed while the app is closed', async () => {
  const { setOffline } = await start({ installed: true })
  await runner.apply(marathon)
  await logInAndSync(page, edge.origin, runner.email)
  await untilInstalled(page)
  const moved = new Date(Date.parse(marathon.startDate) + 3_600_000).toISOString()
  await page.goto('about:blank')
  await organiser.call('PUT', `/api/marathons/${marathon._id}`, { startDate: moved, location: 'Moved by night' })
  edge.seen.length = 0
  const hasPulled = () => edge.seen.includes('POST /api/sync')
  await wakeInBackground(page, edge.origin, 'dispatchPeriodicSyncEvent', 'race-packs', hasPulled)
  await page.waitForTimeout(1000)
  edge.weather = 'down'
  await setOffline(true)
  await page.goto(`${edge.origin}/marathons/${marathon._id}`, { waitUntil: 'commit' })
  await expectContent(page, 'Moved by night')
})
