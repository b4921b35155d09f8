import { expectAccessible } from '../support/checks.ts'
import { expect, test } from '../support/fixtures.ts'
import { stretchTimers } from '../support/timers.ts'

// A first visit with one bar of signal: the page is there, and the code of the app is not.

const CODE = /\/assets\/.*\.js$/
const NOTICE = 'The app could not be loaded. Check your network.'

test.use({ allowedInConsole: /Failed to load resource|net::ERR/ })

for (const path of ['/', '/login']) {
  test(`code that cannot be had is told at ${path}, and "Try again" loads it`, async ({ page }) => {
    await page.route(CODE, (route) => route.abort())
    await page.goto(path)
    const notice = page.getByRole('alert').filter({ hasText: NOTICE })
    await expect(notice).toBeVisible()
    await expectAccessible(page, `no code at ${path}`)
    await page.unroute(CODE)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await expect(notice).toBeHidden()
  })
}

test('it loads again by itself when the network is back', async ({ page }) => {
  await page.route(CODE, (route) => route.abort())
  await page.goto('/login')
  await expect(page.getByText(NOTICE)).toBeVisible()
  await page.unroute(CODE)
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('code that does not come is told after a while, and the notice goes when it comes after all', async ({ page }) => {
  // SLOW_START_MS of web/build/page-script.ts.
  await stretchTimers(page, 20_000, 2000)
  const gate = Promise.withResolvers<void>()
  await page.route(CODE, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.getByText(NOTICE)).toBeVisible({ timeout: 15_000 })
  gate.resolve()
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page.getByText(NOTICE)).toBeHidden()
  // A network that comes back later reloads nothing.
  await page.getByLabel('Email').fill('typed@example.com')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.waitForTimeout(500)
  await expect(page.getByLabel('Email')).toHaveValue('typed@example.com')
})

test('a screen whose code hangs is waited for with the bar, and is shown when its code comes', async ({ page }) => {
  // SLOW_MS of web/router.tsx.
  await stretchTimers(page, 10_000, 1500)
  const gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/(login|parts)-/, async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.goto('/login')
  await expect(page.getByRole('navigation').first()).toBeVisible()
  await expect(page.getByLabel('Email')).toBeHidden()
  gate.resolve()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('who goes back while the first screen still loads sees the screen before', async ({ page }) => {
  await page.goto('/aboutUs')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible()
  const code = /\/assets\/contact-/
  const gate = Promise.withResolvers<void>()
  await page.route(code, async (route) => {
    await gate.promise
    await route.continue()
  })
  const asked = page.waitForRequest(code)
  await page.reload({ waitUntil: 'commit' })
  await asked
  await page.goBack({ waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible()
  gate.resolve()
})
