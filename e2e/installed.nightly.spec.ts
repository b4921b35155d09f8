import { expect, test } from '@playwright/test'
import type { Edge } from './support/edge.ts'
import { startPhoneEdge } from './support/installed-phone.ts'
import { type Phone, startPhone, untilInstalled } from './support/phone.ts'
import { stretchTimers } from './support/timers.ts'

// An installation that seldom happens. The others: installed.spec.ts.

let edge: Edge
let phone: Phone

test.describe.configure({ timeout: 90_000 })

test.beforeEach(async ({ baseURL }) => {
  edge = await startPhoneEdge(baseURL as string)
  phone = await startPhone()
})
test.afterEach(async () => {
  await phone.close()
  await edge.close()
})

test('an installation that loses the network in the middle goes on by itself', async ({ baseURL }) => {
  const { page } = phone
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
