import { expect } from '@playwright/test'
import { logInAndSync, untilInstalled } from './support/phone.ts'
import { expectAllScreens, expectContent } from './support/phone-screens.ts'
import { OFFLINE_SCREENS } from './support/screens.ts'
import { test } from './support/updates.ts'

// States of the network and of the phone that are rarer than those of offline.spec.ts.

const RUNNER = 'runner@example.com'
/** The service worker has one page for every address but that of home, so these stand for all. */
const BY_ADDRESS = OFFLINE_SCREENS.filter(({ path }) => path === '/' || path.startsWith('/dashboard/my'))

test.describe.configure({ timeout: 180_000 })

test.beforeEach(async ({ edge, phone }) => {
  await logInAndSync(phone.page, edge.origin, RUNNER)
  await untilInstalled(phone.page)
  // The home page fetches its lower list only after the user has stayed for some seconds.
  await expectContent(phone.page, /Days Left|Starting Soon/)
})

test('shows saved data at once on a slow network, without waiting for a response', async ({ edge, phone }) => {
  edge.weather = 'slow'
  const screens = OFFLINE_SCREENS.filter(({ path }) => path !== '/')
  await expectAllScreens(phone.page, edge.origin, { screens, inside: true })
})

test('shows every screen behind a captive portal', async ({ edge, phone }) => {
  edge.weather = 'portal'
  await expectAllScreens(phone.page, edge.origin, { inside: true })
  await expect(phone.page.getByText('Please accept our terms')).toHaveCount(0)
})

test('shows saved data at once when the server hangs', async ({ edge, phone }) => {
  edge.weather = 'hang'
  await expectAllScreens(phone.page, edge.origin, { inside: true })
  await expectAllScreens(phone.page, edge.origin, { screens: BY_ADDRESS })
})

test('asks to log in again after the storage was cleared, and shows every screen after the login', async ({
  edge,
  phone,
}) => {
  const session = await phone.context.newCDPSession(phone.page)
  await phone.page.goto('about:blank')
  await session.send('Storage.clearDataForOrigin', { origin: edge.origin, storageTypes: 'all' })
  await phone.page.goto(`${edge.origin}/dashboard/myApply`)
  await expect(phone.page).toHaveURL(/\/login/)
  await logInAndSync(phone.page, edge.origin, RUNNER)
  await untilInstalled(phone.page)
  edge.weather = 'down'
  await phone.setOffline(true)
  await expectAllScreens(phone.page, edge.origin, { inside: true })
})
