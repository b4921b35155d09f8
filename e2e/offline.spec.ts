import { expect, type Page, test } from '@playwright/test'
import type { Edge } from './support/edge.ts'
import { startInstalledPhone, startPhoneEdge } from './support/installed-phone.ts'
import { logInAndSync, type Phone, untilInstalled, untilSynced } from './support/phone.ts'
import { expectAllScreens, expectContent } from './support/phone-screens.ts'
import { OFFLINE_SCREENS, RACE } from './support/screens.ts'

// The matrix: every screen in each state of the network and of the phone. Each test uses its own phone.

const RUNNER = 'runner@example.com'
/** The service worker has one page for every address but that of home, so these stand for all. */
const BY_ADDRESS = OFFLINE_SCREENS.filter(({ path }) => path === '/' || path.startsWith('/dashboard/my'))

let edge: Edge
let phone: Phone | undefined

test.describe.configure({ timeout: 180_000 })

test.beforeEach(async ({ baseURL }) => {
  edge = await startPhoneEdge(baseURL as string)
})
test.afterEach(async () => {
  await phone?.close()
  phone = undefined
  await edge.close()
})

/** Prepares a phone with the installed app and a complete first pull. */
async function readyPhone(): Promise<Phone> {
  phone = await startInstalledPhone(edge)
  await logInAndSync(phone.page, edge.origin, RUNNER)
  await untilInstalled(phone.page)
  // The home page fetches its lower list only after the user has stayed for some seconds.
  await expectContent(phone.page, /Days Left|Starting Soon/)
  return phone
}

async function loseNetwork(phone: Phone): Promise<void> {
  edge.weather = 'down'
  await phone.setOffline(true)
}

test('goes from screen to screen with no network, also to those never opened before', async () => {
  const phone = await readyPhone()
  await loseNetwork(phone)
  const { page } = phone
  await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Marathons' }).click()
  await expectContent(page, 'See Details')
  await page
    .getByRole('link', { name: /See Details/ })
    .first()
    .click()
  await expectContent(page, 'Registered Participants')
  await page.reload({ waitUntil: 'commit' })
  await expectContent(page, 'Registered Participants')
})

test('starts cold with no network after the browser was killed, on every screen', async () => {
  const phone = await readyPhone()
  await phone.page.waitForTimeout(1000)
  await phone.kill()
  await phone.restart()
  await loseNetwork(phone)
  await expectAllScreens(phone.page, edge.origin)
})

test('without a service worker, an open screen works offline, and a missing one says so', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await logInAndSync(page, edge.origin, RUNNER)
  await page.goto(`${edge.origin}/marathons`)
  await expectContent(page, 'See Details')
  edge.weather = 'down'
  await context.setOffline(true)
  await page.getByPlaceholder(/./).first().fill('Sea Point')
  await expectContent(page, RACE.title)
  // The code of this screen was never loaded.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).click()
  await expectContent(page, 'This screen is not on this phone.')
  await context.setOffline(false)
  edge.weather = 'up'
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectContent(page, 'community')
  await context.close()
})

test('never stores the page of a captive portal, and never takes it for a success', async () => {
  const phone = await readyPhone()
  edge.weather = 'portal'
  await expectAllScreens(phone.page, edge.origin, { screens: BY_ADDRESS })
  await expect(phone.page.getByText('Please accept our terms')).toHaveCount(0)
  await expectContentNowhere(phone.page, 'Please accept our terms')
  edge.weather = 'up'
  await phone.page.goto(`${edge.origin}/marathons/${RACE.id}`)
  await untilSynced(phone.page)
  await expectContent(phone.page, 'Registered Participants')
})

/** Expects that no cache on the phone contains this text. */
async function expectContentNowhere(page: Page, text: string): Promise<void> {
  const found = await page.evaluate(async (wanted) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true })
        if (answer && answer.type !== 'opaque' && (await answer.text()).includes(wanted))
          return `${name} ${request.url}`
      }
    }
    return null
  }, text)
  expect(found).toBeNull()
}
