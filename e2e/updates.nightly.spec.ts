import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ENDED_SERVICE_WORKER } from '../worker/pages/ended-service-worker.ts'
import { E2E_SETTINGS } from './global-setup.ts'
import { deployment } from './support/deployments.ts'
import type { Edge } from './support/edge.ts'
import { startInstalledPhone, startPhoneEdge } from './support/installed-phone.ts'
import { logInAndSync, type Phone, untilInstalled, untilUpdateWaits } from './support/phone.ts'
import { expectContent } from './support/phone-screens.ts'

// Deploys that seldom happen, as a phone sees them: the previous version, and the kill switch.

const BUILD = join(E2E_SETTINGS.BUILD_DIR, 'client')
const RUNNER = { email: 'runner@example.com' }

let edge: Edge
let phone: Phone

test.describe.configure({ timeout: 180_000 })

test.beforeEach(async ({ baseURL }) => {
  edge = await startPhoneEdge(baseURL as string)
})
test.afterEach(async () => {
  await phone.close()
  await edge.close()
})

/** A phone that has this version and is signed in. */
async function startPhoneWith(version: string): Promise<void> {
  edge.deployed = deployment(BUILD, version)
  phone = await startInstalledPhone(edge, [], version)
  await logInAndSync(phone.page, edge.origin, RUNNER.email)
  await untilInstalled(phone.page)
}

const version = () => phone.page.locator('html')
const updateButton = () => phone.page.getByRole('button', { name: 'Update now' })

test('a rollback is an update like any other', async () => {
  await startPhoneWith('v2')
  edge.deployed = deployment(BUILD, 'v1')
  await phone.page.reload()
  await untilUpdateWaits(phone.page)
  await updateButton().click()
  await expect(version()).toHaveAttribute('data-version', 'v1')
  await expectContent(phone.page, 'Explore Marathons')
})

test('the kill switch removes the service worker and its caches, keeps the account, and can be reversed', async () => {
  await startPhoneWith('v1')
  edge.overrides.set('/service-worker.js', { type: 'text/javascript', body: ENDED_SERVICE_WORKER })
  await phone.page.reload()
  await expect
    .poll(() => phone.page.evaluate(() => caches.keys()).catch(() => ['busy']), { timeout: 90_000 })
    .toEqual([])
  await phone.page.waitForTimeout(2000)
  edge.seen.length = 0
  await phone.page.goto(`${edge.origin}/dashboard/myApply`)
  await expectContent(phone.page, 'Sea Point Promenade 5k')
  await phone.page.waitForTimeout(3000)
  expect(edge.seen.filter((line) => line === 'GET /dashboard/myApply')).toHaveLength(1)
  expect(await phone.page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()

  edge.overrides.clear()
  await phone.page.reload()
  await untilInstalled(phone.page)
})
