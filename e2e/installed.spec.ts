import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { manifest } from '../web/build/manifest.ts'
import { type Account, createAccount, newMarathonFields } from './support/account.ts'
import type { Edge } from './support/edge.ts'
import { expectNoVerdict } from './support/edits.ts'
import { fillApplication } from './support/fill-application.ts'
import { wakeInBackground } from './support/inside-the-browser.ts'
import { startInstalledPhone, startPhoneEdge } from './support/installed-phone.ts'
import { logInAndSync, type Phone, startPhone, untilInstalled } from './support/phone.ts'
import { expectContent } from './support/phone-screens.ts'
import { AFTER_FIRST_PAINT_MS, stretchTimers } from './support/timers.ts'

let edge: Edge
let phone: Phone | undefined
let organiser: Account
let runner: Account
let page: Page
let marathon: ReturnType<typeof newMarathonFields>

test.describe.configure({ timeout: 90_000 })

test.beforeEach(async ({ baseURL }) => {
  edge = await startPhoneEdge(baseURL as string)
  organiser = await createAccount(baseURL as string, 'Olga Organiser')
  runner = await createAccount(baseURL as string, 'Rosa Runner')
  marathon = newMarathonFields({ image: `${baseURL}/samples/sample-1.svg` })
  await organiser.call('POST', '/api/marathons', marathon)
})
test.afterEach(async () => {
  await phone?.close()
  phone = undefined
  await edge.close()
})

/** Starts the test's phone: one on which the app is installed, or an empty one. */
async function start({ installed }: { installed: boolean }): Promise<Phone> {
  phone = installed ? await startInstalledPhone(edge) : await startPhone()
  page = phone.page
  return phone
}

test('the browser can install the app', async () => {
  const { context } = await start({ installed: false })
  await page.goto(edge.origin)
  await untilInstalled(page)
  const session = await context.newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  const { errors } = await session.send('Page.getAppManifest')
  expect(installabilityErrors).toEqual([])
  expect(errors).toEqual([])
})

test('the manifest’s pictures exist and have the sizes in the manifest', async ({ page }) => {
  const pngs = [...(manifest.icons ?? []), ...(manifest.screenshots ?? [])].filter(({ type }) => type === 'image/png')
  expect(pngs.length).toBeGreaterThanOrEqual(8)
  for (const { src, sizes } of pngs) {
    const header = readFileSync(join('web/public', src)).subarray(16, 24)
    expect(`${src} ${header.readUInt32BE(0)}x${header.readUInt32BE(4)}`).toBe(`${src} ${sizes}`)
  }
  for (const { url } of manifest.shortcuts ?? []) {
    await page.goto(url)
    await expect(page.getByText('Oops! Page not found.')).toHaveCount(0)
  }
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

test('the app asks for persistent storage after the first edit, and the icon shows the number of unsent edits', async () => {
  await start({ installed: true })
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    Object.assign(StorageManager.prototype, { persist: async () => asked.push('persist') > 0 })
    Object.assign(Navigator.prototype, {
      setAppBadge: async (count: number) => void asked.push(`badge ${count}`),
      clearAppBadge: async () => void asked.push('no badge'),
    })
  })
  const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked)
  await logInAndSync(page, edge.origin, runner.email)
  await untilInstalled(page)
  await stretchTimers(page, AFTER_FIRST_PAINT_MS, 500)
  await page.goto(`${edge.origin}/marathons`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.waitForTimeout(1500)
  expect(await asked()).not.toContain('persist')
  edge.weather = 'api-down'
  await expectNoVerdict(page)
  await fillApplication(page, edge.origin, marathon._id)
  await expect.poll(asked, { timeout: 15_000 }).toContain('persist')
  await expect.poll(asked, { timeout: 15_000 }).toContain('badge 1')
  edge.weather = 'up'
  await expect.poll(async () => (await asked()).at(-1), { timeout: 40_000 }).toBe('no badge')
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
