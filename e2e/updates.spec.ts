import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { createAccount, newMarathonFields } from './support/account.ts'
import { deployment } from './support/deployments.ts'
import { expectNoVerdict } from './support/edits.ts'
import { fillApplication } from './support/fill-application.ts'
import { chooseLanguage } from './support/languages.ts'
import { logInAndSync, untilInstalled, untilUpdateWaits } from './support/phone.ts'
import { expectContent } from './support/phone-screens.ts'
import { test, updateButton, version } from './support/updates.ts'

// Deploys, as a phone sees them: a new version, and a broken one. updates.nightly.spec.ts has the previous version and
// the kill switch.

/** The texts of the app's frame in German. */
const GERMAN = JSON.parse(readFileSync('web/texts/de/layout.json', 'utf8')) as Record<'updateNow' | 'contact', string>
const RUNNER = { email: 'runner@example.com' }

test.describe.configure({ timeout: 180_000 })

test('INV-12 an update waits until it is taken, and an edit in the queue survives it', async ({
  baseURL,
  edge,
  phone,
}) => {
  const organiser = await createAccount(baseURL as string, 'Olga Organiser')
  const marathon = newMarathonFields({ image: `${baseURL}/samples/sample-1.svg` })
  await organiser.call('POST', '/api/marathons', marathon)
  const runner = await createAccount(baseURL as string, 'Rosa Runner')
  await logInAndSync(phone.page, edge.origin, runner.email)
  await untilInstalled(phone.page)
  edge.weather = 'api-down'
  await expectNoVerdict(phone.page)
  await fillApplication(phone.page, edge.origin, marathon._id)
  await expectContent(phone.page, 'Not registered until sent')

  edge.deployed = deployment('v2')
  await phone.page.reload()
  await untilUpdateWaits(phone.page)
  await expect(updateButton(phone)).toBeVisible()
  await phone.page.goto(`${edge.origin}/unsent`)
  await expect(version(phone)).toHaveAttribute('data-version', 'v1')
  await updateButton(phone).click()
  await expect(version(phone)).toHaveAttribute('data-version', 'v2')
  await expectContent(phone.page, marathon.title)

  edge.weather = 'up'
  const entrants = () => organiser.call('GET', `/api/marathons/${marathon._id}/entrants`) as Promise<unknown[]>
  await expect.poll(async () => (await entrants()).length, { timeout: 30_000 }).toBe(1)
})

test('an update is taken at once, although a picture hangs, and keeps the language, also with no network', async ({
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
  await logInAndSync(phone.page, edge.origin, RUNNER.email)
  await untilInstalled(phone.page)
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

test('a second tab continues with its own version after the first tab accepted the next one', async ({
  edge,
  phone,
}) => {
  await logInAndSync(phone.page, edge.origin, RUNNER.email)
  await untilInstalled(phone.page)
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
  await logInAndSync(phone.page, edge.origin, RUNNER.email)
  await untilInstalled(phone.page)
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
