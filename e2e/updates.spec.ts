import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { createAccount, newMarathonFields } from './support/account.ts'
import { deployment } from './support/deployments.ts'
import { expectNoVerdict } from './support/edits.ts'
import { fillApplication } from './support/fill-application.ts'
import { chooseLanguage } from './support/languages.ts'
import { logInAndSync, untilInstalled, untilUpdateWaits } from './support/phone.ts'
import { expectContent } from './support/phone-screens.ts'
import { test, updateButton, version } from './support/updates.ts'

// A new version, as a phone sees it. updates.nightly.spec.ts has what seldom happens.

/** The texts of the app's frame in German. */
const GERMAN = JSON.parse(readFileSync('web/texts/de/layout.json', 'utf8')) as Record<'updateNow' | 'contact', string>
const RUNNER = { email: 'runner@example.com' }

// One Playwright worker runs them, because each installs this version anew.
test.describe.configure({ timeout: 180_000, mode: 'default' })

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
