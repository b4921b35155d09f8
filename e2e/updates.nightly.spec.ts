import { expect } from '@playwright/test'
import { ENDED_SERVICE_WORKER } from '../worker/pages/ended-service-worker.ts'
import { deployment } from './support/deployments.ts'
import { logInAndSync, untilInstalled, untilUpdateWaits } from './support/phone.ts'
import { expectContent } from './support/phone-screens.ts'
import { test, updateButton, version } from './support/updates.ts'

// Deploys that seldom happen, as a phone sees them: the previous version, and the kill switch.

const RUNNER = { email: 'runner@example.com' }

test.describe.configure({ timeout: 180_000 })

test.beforeEach(async ({ edge, phone }) => {
  await logInAndSync(phone.page, edge.origin, RUNNER.email)
  await untilInstalled(phone.page)
})

test.describe('of the second version', () => {
  test.use({ installed: 'v2' })

  test('a rollback is an update like any other', async ({ edge, phone }) => {
    edge.deployed = deployment('v1')
    await phone.page.reload()
    await untilUpdateWaits(phone.page)
    await updateButton(phone).click()
    await expect(version(phone)).toHaveAttribute('data-version', 'v1')
    await expectContent(phone.page, 'Explore Marathons')
  })
})

test('the kill switch removes the service worker and its caches, keeps the account, and can be reversed', async ({
  edge,
  phone,
}) => {
  edge.overrides.set('/service-worker.js', { type: 'text/javascript', body: ENDED_SERVICE_WORKER })
  await phone.page.reload()
  await expect
    .poll(() => phone.page.evaluate(() => caches.keys()).catch(() => ['busy']), { timeout: 90_000 })
    .toEqual([])
  await phone.page.waitForTimeout(2000)
  edge.seen.length = 0
  await phone.page.goto(`${edge.origin}/dashboard/myApply`)
  await expectContent(phone.page, 'Sea Point Promenade 5k')
  // The page installs it again, and must not load anew because of that.
  await expect.poll(() => edge.seen).toContain('GET /service-worker.js')
  await phone.page.waitForTimeout(3000)
  expect(edge.seen.filter((line) => line === 'GET /dashboard/myApply')).toHaveLength(1)
  expect(await phone.page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()

  edge.overrides.clear()
  await phone.page.reload()
  await untilInstalled(phone.page)
})
