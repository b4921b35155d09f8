import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { ENDED_SERVICE_WORKER } from '../worker/pages/ended-service-worker.ts'
import { createAccount, newMarathonFields } from './support/account.ts'
import { deployment } from './support/deployments.ts'
import { chooseLanguage } from './support/languages.ts'
import { logInAndSync, untilInstalled, untilUpdateWaits } from './support/phone.ts'
import { expectAllScreens, expectContent } from './support/phone-screens.ts'
import { test, updateButton, version } from './support/updates.ts'

// Deploys that seldom happen, as a phone sees them: the previous version, a broken one, the kill switch, a tab that
// stays behind, and a picture that hangs.

/** The texts of the app's frame in German. */
const GERMAN = JSON.parse(readFileSync('web/texts/de/layout.json', 'utf8')) as Record<'updateNow' | 'contact', string>
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

test('the kill switch removes service worker and caches, not the account, and can be reversed', async ({
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

test('a second tab continues with its own version after the first tab accepted the next one', async ({
  edge,
  phone,
}) => {
  const second = await phone.context.newPage()
  await second.goto(edge.origin)
  await expectContent(second, 'Explore Marathons')

  edge.deployed = deployment('v2')
  await phone.page.bringToFront()
  await phone.page.reload()
  await untilUpdateWaits(phone.page)
  await updateButton(phone).click()
  await expect(version(phone)).toHaveAttribute('data-version', 'v2')
  await second.bringToFront()
  // The tab never loaded the code of this screen, and the server does not have it any more.
  await second.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expectContent(second, 'Signing in')
  await expect(second.locator('html')).toHaveAttribute('data-version', 'v1')
  await expect(second.getByText('A new version is ready')).toBeVisible()
})

test('a version that fails at its start is replaced automatically by the next deploy', async ({ edge, phone }) => {
  edge.deployed = deployment('v2', { broken: true })
  await phone.page.reload()
  await untilUpdateWaits(phone.page)
  await updateButton(phone).click()
  await expect(version(phone)).toHaveAttribute('data-version', 'v2')
  await expect(phone.page.locator('#root > *')).toHaveCount(0)

  edge.deployed = deployment('v3')
  // REPLY_TIMEOUT_MS of web/background/service-worker/take-over.ts: the new version waits for a reply that cannot come.
  const path = '/service-worker.js'
  const soon = '{ const later = setTimeout; self.setTimeout = (run, ms) => later(run, ms === 10_000 ? 1000 : ms) }'
  const body = soon + readFileSync(join(edge.deployed, path), 'utf8')
  edge.overrides.set(path, { type: 'text/javascript', body })
  await phone.page.reload()
  await expect(version(phone)).toHaveAttribute('data-version', 'v3', { timeout: 90_000 })
  await expectContent(phone.page, 'Explore Marathons')
})

test('shows every screen with no network after an update was taken', async ({ edge, phone }) => {
  edge.deployed = deployment('v2')
  await phone.page.reload()
  await untilUpdateWaits(phone.page)
  await updateButton(phone).click()
  await expect(version(phone)).toHaveAttribute('data-version', 'v2')
  edge.weather = 'down'
  await phone.setOffline(true)
  await expectAllScreens(phone.page, edge.origin, { inside: true })
})

test('an update is taken while a picture hangs, and keeps the language, also with no network', async ({
  baseURL,
  edge,
  phone,
}) => {
  const asked: string[] = []
  const host = createServer(({ headers }) => void asked.push(headers.referer ?? 'no referrer'))
  await new Promise<void>((resolve) => host.listen(0, 'localhost', resolve))
  const organiser = await createAccount(baseURL as string, 'Olga Organiser')
  const image = `http://localhost:${(host.address() as AddressInfo).port}/hangs.svg`
  const marathon = newMarathonFields({ image })
  await organiser.call('POST', '/api/marathons', marathon)
  await chooseLanguage(phone.page, 'Deutsch')
  await expect(version(phone)).toHaveAttribute('lang', 'de')

  edge.deployed = deployment('v2')
  // Should the picture be in the first markup, the `load` event waits for it.
  await phone.page.goto(`${edge.origin}/marathons/${marathon._id}`, { waitUntil: 'commit' })
  await untilUpdateWaits(phone.page)
  // The service worker still waits for the picture of this page.
  const isLoading = () =>
    phone.page.evaluate(() => [...document.images].some(({ src, complete }) => src.endsWith('/hangs.svg') && !complete))
  await expect.poll(isLoading).toBe(true)
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  // Also through the service worker, the host does not learn where its picture is shown.
  expect([...new Set(asked)]).toEqual(['no referrer'])
  await phone.page.getByRole('button', { name: GERMAN.updateNow }).click()
  await expect(version(phone)).toHaveAttribute('data-version', 'v2')
  await phone.setOffline(true)
  await phone.page.goto(`${edge.origin}/contact`)
  await expect(version(phone)).toHaveAttribute('lang', 'de')
  await expectContent(phone.page, GERMAN.contact)
  host.closeAllConnections()
  host.close()
})

test('keeps the installed version when a portal replaces the files of a new version', async ({ edge, phone }) => {
  edge.deployed = deployment('v2')
  // The service worker with the new list of files arrives, but the files are the portal's page.
  edge.overrides.set('/index.html', { type: 'text/html', body: '<h1>Please accept our terms</h1>' })
  await phone.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update().catch(() => undefined)
    const { installing } = registration
    if (installing) await new Promise((resolve) => installing.addEventListener('statechange', resolve))
  })
  edge.weather = 'down'
  await phone.setOffline(true)
  await phone.page.goto(edge.origin, { waitUntil: 'commit' })
  await expect(version(phone)).toHaveAttribute('data-version', 'v1')
  await expectContent(phone.page, 'Explore Marathons')
})
